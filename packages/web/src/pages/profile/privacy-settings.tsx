import { Stack, Switch, Text } from '@mantine/core'
import { type Answer, call } from '../../api/call.ts'
import { apiQuery, invalidate, queryClient } from '../../api/query.ts'
import { useAction } from '../../api/use-action.ts'
import { notifyDone, notifyFailed } from '../../components/mutation-notice.ts'
import { PersonalDataButton } from '../../components/personal-data-button.tsx'
import { Section } from './section.tsx'

const ME = { userId: 'me' }

/** Who may see where somebody is. */
export const PrivacySettings = ({ me }: { me: Answer<'getUser'> }) => {
  const change = useAction({
    mutationFn: (visibility: typeof me.visibility) => call('updateProfile', { params: ME, body: { visibility } }),
    onSuccess: async (changed) => {
      queryClient.setQueryData(apiQuery('getUser', { params: ME }).queryKey, changed)
      notifyDone(changed.visibility === 'everyone' ? 'Colleagues see where you are.' : 'Colleagues no longer see where you are.')
      await invalidate('listColleagueDays', 'getLiveFloor')
    },
    onError: notifyFailed,
  })
  const shown = change.isPending ? change.variables : me.visibility
  return (
    <Section title="Privacy">
      <Stack gap="sm">
        <Switch
          label="Colleagues see where I am"
          checked={shown === 'everyone'}
          disabled={change.isPending}
          onChange={({ currentTarget }) => change.mutate(currentTarget.checked ? 'everyone' : 'nobody')}
        />
        <Text size="sm" c="dimmed">
          Switched off, you are missing from the lists of colleagues and on the live floor you are only counted: nobody learns
          which desk or room you are at. A desk that you book is still shown as taken. Analytics administrators still see your
          days, and bookings administrators what you plan and book.
        </Text>
        <PersonalDataButton userId="me" style={{ alignSelf: 'flex-start' }} />
        <Text size="sm" c="dimmed">
          Everything that is kept about you, in one file.
        </Text>
      </Stack>
    </Section>
  )
}

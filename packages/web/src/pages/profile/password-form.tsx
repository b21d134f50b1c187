import { Button, PasswordInput, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { call } from '../../api/call.ts'
import { useAction } from '../../api/use-action.ts'
import { ErrorState } from '../../components/error-state.tsx'
import { notifyDone } from '../../components/mutation-notice.ts'
import { LeaveGuard } from '../../components/unsaved.tsx'
import { Section } from './section.tsx'

/** As the service has it; its schemas do not come to the browser. */
const MIN_LENGTH = 12

const shown = { visibilityToggleButtonProps: { 'aria-label': 'Show the password', tabIndex: 0 } }

/** A new password for whoever knows the one so far. */
export const PasswordForm = () => {
  const form = useForm({
    initialValues: { currentPassword: '', newPassword: '', repeated: '' },
    validate: {
      currentPassword: (value) => (value ? null : 'Give your password so far.'),
      newPassword: (value) => ([...value].length < MIN_LENGTH ? `Give at least ${MIN_LENGTH} characters.` : null),
      repeated: (value, { newPassword }) => (value === newPassword ? null : 'This is not the same.'),
    },
  })
  const change = useAction({
    mutationFn: ({ currentPassword, newPassword }: typeof form.values) =>
      call('changePassword', { body: { currentPassword, newPassword } }),
    onSuccess: () => {
      form.reset()
      notifyDone('Your password is changed. Wherever else you were signed in, you are signed out.')
    },
  })
  return (
    <Section title="Password">
      <form onSubmit={form.onSubmit((values) => change.mutate(values))} noValidate>
        <LeaveGuard isDirty={form.isDirty() && !change.isPending} />
        <Stack gap="sm" maw={420}>
          <PasswordInput
            label="Password so far"
            autoComplete="current-password"
            {...shown}
            {...form.getInputProps('currentPassword')}
          />
          <PasswordInput label="New password" autoComplete="new-password" {...shown} {...form.getInputProps('newPassword')} />
          <PasswordInput
            label="New password once more"
            autoComplete="new-password"
            {...shown}
            {...form.getInputProps('repeated')}
          />
          <Text size="sm" c="dimmed">
            At least {MIN_LENGTH} characters: a long sentence is better than a short riddle.
          </Text>
          {change.error ? <ErrorState error={change.error} /> : null}
          <Button type="submit" loading={change.isPending} style={{ alignSelf: 'flex-start' }}>
            Change the password
          </Button>
        </Stack>
      </form>
    </Section>
  )
}

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, PasswordInput, Stack, Switch, Table, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type Answer, call } from '../../api/call.ts'
import { apiQuery, invalidate, queryClient } from '../../api/query.ts'
import { type Session, useSession } from '../../api/session.ts'
import { useAction } from '../../api/use-action.ts'
import { inColumn } from '../../components/address.tsx'
import { personName } from '../../components/format.ts'
import { notifyDone, notifyFailed } from '../../components/notices.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { PersonalDataButton } from '../../components/personal-data-button.tsx'
import { ROLE_NAMES } from '../../components/role-names.ts'
import { ErrorState } from '../../components/states.tsx'
import { LeaveGuard } from '../../components/unsaved.tsx'
import { attributeName } from '../../workplace/attribute-words.ts'
import { AppearanceSection } from './appearance-section.tsx'
import { DevicesSection } from './devices-section.tsx'
import { KeyboardSection } from './keyboard-section.tsx'
import { KindsSection } from './kinds-section.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import classes from './profile.module.css'
import { Section } from './section.tsx'
import { SessionsSection } from './sessions-section.tsx'

/** The signed-in user, their roles, and their own settings. */
export const ProfilePage = () => {
  const session = useSession()
  const { data: me } = useSuspenseQuery(apiQuery('getUser', { params: { userId: 'me' } }))
  return (
    <>
      <PageHeader title={t`Profile`} />
      <div className={classes.columns}>
        <WhoIAm me={me} session={session} />
        <PrivacySettings me={me} />
        <PasswordSection state={session.passwordState} />
        <PasskeysSection />
        <SessionsSection />
        <DevicesSection />
        <KindsSection />
        <AppearanceSection />
        <KeyboardSection />
      </div>
    </>
  )
}

interface Props {
  readonly me: Answer<'getUser'>
  readonly session: Session
}

/** The directory data of the user, which are maintained elsewhere. */
const WhoIAm = ({ me, session }: Props) => {
  const attributes = Object.entries(me.attributes).map(([name, value]) => [attributeName(name), value] as const)
  const rows = [
    [t`Name`, personName(me)],
    [t`User name`, me.userName],
    [t`E-mail`, me.email ?? '–'],
    [t`Organization`, session.organizationName],
    [t`Primary building`, me.primaryLocationName ?? '–'],
    [t`Primary group`, me.primaryGroupName ?? '–'],
    [t`Roles`, session.roles.map((role) => ROLE_NAMES[role]).join(', ')],
    ...attributes,
  ]
  return (
    <Section title={t`Your account`}>
      <Table layout="fixed" withRowBorders={false} verticalSpacing={4} horizontalSpacing={0} variant="vertical">
        <Table.Tbody>
          {rows.map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" w={150} bg="transparent" fw={400} c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {name}
              </Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{inColumn(value)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  )
}

const ME = { userId: 'me' }

/** Who may see where the user is. */
const PrivacySettings = ({ me }: { me: Answer<'getUser'> }) => {
  const change = useAction({
    mutationFn: (visibility: typeof me.visibility) => call('updateProfile', { params: ME, body: { visibility } }),
    onSuccess: async (changed) => {
      queryClient.setQueryData(apiQuery('getUser', { params: ME }).queryKey, changed)
      notifyDone(
        changed.visibility === 'everyone' ? t`Colleagues see where you are.` : t`Colleagues no longer see where you are.`,
      )
      await invalidate('listColleagueDays', 'getLiveFloor')
    },
    onError: notifyFailed,
  })
  const shown = change.isPending ? change.variables : me.visibility
  return (
    <Section title={t`Privacy`}>
      <Stack gap="sm">
        <Switch
          label={t`Colleagues see where I am`}
          checked={shown === 'everyone'}
          disabled={change.isPending}
          onChange={({ currentTarget }) => change.mutate(currentTarget.checked ? 'everyone' : 'nobody')}
        />
        <Text size="sm" c="dimmed">
          <Trans>
            When this is off, you are missing from the lists of colleagues, and the live floor only counts you: no one sees which
            desk or room you are at. A desk that you book is still shown as taken. Analytics administrators still see your days,
            and bookings administrators what you plan and book.
          </Trans>
        </Text>
        <PersonalDataButton userId="me" style={{ alignSelf: 'flex-start' }} />
        <Text size="sm" c="dimmed">
          <Trans>Everything that is kept about you, in one file.</Trans>
        </Text>
      </Stack>
    </Section>
  )
}

/** The same limit as in the service, whose schemas are not loaded in the browser. */
const MIN_LENGTH = 12

const shown = { visibilityToggleButtonProps: { 'aria-label': t`Show the password`, tabIndex: 0 } }

/** Why there is no password to change. */
const WITHOUT_PASSWORD = {
  off: t`Your organization requires single sign-on, so no password signs you in here. The one of your company is changed where you sign in.`,
  none: t`Your account has no password. Ask an administrator for a link with which you choose one.`,
}

const PasswordSection = ({ state }: { state: Session['passwordState'] }) => (
  <Section title={t`Password`}>
    {state === 'off' || state === 'none' ? <Text size="sm">{WITHOUT_PASSWORD[state]}</Text> : <PasswordForm />}
  </Section>
)

/** Changes the password of a user who knows the current one. */
const PasswordForm = () => {
  const form = useForm({
    initialValues: { currentPassword: '', newPassword: '', repeated: '' },
    validate: {
      currentPassword: (value) => (value ? null : t`Give your current password.`),
      newPassword: (value) => ([...value].length < MIN_LENGTH ? t`Give at least ${MIN_LENGTH} characters.` : null),
      repeated: (value, { newPassword }) => (value === newPassword ? null : t`This is not the same.`),
    },
  })
  const change = useAction({
    mutationFn: ({ currentPassword, newPassword }: typeof form.values) =>
      call('changePassword', { body: { currentPassword, newPassword } }),
    onSuccess: () => {
      form.reset()
      void invalidate('listSessions')
      notifyDone(t`Your password is changed. Wherever else you were signed in, you are signed out.`)
    },
  })
  return (
    <form onSubmit={form.onSubmit((values) => change.mutate(values))} noValidate>
      <LeaveGuard isDirty={form.isDirty() && !change.isPending} />
      <Stack gap="sm" maw={420}>
        <PasswordInput
          label={t`Current password`}
          autoComplete="current-password"
          {...shown}
          {...form.getInputProps('currentPassword')}
        />
        <PasswordInput label={t`New password`} autoComplete="new-password" {...shown} {...form.getInputProps('newPassword')} />
        <PasswordInput
          label={t`Confirm the new password`}
          autoComplete="new-password"
          {...shown}
          {...form.getInputProps('repeated')}
        />
        <Text size="sm" c="dimmed">
          <Trans>At least {MIN_LENGTH} characters: a long sentence is better than a short riddle.</Trans>
        </Text>
        {change.error ? <ErrorState error={change.error} /> : null}
        <Button type="submit" loading={change.isPending} style={{ alignSelf: 'flex-start' }}>
          <Trans>Change the password</Trans>
        </Button>
      </Stack>
    </form>
  )
}

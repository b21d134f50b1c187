import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Button, PasswordInput, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { type Answer, call } from '../../api/call.ts'
import { queryClient } from '../../api/query.ts'
import { remember, sessionQuery } from '../../api/session.ts'
import { useAction } from '../../api/use-action.ts'
import { ErrorState, LoadingState } from '../../components/states.tsx'
import { momentText } from '../../time/zoned-time.ts'
import { SmallPage } from './small-page.tsx'

const MIN_LENGTH = 12
const shown = { visibilityToggleButtonProps: { 'aria-label': t`Show the password`, tabIndex: 0 } }

/** Whom a link is for. It is asked by POST, so that the code is in no address; it changes nothing. */
const linkQuery = (code: string) =>
  queryOptions({
    queryKey: ['readAccountLink', code] as const,
    queryFn: ({ signal }) => call('readAccountLink', { body: { code }, signal }),
    gcTime: 0,
    retry: false,
  })

/** Lets the holder of a link choose a password. The code follows the #, which browsers send to no server. */
export const AccountLinkPage = () => {
  const { hash: code } = useLocation()
  const { data, error } = useQuery({ ...linkQuery(code), enabled: code !== '' })
  const isInvitation = data?.kind === 'invitation'
  return (
    <SmallPage title={isInvitation ? t`Welcome to Rollcall` : t`Choose a new password`}>
      {code === '' ? (
        <Text size="sm">
          <Trans>The link is not complete: copy all of it from the mail.</Trans>
        </Text>
      ) : null}
      {error ? <ErrorState error={error} /> : null}
      {data ? <PasswordForm code={code} details={data} /> : null}
      {code !== '' && !data && !error ? <LoadingState height={160} /> : null}
      {error || code === '' ? (
        <Anchor component={Link} to="/forgot-password" size="sm" underline="always">
          <Trans>Ask for a new link</Trans>
        </Anchor>
      ) : null}
    </SmallPage>
  )
}

const PasswordForm = ({ code, details }: { code: string; details: Answer<'readAccountLink'> }) => {
  const { userName, organizationName, expiresAt } = details
  const expiry = momentText(expiresAt)
  const router = useRouter()
  const form = useForm({
    initialValues: { password: '', repeated: '' },
    validate: {
      password: (value) => ([...value].length < MIN_LENGTH ? t`Give at least ${MIN_LENGTH} characters.` : null),
      repeated: (value, { password }) => (value === password ? null : t`This is not the same.`),
    },
  })
  const choosing = useAction({
    mutationFn: ({ password }: typeof form.values) => call('useAccountLink', { body: { code, password } }),
    gcTime: 0,
    onSuccess: (session) => {
      queryClient.clear()
      queryClient.setQueryData(sessionQuery.queryKey, remember(session))
      router.history.replace('/')
    },
  })
  return (
    <form onSubmit={form.onSubmit((values) => choosing.mutate(values))} noValidate>
      <Stack>
        <Text size="sm">
          <Trans>
            For {userName} at {organizationName}. The link works until {expiry}.
          </Trans>
        </Text>
        {choosing.error ? <ErrorState error={choosing.error} /> : null}
        <input type="hidden" autoComplete="username" value={userName} readOnly />
        <PasswordInput
          label={t`New password`}
          description={t`At least ${MIN_LENGTH} characters: a long sentence is better than a short riddle.`}
          autoComplete="new-password"
          autoFocus
          {...shown}
          {...form.getInputProps('password')}
        />
        <PasswordInput
          label={t`Confirm the new password`}
          autoComplete="new-password"
          {...shown}
          {...form.getInputProps('repeated')}
        />
        <Button type="submit" loading={choosing.isPending}>
          <Trans>Save and sign in</Trans>
        </Button>
      </Stack>
    </form>
  )
}

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Button, Divider, PasswordInput, Stack, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type Answer, call } from '../../api/call.ts'
import { askForSignature, canUsePasskeys, wasCanceled } from '../../api/passkeys.ts'
import { apiQuery, queryClient } from '../../api/query.ts'
import { remember, sessionQuery } from '../../api/session.ts'
import { useAction } from '../../api/use-action.ts'
import { useSignInProviders } from '../../api/use-sign-in-providers.ts'
import { ErrorState } from '../../components/states.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { SmallFrame } from './small-page.tsx'

/** Accepts only pages of this app, because a forged link could otherwise redirect to any site. */
const safeNext = (next: string | undefined): string => (next && /^\/(?![/\\])/.test(next) ? next : '/')

export const SignInPage = () => {
  const { next, stay } = useSearch({ from: '/sign-in' })
  const router = useRouter()
  const { data: session } = useQuery(sessionQuery)
  useEffect(() => {
    document.title = `${t`Sign in`} · Rollcall`
  }, [])
  const [userName, setUserName] = useState('')
  const [wantsPassword, setWantsPassword] = useState(false)
  const providers = useSignInProviders(userName)
  const form = useForm({
    mode: 'uncontrolled',
    onValuesChange: (values) => setUserName(values.userName),
    initialValues: { userName: '', password: '', organization: '' },
    validate: {
      userName: (value) => (value.trim() ? null : t`Give your user name.`),
      password: (value) => (value ? null : t`Give your password.`),
    },
  })
  const signIn = useAction({
    mutationFn: ({ organization, ...body }: typeof form.values) =>
      call('signIn', { body: organization.trim() ? { ...body, organization: organization.trim() } : body }),
    onSuccess: (answer) => enter(answer),
  })
  const enter = (answer: Answer<'signIn'>) => {
    queryClient.clear()
    queryClient.setQueryData(sessionQuery.queryKey, remember(answer))
    router.history.push(safeNext(next))
  }
  const byPasskey = useAction({
    mutationFn: async () => call('signInWithPasskey', { body: await askForSignature(await call('startPasskeySignIn')) }),
    onSuccess: enter,
    isRepeatable: true,
  })
  const { data: options } = useQuery(apiQuery('getSignInOptions'))
  const { data: setUp } = useQuery(apiQuery('getSetUp'))
  const refusal = signIn.error ?? (wasCanceled(byPasskey.error) ? null : byPasskey.error)
  // Where an organization requires its provider, only break-glass accounts have a password or a passkey that works.
  const isLocal = wantsPassword || !providers.some(({ isRequired }) => isRequired)
  if (session && !session.isExpired && !signIn.isSuccess && !byPasskey.isSuccess) return <Navigate to={safeNext(next)} replace />
  // No one has an account yet, though a provider may have people.
  if (setUp?.isOpen && !stay) return <Navigate to="/set-up" replace />
  return (
    <SmallFrame>
      <form onSubmit={form.onSubmit((values) => signIn.mutate(values))} noValidate>
        <Stack>
          <Title order={1} size="h2">
            <Trans>Sign in to Rollcall</Trans>
          </Title>
          {refusal ? <ErrorState error={refusal} /> : null}
          <TextInput label={t`User name`} autoComplete="username" autoFocus {...form.getInputProps('userName')} />
          <ProviderButtons providers={providers} returnTo={safeNext(next)} userName={userName.trim()} />
          {isLocal ? (
            <>
              <PasswordInput
                label={t`Password`}
                autoComplete="current-password"
                visibilityToggleButtonProps={{ 'aria-label': t`Show the password`, tabIndex: 0 }}
                {...form.getInputProps('password')}
              />
              <TextInput
                label={t`Organization`}
                description={t`Only needed where several organizations on this service have a user of your name, so that signing in without it fails.`}
                autoComplete="organization"
                {...form.getInputProps('organization')}
              />
              <Button type="submit" loading={signIn.isPending}>
                <Trans>Sign in</Trans>
              </Button>
              {options?.canUsePasskeys && canUsePasskeys() ? (
                <>
                  <Divider label={t`or`} />
                  <Button variant="default" loading={byPasskey.isPending} onClick={() => byPasskey.mutate()}>
                    <Trans>Use a passkey</Trans>
                  </Button>
                </>
              ) : null}
              <Anchor component={Link} to="/forgot-password" size="sm" underline="always">
                <Trans>Forgot password?</Trans>
              </Anchor>
            </>
          ) : (
            <Anchor component="button" type="button" size="sm" underline="always" onClick={() => setWantsPassword(true)}>
              <Trans>Use a break-glass account</Trans>
            </Anchor>
          )}
        </Stack>
      </form>
    </SmallFrame>
  )
}

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Button, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useRouter } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import { queryClient } from '../api/query.ts'
import { remember, sessionQuery, useSession } from '../api/session.ts'
import { useAction } from '../api/use-action.ts'
import { useSignInProviders } from '../api/use-sign-in-providers.ts'
import { ErrorState } from '../components/states.tsx'
import { forgetSession } from './forget-session.ts'
import { retryPages } from './lazy-page.tsx'

/** The z-index of the dialog, above every other dialog. */
const ON_TOP = 1000

/** Asks for the password when a session has ended. The page below stays, with everything that the reader has entered. */
export const SignInAgain = () => {
  const session = useSession()
  const router = useRouter()
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (value) => (value ? null : t`Give your password.`) },
  })
  const signIn = useAction({
    mutationFn: ({ password }: typeof form.values) =>
      call('signIn', { body: { userName: session.userName ?? '', password, organization: session.organizationName } }),
    // The cache must not keep the password.
    gcTime: 0,
    onSuccess: async (answer) => {
      queryClient.setQueryData(sessionQuery.queryKey, remember(answer))
      retryPages()
      await Promise.all([queryClient.invalidateQueries(), router.invalidate()])
    },
  })
  const providers = useSignInProviders(session.userName ?? '')
  const leave = (): void => {
    forgetSession()
    void router.navigate({ to: '/sign-in', ignoreBlocker: true })
  }
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      title={t`Sign in again`}
      zIndex={ON_TOP}
    >
      <form onSubmit={form.onSubmit((values) => signIn.mutate(values))} noValidate data-mantine-stop-propagation="true">
        <Stack>
          <Text size="sm">
            <Trans>Your session has ended. What you entered on this page stays as it is.</Trans>
          </Text>
          {signIn.error ? <ErrorState error={signIn.error} /> : null}
          <TextInput label={t`User name`} value={session.userName ?? ''} readOnly autoComplete="username" />
          <PasswordInput
            label={t`Password`}
            autoComplete="current-password"
            data-autofocus
            data-mantine-stop-propagation="true"
            visibilityToggleButtonProps={{ 'aria-label': t`Show the password`, tabIndex: 0 }}
            {...form.getInputProps('password')}
          />
          <Button type="submit" loading={signIn.isPending}>
            <Trans>Sign in</Trans>
          </Button>
          {providers.map(({ providerId, label }) => (
            // Another tab, because this page has what was entered. It hears from that tab that the session is there.
            <Button
              key={providerId}
              component="a"
              variant="default"
              href={`/sign-in/sso/${providerId}`}
              target="_blank"
              rel="noopener"
            >
              <Trans>Sign in with {label} in a new tab</Trans>
            </Button>
          ))}
          <Anchor component="button" type="button" size="sm" underline="always" onClick={leave}>
            <Trans>Sign in as someone else, without what was entered</Trans>
          </Anchor>
        </Stack>
      </form>
    </Modal>
  )
}

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { apiQuery } from '../../api/query.ts'
import { useAction } from '../../api/use-action.ts'
import { ErrorState, QueryState } from '../../components/states.tsx'
import { SmallPage } from './small-page.tsx'

/** Asks for a link to choose a new password, or says who can make one. */
export const ForgotPasswordPage = () => {
  const options = useQuery(apiQuery('getSignInOptions'))
  return (
    <SmallPage title={t`Forgot password?`}>
      <QueryState query={options} height={120}>
        {({ canResetByMail }) =>
          canResetByMail ? (
            <RequestForm />
          ) : (
            <Text size="sm">
              <Trans>
                Ask a global administrator of your organization for a link: with it you choose a new password yourself.
              </Trans>
            </Text>
          )
        }
      </QueryState>
      <Anchor component={Link} to="/sign-in" size="sm" underline="always">
        <Trans>Back to the sign-in</Trans>
      </Anchor>
    </SmallPage>
  )
}

const RequestForm = () => {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { userName: '', organization: '' },
    validate: { userName: (value) => (value.trim() ? null : t`Give your user name or e-mail address.`) },
  })
  const asking = useAction({
    mutationFn: ({ userName, organization }: typeof form.values) =>
      call('requestPasswordReset', {
        body: { userName: userName.trim(), ...(organization.trim() ? { organization: organization.trim() } : {}) },
      }),
  })
  if (asking.isSuccess) {
    return (
      <Text size="sm" role="status">
        <Trans>
          If there is such an account and it has an e-mail address, a link is on its way. It works once, for 24 hours. Nothing
          arrives? Look among unwanted mail. If your organization uses single sign-on, go back and sign in with that. Otherwise
          ask a global administrator of your organization.
        </Trans>
      </Text>
    )
  }
  return (
    <form onSubmit={form.onSubmit((values) => asking.mutate(values))} noValidate>
      <Stack>
        <Text size="sm">
          <Trans>We mail you a link with which you choose a new password.</Trans>
        </Text>
        {asking.error ? <ErrorState error={asking.error} /> : null}
        <TextInput label={t`User name or e-mail`} autoComplete="username" autoFocus {...form.getInputProps('userName')} />
        <TextInput
          label={t`Organization`}
          description={t`Only if you have accounts of several organizations.`}
          autoComplete="organization"
          {...form.getInputProps('organization')}
        />
        <Button type="submit" loading={asking.isPending}>
          <Trans>Mail me a link</Trans>
        </Button>
      </Stack>
    </form>
  )
}

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, PasswordInput, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query.ts'
import { remember, sessionQuery } from '../../api/session.ts'
import { useAction } from '../../api/use-action.ts'
import { AnchorLink } from '../../components/links.tsx'
import { SearchSelect } from '../../components/search-select.tsx'
import { ErrorState } from '../../components/states.tsx'
import { readerZone, TIME_ZONES } from '../../time/zoned-time.ts'
import { SmallFrame } from './small-page.tsx'

const MIN_PASSWORD = 12

const required = (message: string) => (value: string | null) => (value?.trim() ? null : message)

/** Creates the first administrator. The service prints a link that contains the set-up code after the #. */
export const SetUpPage = () => {
  const { hash } = useLocation()
  const router = useRouter()
  useEffect(() => {
    document.title = `${t`Set up`} · Rollcall`
  }, [])
  const form = useForm({
    initialValues: {
      code: hash,
      organizationName: '',
      timeZone: readerZone() as string | null,
      firstName: '',
      lastName: '',
      userName: '',
      password: '',
    },
    validate: {
      code: required(t`Give the code of the link.`),
      organizationName: required(t`Give the name of your organization.`),
      timeZone: required(t`Give its time zone.`),
      userName: required(t`Give the user name to sign in with.`),
      password: (value) => (value.length >= MIN_PASSWORD ? null : t`At least ${MIN_PASSWORD} characters.`),
    },
  })
  const setUp = useAction({
    mutationFn: ({ code, userName, ...values }: typeof form.values) =>
      call('setUp', { body: { ...values, code: code.trim(), userName: userName.trim() } }),
    onSuccess: (session) => {
      queryClient.clear()
      queryClient.setQueryData(sessionQuery.queryKey, remember(session))
      router.history.push('/')
    },
  })
  const { setFieldValue } = form
  // The link may be opened in a tab that shows this page already.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another link gives another code.
  useEffect(() => {
    if (hash === '') return
    setFieldValue('code', hash)
    setUp.reset()
  }, [hash])
  return (
    <SmallFrame maxWidth={520}>
      <form onSubmit={form.onSubmit((values) => setUp.mutate(values))} noValidate>
        <Stack>
          <Title order={1} size="h2">
            <Trans>Set up Rollcall</Trans>
          </Title>
          <Text size="sm" c="dimmed">
            <Trans>Makes the first administrator of your organization, once. Afterwards administrators give others access.</Trans>
          </Text>
          {setUp.error ? <ErrorState error={setUp.error} /> : null}
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput label={t`Organization`} autoComplete="organization" {...form.getInputProps('organizationName')} />
            <SearchSelect label={t`Time zone`} data={TIME_ZONES} {...form.getInputProps('timeZone')} />
            <TextInput label={t`First name`} autoComplete="given-name" {...form.getInputProps('firstName')} />
            <TextInput label={t`Last name`} autoComplete="family-name" {...form.getInputProps('lastName')} />
          </SimpleGrid>
          <TextInput
            label={t`User name`}
            description={t`As your directory has it, usually the e-mail address.`}
            autoComplete="username"
            {...form.getInputProps('userName')}
          />
          <PasswordInput
            label={t`Password`}
            description={t`At least ${MIN_PASSWORD} characters.`}
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': t`Show the password`, tabIndex: 0 }}
            {...form.getInputProps('password')}
          />
          <TextInput
            label={t`Set-up code`}
            description={t`The part after # of the set-up link. The service shows the link in its terminal when it starts, or its log names the file with it; npx rollcall org set-up prints a new one.`}
            autoComplete="off"
            {...form.getInputProps('code')}
          />
          <Button type="submit" loading={setUp.isPending}>
            <Trans>Set up</Trans>
          </Button>
          <AnchorLink to="/sign-in" search={{ stay: true }} size="sm" underline="always">
            <Trans>Sign in instead</Trans>
          </AnchorLink>
        </Stack>
      </form>
    </SmallFrame>
  )
}

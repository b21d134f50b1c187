import { Anchor, Button, Center, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { call } from '../../api/call.ts'
import { apiQuery, queryClient } from '../../api/query.ts'
import { remember, sessionQuery } from '../../api/session.ts'
import { useAction } from '../../api/use-action.ts'
import { ErrorState } from '../../components/states.tsx'

/** Accepts only pages of this app, because a forged link could otherwise redirect to any site. */
const safeNext = (next: string | undefined): string => (next && /^\/(?![/\\])/.test(next) ? next : '/')

export const SignInPage = () => {
  const { next } = useSearch({ from: '/sign-in' })
  const router = useRouter()
  const { data: session } = useQuery(sessionQuery)
  useEffect(() => {
    document.title = 'Sign in · Rollcall'
  }, [])
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { userName: '', password: '', organization: '' },
    validate: {
      userName: (value) => (value.trim() ? null : 'Give your user name.'),
      password: (value) => (value ? null : 'Give your password.'),
    },
  })
  const signIn = useAction({
    mutationFn: ({ organization, ...body }: typeof form.values) =>
      call('signIn', { body: organization.trim() ? { ...body, organization: organization.trim() } : body }),
    onSuccess: (answer) => {
      queryClient.clear()
      queryClient.setQueryData(sessionQuery.queryKey, remember(answer))
      router.history.push(safeNext(next))
    },
  })
  if (session && !session.isExpired && !signIn.isSuccess) return <Navigate to={safeNext(next)} replace />
  return (
    <Center mih="100dvh" p="md" component="main">
      <Paper withBorder p="xl" w="100%" maw={400}>
        <form onSubmit={form.onSubmit((values) => signIn.mutate(values))} noValidate>
          <Stack>
            <Title order={1} size="h2">
              Sign in to Rollcall
            </Title>
            {signIn.error ? <ErrorState error={signIn.error} /> : null}
            <TextInput label="User name" autoComplete="username" autoFocus {...form.getInputProps('userName')} />
            <PasswordInput
              label="Password"
              autoComplete="current-password"
              visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
              {...form.getInputProps('password')}
            />
            <TextInput
              label="Organization"
              description="Only where several on this service have a user of your name and signing in without it fails."
              autoComplete="organization"
              {...form.getInputProps('organization')}
            />
            <Button type="submit" loading={signIn.isPending}>
              Sign in
            </Button>
            <SetUpHint />
          </Stack>
        </form>
      </Paper>
    </Center>
  )
}

/** Shown while the service has no account yet. */
const SetUpHint = () => {
  const { data } = useQuery(apiQuery('getSetUp'))
  if (!data?.isOpen) return null
  return (
    <Text size="sm">
      No one can sign in yet.{' '}
      <Anchor component={Link} to="/set-up" inherit underline="always">
        Set up the first administrator
      </Anchor>
    </Text>
  )
}

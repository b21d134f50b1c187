import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Loader, Stack, Text, Title } from '@mantine/core'
import { Link, useParams, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query.ts'
import { remember, sessionQuery } from '../../api/session.ts'
import { useAction } from '../../api/use-action.ts'
import { FIRST_QUERY } from '../../shell/first-address.ts'
import { ProviderError } from './provider-error.tsx'
import { SmallFrame } from './small-page.tsx'
import { TrialResult } from './trial-result.tsx'
import { useSsoStart } from './use-sso-start.ts'

interface ProviderAnswer {
  readonly state: string
  readonly code: string | null
  readonly iss: string | null
  readonly error: string | null
  readonly errorDescription: string | null
}

/** The answer of the provider in the address; undefined if the page was opened without one. It is read once. */
const takeAnswer = (): ProviderAnswer | undefined => {
  const state = FIRST_QUERY.get('state')
  const [code, error] = [FIRST_QUERY.get('code'), FIRST_QUERY.get('error')]
  if (state === null || (code === null && error === null)) return undefined
  return { state, code, iss: FIRST_QUERY.get('iss'), error, errorDescription: FIRST_QUERY.get('error_description') }
}

/**
 * Where a provider sends the browser back. Without an answer in the address it starts a sign-in, so it can be a bookmark, or a tile of
 * the provider.
 */
export const SsoPage = () => {
  const { providerId } = useParams({ from: '/sign-in/sso/$providerId' })
  const [answer] = useState(takeAnswer)
  const router = useRouter()
  const start = useSsoStart()
  const finish = useAction({
    mutationFn: (given: ProviderAnswer) => call('finishSso', { body: { providerId, ...given } }),
    // The cache must not keep the code.
    gcTime: 0,
    onSuccess: ({ session, returnTo }) => {
      if (!session) return
      queryClient.clear()
      queryClient.setQueryData(sessionQuery.queryKey, remember(session))
      router.history.replace(returnTo)
    },
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs once for the address that the page was opened with
  useEffect(() => {
    document.title = `${t`Sign in`} · Rollcall`
    if (!answer) return start.mutate({ providerId })
    // The code stays in no history and no bookmark.
    window.history.replaceState(window.history.state, '', window.location.pathname)
    FIRST_QUERY.delete('state')
    finish.mutate(answer)
  }, [])
  const error = start.error ?? finish.error
  const trial = finish.data?.trial
  return (
    <SmallFrame maxWidth={trial ? 720 : 420}>
      <Stack>
        <Title order={1} size="h2">
          {trial ? t`Trial sign-in` : t`Sign in to Rollcall`}
        </Title>
        {error ? <ProviderError error={error} /> : null}
        {trial ? <TrialResult trial={trial} returnTo={finish.data?.returnTo ?? '/'} /> : null}
        {error ? (
          <Anchor component={Link} to="/sign-in" size="sm" underline="always">
            <Trans>Back to the sign-in page</Trans>
          </Anchor>
        ) : null}
        {error || trial ? null : (
          <Stack align="center" role="status">
            <Loader aria-hidden />
            <Text size="sm">{answer ? t`Signing you in…` : t`Going to your identity provider…`}</Text>
          </Stack>
        )}
      </Stack>
    </SmallFrame>
  )
}

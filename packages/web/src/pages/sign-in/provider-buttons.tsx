import { t } from '@lingui/core/macro'
import { Button, Stack } from '@mantine/core'
import type { SignInProvider } from '@rollcall/contract'
import { IconLogin2 } from '@tabler/icons-react'
import { ProviderError } from './provider-error.tsx'
import { useSsoStart } from './use-sso-start.ts'

interface Props {
  readonly providers: readonly SignInProvider[]
  readonly returnTo: string
  readonly userName: string
}

/** A button for each identity provider. It names organization and host, so that no one is led to a provider of another organization. */
export const ProviderButtons = ({ providers, returnTo, userName }: Props) => {
  const start = useSsoStart()
  if (providers.length === 0) return null
  const isOne = new Set(providers.map(({ organizationName }) => organizationName)).size === 1
  return (
    <Stack gap="xs">
      {start.error ? <ProviderError error={start.error} /> : null}
      {providers.map(({ providerId, label, organizationName, host }) => (
        <Button
          key={providerId}
          variant="default"
          leftSection={<IconLogin2 size={18} aria-hidden />}
          loading={start.isPending && start.variables?.providerId === providerId}
          title={`${organizationName}, ${host}`}
          onClick={() => start.mutate({ providerId, returnTo, loginHint: userName.includes('@') ? userName : undefined })}
        >
          {isOne ? t`Sign in with ${label}` : t`Sign in with ${label} (${organizationName})`}
        </Button>
      ))}
    </Stack>
  )
}

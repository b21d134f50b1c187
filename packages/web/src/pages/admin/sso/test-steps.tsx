import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, CopyButton, Group, Stack, Table, Text, UnstyledButton } from '@mantine/core'
import type { ProviderStep, ProviderStepName, ProviderTest } from '@rollcall/contract'

const STEP_WORDS: Readonly<Record<ProviderStepName, string>> = {
  discovery: t`Discovery document`,
  issuer: t`Issuer`,
  keys: t`Keys`,
  endpoints: t`Addresses`,
  pkce: 'PKCE',
  client: t`Client and secret`,
  'sign-out': t`Signing out`,
}

const LOOKS: Readonly<Record<ProviderStep['result'], { readonly word: string; readonly color: string }>> = {
  passed: { word: t`Passed`, color: 'var(--mantine-color-anchor)' },
  failed: { word: t`Failed`, color: 'var(--mantine-color-error)' },
  warning: { word: t`Warning`, color: 'var(--mantine-color-text)' },
  skipped: { word: t`Not checked`, color: 'var(--mantine-color-dimmed)' },
}

/** The steps of a test with what was found, and the addresses to enter at the provider. */
export const TestSteps = ({ test }: { test: ProviderTest }) => (
  <Stack mt="md" aria-live="polite">
    <Table aria-label={t`Steps of the test`} fz="sm" verticalSpacing={4}>
      <Table.Tbody>
        {test.steps.map(({ step, result, detail }) => (
          <Table.Tr key={step}>
            <Table.Th scope="row" w="22%">
              {STEP_WORDS[step]}
            </Table.Th>
            <Table.Td w={110}>
              <Badge variant="outline" tt="none" style={{ color: LOOKS[result].color, borderColor: LOOKS[result].color }}>
                {LOOKS[result].word}
              </Badge>
            </Table.Td>
            {/* The service says it in English. */}
            <Table.Td lang="en" style={{ overflowWrap: 'anywhere' }}>
              {detail}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
    <Text size="sm" fw={600}>
      <Trans>Enter at the provider</Trans>
    </Text>
    <Address name={t`Redirect URI`} value={test.redirectUri} />
    <Address name={t`After signing out`} value={test.postLogoutRedirectUri} />
    <Address name={t`Back-channel logout`} value={test.backChannelLogoutUri} />
  </Stack>
)

const Address = ({ name, value }: { name: string; value: string }) => (
  <Group gap="xs" wrap="nowrap">
    <Text size="sm" w="22%" miw={130} style={{ flexShrink: 0 }}>
      {name}
    </Text>
    <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
      {value}
    </Text>
    <CopyButton value={value} timeout={3000}>
      {({ copied, copy }) => (
        <UnstyledButton fz="sm" td="underline" onClick={copy} aria-label={t`Copy: ${name}`}>
          {copied ? t`Copied` : t`Copy`}
        </UnstyledButton>
      )}
    </CopyButton>
  </Group>
)

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Anchor, Stack, Text } from '@mantine/core'
import type { SsoTrial, UserRole } from '@rollcall/contract'
import { Link } from '@tanstack/react-router'
import { Facts } from '../../components/facts.tsx'
import { ROLE_NAMES } from '../../components/role-names.ts'

const outcomeOf = ({ refusal, isNew }: SsoTrial): string => {
  if (refusal !== null) return refusal
  return isNew ? t`The sign-in works. You would become a new user.` : t`The sign-in works: it finds your user.`
}

/** What a trial sign-in found: what the provider said, and what a sign-in would do. */
export const TrialResult = ({ trial, returnTo }: { trial: SsoTrial; returnTo: string }) => {
  const roles = trial.roles.map((role) => ROLE_NAMES[role as UserRole]).join(', ')
  return (
    <Stack>
      <Alert
        color={trial.refusal === null ? 'petrol' : 'red'}
        variant="outline"
        styles={{ title: { color: 'inherit' } }}
        title={trial.refusal === null ? t`It works` : t`It would be refused`}
      >
        {outcomeOf(trial)}
      </Alert>
      {trial.refusal === null ? <Text size="sm">{t`Roles: ${roles}`}</Text> : null}
      <Facts
        label={t`What the provider said about you`}
        nameWidth="35%"
        facts={trial.claims.map(({ name, value }) => [name, value] as const)}
      />
      <Text size="sm" c="dimmed">
        <Trans>No one was signed in, and nothing was changed.</Trans>
      </Text>
      <Anchor component={Link} to={returnTo} size="sm" underline="always">
        <Trans>Back to the identity providers</Trans>
      </Anchor>
    </Stack>
  )
}

import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { TextLink } from '../../../components/links.tsx'
import type { StepName } from './progress.ts'

/** Where a step that is done is continued later. */
const MORE: Readonly<Partial<Record<StepName, ReactNode>>> = {
  building: (
    <Trans>
      More buildings, levels and desks:{' '}
      <TextLink underline="always" to="/admin/places">
        Places
      </TextLink>
    </Trans>
  ),
  plan: (
    <Trans>
      Floor plans of other levels are on their pages under{' '}
      <TextLink underline="always" to="/admin/places">
        Places
      </TextLink>
    </Trans>
  ),
  people: (
    <Trans>
      More people:{' '}
      <TextLink underline="always" to="/admin/import">
        import a CSV file
      </TextLink>
      , connect a directory under{' '}
      <TextLink underline="always" to="/admin/provisioning">
        Provisioning
      </TextLink>
      , or add them under{' '}
      <TextLink underline="always" to="/admin/users">
        Users
      </TextLink>
    </Trans>
  ),
  key: (
    <Trans>
      More keys:{' '}
      <TextLink underline="always" to="/admin/keys">
        Keys
      </TextLink>
    </Trans>
  ),
  event: (
    <Trans>
      What each system sends:{' '}
      <TextLink underline="always" to="/sources">
        Sources
      </TextLink>
    </Trans>
  ),
}

/** What a step that is done still leads to. */
export const More = ({ step }: { step: StepName }) =>
  MORE[step] ? (
    <Text size="xs" c="dimmed" mt={2} ps={22}>
      {MORE[step]}
    </Text>
  ) : null

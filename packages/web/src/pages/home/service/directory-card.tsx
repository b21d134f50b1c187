import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Stack, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { allPages } from '../../../api/query.ts'
import { AnchorLink, TextLink } from '../../../components/links.tsx'
import { Signal } from '../../../components/signal.tsx'
import { durationText } from '../../../time/zoned-time.ts'
import { Card } from '../shared/card.tsx'

/** Who keeps people and groups current, and whether sources disagree. */
export const DirectoryCard = () => (
  <Card
    title={t`People and groups`}
    more={
      <AnchorLink to="/admin/provisioning" size="sm">
        <Trans>Provisioning</Trans>
      </AnchorLink>
    }
    height={60}
  >
    <Directory />
  </Card>
)

const Directory = () => {
  const { data, dataUpdatedAt } = useSuspenseQuery(allPages('listProvisioningProviders', {}))
  if (data.items.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        <Trans>
          No directory sends people yet.{' '}
          <TextLink underline="always" to="/admin/import">
            Import a file
          </TextLink>
          , or connect Entra ID or Okta under{' '}
          <TextLink underline="always" to="/admin/provisioning">
            Provisioning
          </TextLink>
          .
        </Trans>
      </Text>
    )
  }
  return (
    <Stack gap="xs">
      {data.items.map(({ providerId, name, users, groups, conflicts, lastSync }) => (
        <Stack key={providerId} gap={2}>
          <Signal tone={lastSync === null ? 'none' : conflicts > 0 ? 'warning' : 'good'}>
            {lastSync === null
              ? t`${name} has not called yet`
              : conflicts > 0
                ? t`${name}: ${plural(conflicts, { one: '# conflict', other: '# conflicts' })}`
                : name}
          </Signal>
          {lastSync ? <LastSync {...{ users, groups, lastSync, now: dataUpdatedAt }} /> : null}
        </Stack>
      ))}
    </Stack>
  )
}

interface LastSyncProps {
  readonly users: number
  readonly groups: number
  readonly lastSync: { readonly lastCallAt: string; readonly refused: number }
  readonly now: number
}

const LastSync = ({ users, groups, lastSync: { lastCallAt, refused }, now }: LastSyncProps) => {
  const age = durationText(now - Date.parse(lastCallAt))
  return (
    <Text size="sm">
      {t`${plural(users, { one: '# user', other: '# users' })} and ${plural(groups, { one: '# group', other: '# groups' })}; last call ${age} ago`}
      {refused > 0 ? plural(refused, { one: ', # call refused', other: ', # calls refused' }) : ''}
    </Text>
  )
}

import { Stack, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { apiQuery } from '../../../api/query.ts'
import { countOf } from '../../../components/format.ts'
import { AnchorLink, TextLink } from '../../../components/links.tsx'
import { Signal } from '../../../components/signal.tsx'
import { durationText } from '../../../time/zoned-time.ts'
import { Card } from '../shared/card.tsx'

/** Who keeps people and groups current, and whether sources disagree. */
export const DirectoryCard = () => (
  <Card
    title="People and groups"
    more={
      <AnchorLink to="/admin/provisioning" size="sm">
        Provisioning
      </AnchorLink>
    }
    height={60}
  >
    <Directory />
  </Card>
)

const Directory = () => {
  const { data, dataUpdatedAt } = useSuspenseQuery(apiQuery('listProvisioningProviders', { query: { limit: 20 } }))
  if (data.items.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No directory sends people yet.{' '}
        <TextLink underline="always" to="/admin/import">
          Import a file
        </TextLink>
        , or connect Entra ID or Okta under{' '}
        <TextLink underline="always" to="/admin/provisioning">
          Provisioning
        </TextLink>
        .
      </Text>
    )
  }
  return (
    <Stack gap="xs">
      {data.items.map(({ providerId, name, users, groups, conflicts, lastSync }) => (
        <Stack key={providerId} gap={2}>
          <Signal tone={lastSync === null ? 'none' : conflicts > 0 ? 'warning' : 'good'}>
            {lastSync === null
              ? `${name} has not called yet`
              : conflicts > 0
                ? `${name}: ${countOf(conflicts, 'conflict')}`
                : name}
          </Signal>
          {lastSync ? (
            <Text size="sm">
              {`${countOf(users, 'user')} and ${countOf(groups, 'group')}; last call ${durationText(dataUpdatedAt - Date.parse(lastSync.lastCallAt))} ago`}
              {lastSync.refused > 0 ? `, ${countOf(lastSync.refused, 'call')} refused` : ''}
            </Text>
          ) : null}
        </Stack>
      ))}
    </Stack>
  )
}

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text, Title } from '@mantine/core'
import { personName, showNumber } from '../../../components/format.ts'
import { EmptyState } from '../../../components/states.tsx'
import type { ListColumn } from '../../../components/table/columns.ts'
import { FactTable } from '../../../components/table/fact-table.tsx'
import { timeOf, zoneName } from '../../../time/zoned-time.ts'
import type { Floor, LivePerson } from './apply-news.ts'

export const whereIs = ({ nodeName, zoneName: zone, levelName }: LivePerson): string =>
  [nodeName, zone, levelName].filter(Boolean).join(', ') || t`Somewhere in the building`

/** The people in the building, latest first. */
export const LivePeople = ({ floor }: { floor: Floor }) => {
  const zone = zoneName(floor.timeZone)
  const { people, presentCount, hiddenCount } = floor
  const shown = showNumber(people.length)
  const columns: readonly ListColumn<LivePerson>[] = [
    { key: 'name', name: t`Name`, value: personName },
    {
      key: 'seen',
      name: t`Seen last at`,
      value: ({ seenAt }) => seenAt,
      show: ({ seenAt }) => timeOf(seenAt, floor.timeZone),
    },
    { key: 'where', name: t`Where`, value: whereIs },
  ]
  return (
    <section>
      <Title order={2} size="h4" mb="xs">
        <Trans>People</Trans>
      </Title>
      {people.length < presentCount - hiddenCount ? (
        <Text size="sm" mb="xs">
          <Trans>Only the {shown} people who were seen last are listed, shown on the map and counted by zone.</Trans>
        </Text>
      ) : null}
      {people.length === 0 ? (
        <EmptyState title={t`No one was seen here today`} height={120} />
      ) : (
        <FactTable
          id="people"
          label={t`People in the building`}
          columns={columns}
          rows={people}
          rowKey={({ userId }) => userId}
          minWidth={420}
        />
      )}
      <Text size="xs" c="dimmed" mt={4}>
        <Trans>Times are those of the building ({zone}).</Trans>
      </Text>
    </section>
  )
}

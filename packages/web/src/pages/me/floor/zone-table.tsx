import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Title } from '@mantine/core'
import type { ListColumn } from '../../../components/table/columns.ts'
import { FactTable } from '../../../components/table/fact-table.tsx'
import type { Floor } from './apply-news.ts'

/** A table of the zones and their current use. */
export const ZoneTable = ({ floor }: { floor: Floor }) => {
  const columns: readonly ListColumn<Floor['zones'][number]>[] = [
    { key: 'zoneName', name: t`Zone`, value: ({ zoneName }) => zoneName },
    { key: 'levelName', name: t`Level`, isChoice: true, value: ({ levelName }) => levelName },
    { key: 'seats', name: t`Seats`, value: ({ seats }) => seats },
    { key: 'booked', name: t`Booked today`, value: ({ booked }) => booked },
    {
      key: 'seen',
      name: t`Seen there last`,
      value: ({ zoneId }) => floor.people.filter((person) => person.zoneId === zoneId).length,
    },
    { key: 'occupied', name: t`Desks occupied`, value: ({ occupied }) => occupied },
  ]
  return (
    <section>
      <Title order={2} size="h4" mb="xs">
        <Trans>Levels and zones</Trans>
      </Title>
      <FactTable
        id="zones"
        label={t`Levels and zones`}
        columns={columns}
        rows={floor.zones}
        rowKey={({ zoneId }) => zoneId}
        minWidth={560}
      />
    </section>
  )
}

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Title } from '@mantine/core'
import type { Column } from '../../../components/table/columns.ts'
import { DataTable } from '../../../components/table/data-table.tsx'
import type { Floor } from './apply-news.ts'

/** A table of the zones and their current use. */
export const ZoneTable = ({ floor }: { floor: Floor }) => {
  const columns: readonly Column<Floor['zones'][number]>[] = [
    { name: t`Zone`, value: ({ zoneName }) => zoneName },
    { name: t`Level`, value: ({ levelName }) => levelName },
    { name: t`Seats`, value: ({ seats }) => seats },
    { name: t`Booked today`, value: ({ booked }) => booked },
    { name: t`Seen there last`, value: ({ zoneId }) => floor.people.filter((person) => person.zoneId === zoneId).length },
    { name: t`Desks occupied`, value: ({ occupied }) => occupied },
  ]
  return (
    <section>
      <Title order={2} size="h4" mb="xs">
        <Trans>Levels and zones</Trans>
      </Title>
      <DataTable
        label={t`Levels and zones`}
        columns={columns}
        rows={floor.zones}
        rowKey={({ zoneId }) => zoneId}
        minWidth={560}
      />
    </section>
  )
}

import { t } from '@lingui/core/macro'
import type { LocationPeriod } from '@rollcall/contract'
import { call } from '../../../api/call.ts'
import type { ListColumn } from '../../../components/table/columns.ts'
import { HistoryTable } from '../shared/history-table.tsx'

const COLUMNS: readonly ListColumn<LocationPeriod>[] = [
  { key: 'locationName', name: t`Name`, value: ({ locationName }) => locationName },
  { key: 'capacity', name: t`Desks and places`, value: ({ capacity }) => capacity },
  { key: 'status', name: t`Status`, value: ({ status }) => (status === 'active' ? t`Active` : t`Inactive`) },
]

/** Name and capacity of a building in the past: its utilization divides by the desks of then. */
export const BuildingHistory = ({ locationId }: { locationId: string }) => (
  <HistoryTable
    label={t`History of the building`}
    operation="listLocationHistory"
    of={locationId}
    read={(query, signal) => call('listLocationHistory', { params: { locationId }, query, signal })}
    columns={COLUMNS}
    empty={t`Nothing is known about it.`}
  />
)

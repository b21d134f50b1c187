import { type AttendanceFigures, type AttendanceKpis, KPI_DEFINITIONS } from '@rollcall/contract'
import type { Column } from '../../../components/chart/columns.ts'
import { CsvButton } from '../../../components/chart/csv-button.tsx'
import { DataTable } from '../../../components/chart/data-table.tsx'
import { FigureFrame } from '../../../components/chart/figure-frame.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { ScopeLink } from '../figures/scope-link.tsx'
import { showFigure } from '../figures/show.ts'
import { WithheldText } from '../figures/withheld.tsx'

type Row = AttendanceFigures['locations'][number]

const TITLE = 'Attendance by location'

const kpi = (name: keyof AttendanceKpis): Column<Row> => ({
  name: KPI_DEFINITIONS[name].name,
  value: ({ kpis }) => kpis[name],
  show: ({ kpis }) => showFigure(kpis[name], KPI_DEFINITIONS[name].unit),
  align: 'right',
})

const nameOf = ({ locationName }: Row): string => locationName ?? 'No building'

const LocationLink = ({ row }: { row: Row }) => (
  <ScopeLink to="/analytics/attendance" search={(before) => ({ ...before, locations: row.locationId ?? 'none' })} inherit>
    {nameOf(row)}
  </ScopeLink>
)

const COLUMNS: readonly Column<Row>[] = [
  { name: 'Location', value: nameOf, render: (row) => <LocationLink row={row} /> },
  kpi('averageDaily'),
  kpi('attendanceRate'),
  kpi('weeklyPeak'),
  kpi('weeklyLow'),
  kpi('p90'),
  kpi('averagePlanned'),
  kpi('seenPerPlanned'),
  kpi('noShowRate'),
  kpi('people'),
]

/** Building by building. */
export const LocationTable = ({ locations }: { locations: readonly Row[] }) => (
  <FigureFrame
    title={TITLE}
    description="The location of the booking, else where somebody was, else the primary one. A link narrows the scope."
    actions={<CsvButton title={TITLE} columns={COLUMNS} rows={locations} />}
  >
    {locations.length === 0 ? (
      <EmptyState title="No location in this scope" height={120} />
    ) : (
      <DataTable
        label={TITLE}
        columns={COLUMNS}
        rows={locations}
        rowKey={({ locationId }) => locationId ?? 'none'}
        maxHeight={480}
        minWidth={900}
        inPlaceOf={({ hidden }) => (hidden ? <WithheldText /> : null)}
      />
    )}
  </FigureFrame>
)

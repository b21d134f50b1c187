import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { AttendanceFigures, AttendanceKpis } from '@rollcall/contract'
import { FigureFrame } from '../../../components/chart/figure-frame.tsx'
import { AnchorLink, TextLink } from '../../../components/links.tsx'
import { EmptyState } from '../../../components/states.tsx'
import type { ListColumn } from '../../../components/table/columns.ts'
import { FactTable } from '../../../components/table/fact-table.tsx'
import { WithheldText } from '../figures/figures-query.tsx'
import { KPIS } from '../figures/kpis.ts'
import { nameOf } from '../figures/location-name.ts'
import { showFigure, showHeading } from '../figures/show.ts'

type Row = AttendanceFigures['locations'][number]

const TITLE = t`Attendance by building`

const kpi = (name: keyof AttendanceKpis, isExtra = false): ListColumn<Row> => ({
  key: name,
  name: showHeading(KPIS[name]),
  short: KPIS[name].name,
  value: ({ kpis }) => kpis[name],
  show: ({ kpis }) => (isUnmeasured(kpis, name) ? t`not measured` : showFigure(kpis[name], KPIS[name].unit)),
  align: 'right',
  isExtra,
})

/** Whether the row has no attendance because presence is not reported; it says so once. */
const isUnmeasured = ({ averageDaily, workdays }: AttendanceKpis, name: keyof AttendanceKpis): boolean =>
  name === 'averageDaily' && averageDaily === null && (workdays ?? 0) > 0

const LocationLink = ({ row }: { row: Row }) => (
  <AnchorLink to="/analytics/attendance" search={(before) => ({ ...before, locations: row.locationId ?? 'none' })} inherit>
    {nameOf(row)}
  </AnchorLink>
)

const COLUMNS: readonly ListColumn<Row>[] = [
  { key: 'location', name: t`Building`, value: nameOf, render: (row) => <LocationLink row={row} /> },
  kpi('averageDaily'),
  kpi('attendanceRate'),
  kpi('weeklyPeak'),
  kpi('weeklyLow', true),
  kpi('p90'),
  kpi('averagePlanned'),
  kpi('seenPerPlanned'),
  kpi('noShowRate'),
  {
    key: 'released',
    name: t`Bookings released (not checked in)`,
    short: t`Bookings released`,
    value: ({ released }) => released,
    align: 'right',
    isExtra: true,
  },
  kpi('people'),
]

/** Building by building. */
export const LocationTable = ({ locations }: { locations: readonly Row[] }) => (
  <FigureFrame
    title={TITLE}
    description={t`Who came is counted where people were seen, who was expected by booking or plan: a person booked in one building and seen in another came there and is a no-show here. A link narrows the scope.`}
  >
    {locations.length === 0 ? (
      <EmptyState title={t`There are no buildings in this scope`} height={120}>
        <Trans>
          Administrators add buildings under{' '}
          <TextLink underline="always" to="/admin/places">
            Places
          </TextLink>
          .
        </Trans>
      </EmptyState>
    ) : (
      <FactTable
        id="locations"
        label={TITLE}
        columns={COLUMNS}
        rows={locations}
        rowKey={({ locationId }) => locationId ?? 'none'}
        maxHeight={480}
        minWidth={900}
        inPlaceOf={({ hidden, withheld }) => (hidden ? <WithheldText withheld={withheld} /> : null)}
      />
    )}
  </FigureFrame>
)

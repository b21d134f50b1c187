import type { FutureFigures } from '@rollcall/contract'
import { countOf } from '../../../components/format.ts'
import type { Column } from '../../../components/table/columns.ts'
import { DayShare, DaysAheadTable } from '../figures/days-ahead-table.tsx'
import { showFigure, showWhole } from '../figures/show.ts'
import { type AheadDay, fullestOf, overfullOf, shareOf } from './ahead-days.ts'

type Location = FutureFigures['locations'][number]

const FILE_COLUMNS: readonly Column<AheadDay>[] = [
  { name: 'Planned', value: ({ planned }) => planned },
  { name: 'Booked', value: ({ booked }) => booked },
]

const FullestDay = ({ location }: { location: Location }) => {
  const fullest = fullestOf(location)
  if (!fullest) return 'nothing booked'
  return <DayShare day={fullest.day} share={shareOf(location, fullest.booked)} />
}

const COLUMNS: readonly Column<Location>[] = [
  {
    name: 'Fullest day',
    value: (location) => fullestOf(location)?.day ?? null,
    render: (location) => <FullestDay location={location} />,
  },
  {
    name: 'Planned beyond capacity',
    value: overfullOf,
    show: (location) => {
      const overfull = overfullOf(location)
      return overfull === 0 ? 'never' : `▲ ${countOf(overfull, 'day')}`
    },
  },
]

/** The booked share of the capacity, by building and day. */
export const AheadTable = ({ locations }: { locations: readonly Location[] }) => (
  <DaysAheadTable
    title="Bookings of the days ahead"
    description="Booked on each day, and its share of the capacity."
    locations={locations}
    columns={COLUMNS}
    fileColumns={FILE_COLUMNS}
    people={({ booked }) => booked}
    show={showWhole}
    note={({ booked }, location) => showFigure(shareOf(location, booked), 'share')}
    widths={[520, 72]}
  />
)

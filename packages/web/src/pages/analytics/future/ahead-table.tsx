import { plural, t } from '@lingui/core/macro'
import type { FutureFigures } from '@rollcall/contract'
import type { Column, ListColumn } from '../../../components/table/columns.ts'
import { DayShare, DaysAheadTable } from '../figures/days-ahead-table.tsx'
import { showFigure, showWhole } from '../figures/show.ts'
import { type AheadDay, fullestOf, overfullOf, shareOf } from './ahead-days.ts'

type Location = FutureFigures['locations'][number]

const FILE_COLUMNS: readonly Column<AheadDay>[] = [
  { name: t`Planned`, value: ({ planned }) => planned },
  { name: t`Booked`, value: ({ booked }) => booked },
]

const FullestDay = ({ location }: { location: Location }) => {
  const fullest = fullestOf(location)
  if (!fullest) return t`nothing booked`
  return <DayShare day={fullest.day} share={shareOf(location, fullest.booked)} />
}

const COLUMNS: readonly ListColumn<Location>[] = [
  {
    key: 'fullest',
    name: t`Fullest day`,
    value: (location) => fullestOf(location)?.day ?? null,
    render: (location) => <FullestDay location={location} />,
  },
  {
    key: 'overfull',
    name: t`Planned beyond capacity`,
    value: overfullOf,
    show: (location) => {
      const overfull = overfullOf(location)
      return overfull === 0 ? t`never` : t`▲ ${plural(overfull, { one: '# day', other: '# days' })}`
    },
  },
]

/** The booked share of the capacity, by building and day. */
export const AheadTable = ({ locations }: { locations: readonly Location[] }) => (
  <DaysAheadTable
    title={t`Bookings of the days ahead`}
    description={
      locations.some(({ days }) => days.some(({ planned, booked }) => planned + booked > 0))
        ? t`Booked on each day, and its share of the capacity.`
        : t`Nothing is planned or booked on these days yet.`
    }
    locations={locations}
    columns={COLUMNS}
    busiest="fullest"
    fileColumns={FILE_COLUMNS}
    people={({ booked }) => booked}
    show={showWhole}
    note={({ booked }, location) => showFigure(shareOf(location, booked), 'share')}
    widths={[520, 72]}
  />
)

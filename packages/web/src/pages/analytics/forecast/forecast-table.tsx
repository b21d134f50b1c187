import { t } from '@lingui/core/macro'
import type { Column, ListColumn } from '../../../components/table/columns.ts'
import { DayShare, DaysAheadTable } from '../figures/days-ahead-table.tsx'
import { showAmount } from '../figures/show.ts'
import { bandOf, busiestOf, type ForecastDay, type Location } from './forecast-days.ts'

const FILE_COLUMNS: readonly Column<ForecastDay>[] = [
  { name: t`Expected`, value: ({ expected }) => expected },
  { name: t`Low`, value: ({ low }) => low },
  { name: t`High`, value: ({ high }) => high },
  { name: t`Planned`, value: ({ planned }) => planned },
  { name: t`Booked`, value: ({ booked }) => booked },
]

const BusiestDay = ({ location }: { location: Location }) => {
  const busiest = busiestOf(location)
  if (!busiest) return '–'
  return <DayShare day={busiest.day} share={location.capacity > 0 ? (busiest.expected ?? 0) / location.capacity : null} />
}

const COLUMNS: readonly ListColumn<Location>[] = [
  {
    key: 'busiest',
    name: t`Busiest day, share of capacity`,
    value: (location) => busiestOf(location)?.day ?? null,
    render: (location) => <BusiestDay location={location} />,
  },
]

/** The expected people by building and day, each with its band. */
export const ForecastTable = ({ locations }: { locations: readonly Location[] }) => (
  <DaysAheadTable
    title={t`Expected people of the days ahead`}
    description={
      locations.some(({ days }) => days.some(({ expected }) => expected !== null))
        ? t`Expected people of each day, and the numbers between which four of five days lie.`
        : t`No building has a forecast; its chart below says why.`
    }
    locations={locations}
    columns={COLUMNS}
    busiest="busiest"
    fileColumns={FILE_COLUMNS}
    people={({ expected }) => expected}
    show={showAmount}
    note={(day) => (day.dayType === null ? bandOf(day) : (day.dayName ?? t`closed`))}
    widths={[420, 92]}
  />
)

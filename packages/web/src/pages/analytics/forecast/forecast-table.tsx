import { Box, Text } from '@mantine/core'
import { stepOf, useChartLook } from '../../../components/chart/chart-look.ts'
import type { Column } from '../../../components/chart/columns.ts'
import { CsvButton } from '../../../components/chart/csv-button.tsx'
import { DataTable } from '../../../components/chart/data-table.tsx'
import { FigureFrame } from '../../../components/chart/figure-frame.tsx'
import { showAmount, showFigure, showWeekdayAndDay } from '../figures/show.ts'
import { bandOf, busiestOf, type ForecastDay, type Location, nameOf } from './forecast-days.ts'

interface FileRow {
  readonly location: Location
  readonly day: ForecastDay
}

const TITLE = 'Expected people of the days ahead'

const FILE_COLUMNS: readonly Column<FileRow>[] = [
  { name: 'Location', value: ({ location }) => nameOf(location) },
  { name: 'Day', value: ({ day: { day } }) => day },
  { name: 'Expected', value: ({ day: { expected } }) => expected },
  { name: 'Low', value: ({ day: { low } }) => low },
  { name: 'High', value: ({ day: { high } }) => high },
  { name: 'Planned', value: ({ day: { planned } }) => planned },
  { name: 'Booked', value: ({ day: { booked } }) => booked },
  { name: 'Capacity', value: ({ location: { capacity } }) => capacity },
]

/** The expected number of a day with its band, on a background that is darker the fuller the building is. */
const ExpectedCell = ({ capacity, day }: { readonly capacity: number; readonly day: ForecastDay | undefined }) => {
  const look = useChartLook()
  if (!day || day.expected === null) return '–'
  const step = stepOf(look, capacity > 0 ? day.expected / capacity : 0)
  return (
    <Box px={6} py={2} bg={step.color} c={step.text} style={{ borderRadius: 4, whiteSpace: 'nowrap' }} ta="right">
      {showAmount(day.expected)}
      <Box fz={11}>{day.dayType === null ? bandOf(day) : (day.dayName ?? 'closed')}</Box>
    </Box>
  )
}

const BusiestDay = ({ location }: { location: Location }) => {
  const busiest = busiestOf(location)
  if (!busiest) return '–'
  const share = location.capacity > 0 ? (busiest.expected ?? 0) / location.capacity : null
  return (
    <Text span inherit style={{ whiteSpace: 'nowrap' }}>
      {showWeekdayAndDay(busiest.day)}: {showFigure(share, 'share')}
    </Text>
  )
}

/** The expected people by building and day. */
export const ForecastTable = ({ locations }: { locations: readonly Location[] }) => {
  const days = [...new Set(locations.flatMap((location) => location.days.map(({ day }) => day)))].sort()
  const columns: readonly Column<Location>[] = [
    { name: 'Location', value: nameOf },
    { name: 'Capacity', value: ({ capacity }) => capacity },
    {
      name: 'Busiest day, share of capacity',
      value: (location) => busiestOf(location)?.day ?? null,
      render: (location) => <BusiestDay location={location} />,
    },
    ...days.map(
      (day): Column<Location> => ({
        name: showWeekdayAndDay(day),
        value: (location) => location.days.find((one) => one.day === day)?.expected ?? null,
        render: (location) => <ExpectedCell capacity={location.capacity} day={location.days.find((one) => one.day === day)} />,
        align: 'right',
      }),
    ),
  ]
  const fileRows = locations.flatMap((location) => location.days.map((day) => ({ location, day })))
  return (
    <FigureFrame
      title={TITLE}
      description="Expected people of each day, and the numbers between which four of five days lie."
      actions={<CsvButton title={TITLE} columns={FILE_COLUMNS} rows={fileRows} />}
    >
      <DataTable
        label={TITLE}
        columns={columns}
        rows={locations}
        rowKey={({ locationId }) => locationId ?? 'none'}
        maxHeight={480}
        minWidth={420 + days.length * 92}
      />
    </FigureFrame>
  )
}

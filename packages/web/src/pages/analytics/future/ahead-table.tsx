import { Box, Text } from '@mantine/core'
import type { FutureFigures } from '@rollcall/contract'
import { type ChartLook, stepOf, useChartLook } from '../../../components/chart/chart-look.ts'
import type { Column } from '../../../components/chart/columns.ts'
import { CsvButton } from '../../../components/chart/csv-button.tsx'
import { DataTable } from '../../../components/chart/data-table.tsx'
import { FigureFrame } from '../../../components/chart/figure-frame.tsx'
import { countOf } from '../../../components/format.ts'
import { showFigure, showWeekdayAndDay, showWhole } from '../figures/show.ts'
import { type AheadDay, fullestOf, overfullOf, shareOf } from './ahead-days.ts'

interface Props {
  readonly look: ChartLook
  readonly capacity: number
  readonly day: AheadDay | undefined
}

/** The bookings of a day, on a background that is darker the fuller the building is. */
const ShareCell = ({ look, capacity, day }: Props) => {
  if (!day) return '–'
  const share = capacity > 0 ? day.booked / capacity : null
  const step = stepOf(look, share ?? 0)
  return (
    <Box px={6} py={2} bg={step.color} c={step.text} style={{ borderRadius: 4 }} ta="right">
      {showWhole(day.booked)}
      <Box fz={11}>{showFigure(share, 'share')}</Box>
    </Box>
  )
}

type Location = FutureFigures['locations'][number]

interface FileRow {
  readonly location: Location
  readonly day: Location['days'][number]
}

const TITLE = 'Bookings of the days ahead'

const nameOf = ({ locationName }: Location): string => locationName ?? 'No building'

const FILE_COLUMNS: readonly Column<FileRow>[] = [
  { name: 'Location', value: ({ location }) => nameOf(location) },
  { name: 'Day', value: ({ day: { day } }) => day },
  { name: 'Planned', value: ({ day: { planned } }) => planned },
  { name: 'Booked', value: ({ day: { booked } }) => booked },
  { name: 'Capacity', value: ({ location: { capacity } }) => capacity },
]

const FullestDay = ({ location }: { location: Location }) => {
  const fullest = fullestOf(location)
  if (!fullest) return 'nothing booked'
  return (
    <Text span inherit style={{ whiteSpace: 'nowrap' }}>
      {showWeekdayAndDay(fullest.day)}: {showFigure(shareOf(location, fullest.booked), 'share')}
    </Text>
  )
}

/** The booked share of the capacity, by building and day. */
export const AheadTable = ({ locations }: { locations: readonly Location[] }) => {
  const look = useChartLook()
  const days = [...new Set(locations.flatMap((location) => location.days.map(({ day }) => day)))].sort()
  const columns: readonly Column<Location>[] = [
    { name: 'Location', value: nameOf },
    { name: 'Capacity', value: ({ capacity }) => capacity },
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
    ...days.map(
      (day): Column<Location> => ({
        name: showWeekdayAndDay(day),
        value: (location) => location.days.find((one) => one.day === day)?.booked ?? null,
        render: (location) => (
          <ShareCell look={look} capacity={location.capacity} day={location.days.find((one) => one.day === day)} />
        ),
        align: 'right',
      }),
    ),
  ]
  const fileRows = locations.flatMap((location) => location.days.map((day) => ({ location, day })))
  return (
    <FigureFrame
      title={TITLE}
      description="Booked on each day, and its share of the capacity."
      actions={<CsvButton title={TITLE} columns={FILE_COLUMNS} rows={fileRows} />}
    >
      <DataTable
        label={TITLE}
        columns={columns}
        rows={locations}
        rowKey={({ locationId }) => locationId ?? 'none'}
        maxHeight={480}
        minWidth={520 + days.length * 72}
      />
    </FigureFrame>
  )
}

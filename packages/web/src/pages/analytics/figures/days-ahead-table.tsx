import { t } from '@lingui/core/macro'
import { Box, Text } from '@mantine/core'
import { stepOf, useChartLook } from '../../../components/chart/chart-look.ts'
import { FigureFrame } from '../../../components/chart/figure-frame.tsx'
import type { Column, ListColumn } from '../../../components/table/columns.ts'
import { CsvButton } from '../../../components/table/csv-button.tsx'
import { FactTable } from '../../../components/table/fact-table.tsx'
import { nameOf } from './location-name.ts'
import { showFigure, showWeekdayAndDay } from './show.ts'

interface DayAhead {
  readonly day: string
}

interface Building<Day> {
  readonly locationId: string | null
  readonly locationName: string | null
  readonly capacity: number
  readonly days: readonly Day[]
}

interface Props<Day, Row> {
  readonly title: string
  readonly description: string
  readonly locations: readonly Row[]
  /** The columns between the capacity and the days. */
  readonly columns: readonly ListColumn<Row>[]
  /** The columns of the file between the day and the capacity. */
  readonly fileColumns: readonly Column<Day>[]
  /** The number of people on a day; null if it is not known. */
  readonly people: (day: Day) => number | null
  readonly show: (people: number) => string
  /** What stands below the number. */
  readonly note: (day: Day, location: Row) => string
  /** The width of the columns before the days, and of a day, in pixels. */
  readonly widths: readonly [number, number]
}

/** People by building and day, on a background that is darker the fuller the building is. */
export const DaysAheadTable = <Day extends DayAhead, Row extends Building<Day>>(props: Props<Day, Row>) => {
  const { title, description, locations, columns, fileColumns, people, show, note, widths } = props
  const look = useChartLook()
  const days = [...new Set(locations.flatMap((location) => location.days.map(({ day }) => day)))].sort()
  const cellOf = (location: Row, day: Day | undefined) => {
    const count = day && people(day)
    if (!day || typeof count !== 'number') return '–'
    const step = stepOf(look, location.capacity > 0 ? count / location.capacity : 0)
    return (
      <Box px={6} py={2} bg={step.color} c={step.text} style={{ borderRadius: 4, whiteSpace: 'nowrap' }} ta="right">
        {show(count)}
        <Box fz={11}>{note(day, location)}</Box>
      </Box>
    )
  }
  const dayColumn = (day: string): ListColumn<Row> => {
    const dayOf = (location: Row) => location.days.find((one) => one.day === day)
    return {
      key: day,
      // `Tue` above `24 Nov`, which stay together.
      name: showWeekdayAndDay(day).replace(/ (?=\S+$)/, '\u00a0'),
      value: (location) => {
        const found = dayOf(location)
        return found ? people(found) : null
      },
      render: (location) => cellOf(location, dayOf(location)),
      align: 'right',
    }
  }
  return (
    <FigureFrame title={title} description={description}>
      <FactTable
        id="days"
        file={<CsvButton title={title} columns={columnsOfFile<Day, Row>(fileColumns)} rows={rowsOfFile<Day, Row>(locations)} />}
        label={title}
        columns={[
          { key: 'location', name: t`Location`, value: nameOf },
          { key: 'capacity', name: t`Capacity`, value: ({ capacity }) => capacity },
          ...columns,
          ...days.map(dayColumn),
        ]}
        rows={locations}
        rowKey={({ locationId }) => locationId ?? 'none'}
        maxHeight={480}
        minWidth={widths[0] + days.length * widths[1]}
      />
    </FigureFrame>
  )
}

interface FileRow<Day, Row> {
  readonly location: Row
  readonly day: Day
}

const rowsOfFile = <Day, Row extends Building<Day>>(locations: readonly Row[]): FileRow<Day, Row>[] =>
  locations.flatMap((location) => location.days.map((day) => ({ location, day })))

const columnsOfFile = <Day extends DayAhead, Row extends Building<Day>>(
  columns: readonly Column<Day>[],
): readonly Column<FileRow<Day, Row>>[] => [
  { name: t`Location`, value: ({ location }) => nameOf(location) },
  { name: t`Day`, value: ({ day: { day } }) => day },
  ...columns.map(({ name, value }) => ({ name, value: ({ day }: FileRow<Day, Row>) => value(day) })),
  { name: t`Capacity`, value: ({ location: { capacity } }) => capacity },
]

interface DayShareProps {
  readonly day: string
  readonly share: number | null
}

/** A day, and how much of the capacity is needed on it: two lines where one has no room. */
export const DayShare = ({ day, share }: DayShareProps) => (
  <>
    <Text span inherit style={{ whiteSpace: 'nowrap' }}>
      {showWeekdayAndDay(day)}:
    </Text>{' '}
    <Text span inherit style={{ whiteSpace: 'nowrap' }}>
      {showFigure(share, 'share')}
    </Text>
  </>
)

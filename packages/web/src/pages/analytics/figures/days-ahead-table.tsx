import { t } from '@lingui/core/macro'
import { Box, Text } from '@mantine/core'
import { stepOf, useChartLook } from '../../../components/chart/chart-look.ts'
import { FigureFrame } from '../../../components/chart/figure-frame.tsx'
import type { Column, ListColumn } from '../../../components/table/columns.ts'
import { CsvButton } from '../../../components/table/csv-button.tsx'
import type { Total } from '../../../components/table/data-table.tsx'
import { FactTable } from '../../../components/table/fact-table.tsx'
import { nameOf } from './location-name.ts'
import { showFigure, showWeekdayAndDay, showWhole } from './show.ts'

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
  /** The key of the one with the busiest day. */
  readonly busiest: string
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
  const { title, description, locations, columns, busiest, fileColumns, people, show, note, widths } = props
  const look = useChartLook()
  const days = [...new Set(locations.flatMap((location) => location.days.map(({ day }) => day)))].sort()
  const cell = (count: number, capacity: number, below: string) => {
    const step = stepOf(look, shareOf(count, capacity) ?? 0)
    return (
      <Box px={6} py={2} bg={step.color} c={step.text} style={{ borderRadius: 4, whiteSpace: 'nowrap' }} ta="right">
        {show(count)}
        <Box fz={11}>{below}</Box>
      </Box>
    )
  }
  const cellOf = (location: Row, day: Day | undefined) => {
    const count = day && people(day)
    return day && typeof count === 'number' ? cell(count, location.capacity, note(day, location)) : '–'
  }
  const totalOf = (): Total | undefined => {
    const known = locations.filter((location) => location.days.some((day) => people(day) !== null))
    if (known.length < 2) return undefined
    const counts = days.map((day) => {
      // Where it is tomorrow already, a building has no figure of today, and its room does not count.
      const there = known.flatMap((location) => {
        const count = location.days.filter((one) => one.day === day).map(people)[0] ?? null
        return count === null ? [] : [{ count, capacity: location.capacity }]
      })
      return { day, count: sumOf(there.map(({ count }) => count)), capacity: sumOf(there.map(({ capacity }) => capacity)) }
    })
    const most = counts.reduce((best, each) => (each.count > best.count ? each : best))
    const [some, all] = [showWhole(known.length), showWhole(locations.length)]
    return {
      location: known.length === locations.length ? t`All together` : t`${some} of ${all} together`,
      capacity: showWhole(sumOf(known.map(({ capacity }) => capacity))),
      ...(most.count > 0 ? { [busiest]: <DayShare day={most.day} share={shareOf(most.count, most.capacity)} /> } : {}),
      ...Object.fromEntries(
        counts.map(({ day, count, capacity }) => [day, cell(count, capacity, showFigure(shareOf(count, capacity), 'share'))]),
      ),
    }
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
          { key: 'location', name: t`Building`, value: nameOf },
          { key: 'capacity', name: t`Capacity`, value: ({ capacity }) => capacity },
          ...columns,
          ...days.map(dayColumn),
        ]}
        rows={locations}
        total={totalOf()}
        rowKey={({ locationId }) => locationId ?? 'none'}
        maxHeight={480}
        minWidth={widths[0] + days.length * widths[1]}
      />
    </FigureFrame>
  )
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0)
const shareOf = (people: number, capacity: number): number | null => (capacity > 0 ? people / capacity : null)

interface FileRow<Day, Row> {
  readonly location: Row
  readonly day: Day
}

const rowsOfFile = <Day, Row extends Building<Day>>(locations: readonly Row[]): FileRow<Day, Row>[] =>
  locations.flatMap((location) => location.days.map((day) => ({ location, day })))

const columnsOfFile = <Day extends DayAhead, Row extends Building<Day>>(
  columns: readonly Column<Day>[],
): readonly Column<FileRow<Day, Row>>[] => [
  { name: t`Building`, value: ({ location }) => nameOf(location) },
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

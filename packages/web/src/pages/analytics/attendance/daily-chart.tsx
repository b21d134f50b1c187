import { plural, t } from '@lingui/core/macro'
import type { AttendanceFigures, PeopleOutcome } from '@rollcall/contract'
import { Chart } from '../../../components/chart/chart.tsx'
import type { ChartLook } from '../../../components/chart/chart-look.ts'
import { type DayMarks, markColumn, markSummary, withDayMarks } from '../../../components/chart/day-marks.ts'
import { type Column, shown } from '../../../components/table/columns.ts'
import { CountOfDay, PeopleOfDay, usePeopleOfDays } from '../drill/people-of-day.tsx'
import { showDay, showWeekdayAndDay, showWhole } from '../figures/show.ts'
import { zoomOf } from '../figures/zoom.ts'

type Day = AttendanceFigures['days'][number]

/** The series of a bar from bottom to top. */
const STACK = [
  { key: 'confirmed', name: t`Confirmed` },
  { key: 'noShow', name: t`No-show` },
  { key: 'unconfirmed', name: t`Unconfirmed` },
  { key: 'walkIn', name: t`Walk-in` },
] as const

type Name = Exclude<keyof Day, 'day'>

const count = (name: string, key: Name): Column<Day> => ({ name, value: (day) => day[key] })

/** The same, where each number leads to its people. */
const peopleCount = (name: string, key: Name & PeopleOutcome): Column<Day> => {
  const column = count(name, key)
  const render = (day: Day) =>
    day[key] ? <CountOfDay day={day.day} outcome={key} name={name} count={shown(column, day)} /> : shown(column, day)
  return { ...column, render }
}

/** Each name says whether the column counts who came or who was expected. */
const COLUMNS: readonly Column<Day>[] = [
  {
    name: t`Day`,
    value: ({ day }) => day,
    show: ({ day }) => showDay(day),
    render: ({ day }) => <PeopleOfDay day={day} outcome="plannedOrSeen" />,
  },
  peopleCount(t`Confirmed (expected and came)`, 'confirmed'),
  peopleCount(t`No-show (expected and did not come)`, 'noShow'),
  peopleCount(t`Unconfirmed (expected and not measured)`, 'unconfirmed'),
  peopleCount(t`Walk-in (came without being expected)`, 'walkIn'),
  peopleCount(t`Seen (came)`, 'seen'),
  peopleCount(t`Planned (expected)`, 'planned'),
  count(t`Remote`, 'remote'),
  count(t`Away`, 'away'),
  count(t`Booked (expected)`, 'booked'),
  count(t`Elsewhere (expected and came to another building)`, 'elsewhere'),
]

const optionOf = (days: readonly Day[]) => (look: ChartLook) => ({
  grid: { left: 8, right: 12, top: 36, bottom: days.length > 70 ? 56 : 12 },
  legend: { top: 0, left: 0, itemWidth: 22, itemHeight: 14 },
  tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' }, valueFormatter: showWhole },
  xAxis: { type: 'category', data: days.map(({ day }) => showWeekdayAndDay(day)), axisLabel: { hideOverlap: true } },
  yAxis: { type: 'value', minInterval: 1 },
  ...zoomOf(days.length),
  // The legend takes two lines on a narrow page.
  media: [{ query: { maxWidth: 400 }, option: { grid: { top: 58 } } }],
  series: STACK.map(({ key, name }, index) => ({
    name,
    type: 'bar',
    stack: 'people',
    barCategoryGap: '20%',
    itemStyle: {
      ...look.series[index],
      // A line separates areas that touch.
      borderColor: look.surface,
      borderWidth: days.length > 70 ? 0 : 1,
    },
    data: days.map((day) => day[key]),
  })),
})

/** Who was there on each day, and who was expected. */
export const DailyChart = ({ days, marks }: { days: readonly Day[]; marks: DayMarks }) => {
  const all = days.map(({ day }) => day)
  const people = usePeopleOfDays(
    all,
    'plannedOrSeen',
    STACK.map(({ key }) => key),
  )
  const top = days.reduce<{ day: string; seen: number } | undefined>(
    (best, day) => (day.seen === null || (best && best.seen >= day.seen) ? best : { day: day.day, seen: day.seen }),
    undefined,
  )
  const [most, mostDay] = [showWhole(top?.seen ?? 0), top ? showDay(top.day) : '']
  const summary = top
    ? t`${plural(days.length, { one: '# day', other: '# days' })}; most were seen on ${mostDay}: ${most}.`
    : t`${plural(days.length, { one: '# day', other: '# days' })}.`
  return (
    <Chart
      title={t`Attendance by day`}
      description={t`Who came, by where they were seen: confirmed, and walk-ins, who came without being expected. Who was expected, by booking or plan: confirmed, no-shows and, if presence is not reported, unconfirmed.`}
      data={days}
      columns={[...COLUMNS, markColumn<Day>(marks)]}
      option={(look) => withDayMarks(optionOf(days)(look), all, marks, look)}
      rowKey={({ day }) => day}
      {...people}
      height={320}
      summary={`${summary}${markSummary(all, marks)}`}
    />
  )
}

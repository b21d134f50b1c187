import { t } from '@lingui/core/macro'
import type { HeadcountFigures } from '@rollcall/contract'
import { Chart } from '../../../components/chart/chart.tsx'
import type { ChartLook } from '../../../components/chart/chart-look.ts'
import { type DayMarks, markColumn, markSummary, withDayMarks } from '../../../components/chart/day-marks.ts'
import type { Column } from '../../../components/table/columns.ts'
import { hourText } from '../../../time/zoned-time.ts'
import { PeopleOfDay, usePeopleOfDays } from '../drill/people-of-day.tsx'
import { showDay, showFigure, showWeekdayAndDay, showWhole } from '../figures/show.ts'
import { zoomOf } from '../figures/zoom.ts'

type Day = HeadcountFigures['days'][number]

const showHour = ({ peakHour }: Pick<Day, 'peakHour'>): string => (peakHour === null ? '–' : hourText(peakHour))

/** The columns of a day, which the table by building has as well. */
export const DAY_COLUMNS: readonly Column<Day>[] = [
  {
    name: t`Day`,
    value: ({ day }) => day,
    show: ({ day }) => showDay(day),
    render: ({ day }) => <PeopleOfDay day={day} outcome="seen" />,
  },
  { name: t`Peak of people (came)`, value: ({ peakPeople }) => peakPeople, align: 'right' },
  { name: t`Hour of the peak`, value: (day) => (day.peakHour === null ? null : hourText(day.peakHour)), show: showHour },
  { name: t`Peak of visitors`, value: ({ peakVisitors }) => peakVisitors, align: 'right' },
  { name: t`Planned (expected)`, value: ({ planned }) => planned },
  { name: t`Booked (expected)`, value: ({ booked }) => booked },
  { name: t`Capacity`, value: ({ capacity }) => capacity, align: 'right' },
  {
    name: t`Peak of capacity`,
    value: ({ utilization }) => utilization,
    show: ({ utilization }) => showFigure(utilization, 'share'),
    align: 'right',
  },
]

const optionOf = (days: readonly Day[]) => (look: ChartLook) => {
  const line = { type: 'line', symbol: 'none' } as const
  const hasCapacity = days.some(({ capacity }) => capacity !== null && capacity > 0)
  return {
    grid: { left: 8, right: 12, top: 36, bottom: days.length > 70 ? 56 : 12 },
    legend: { top: 0, left: 0, itemWidth: 22, itemHeight: 14 },
    tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' }, valueFormatter: showCount },
    xAxis: { type: 'category', data: days.map(({ day }) => showWeekdayAndDay(day)), axisLabel: { hideOverlap: true } },
    yAxis: { type: 'value', minInterval: 1 },
    ...zoomOf(days.length),
    // The legend takes two lines on a narrow page.
    media: [{ query: { maxWidth: 400 }, option: { grid: { top: 58 } } }],
    series: [
      { name: t`Peak of people`, type: 'bar', itemStyle: look.series[0], data: days.map(({ peakPeople }) => peakPeople) },
      {
        ...{ ...line, name: t`Planned`, color: look.series[3]?.color, lineStyle: { type: 'dotted', width: 2 } },
        data: days.map(({ planned }) => planned),
      },
      ...(hasCapacity
        ? [
            {
              ...{ ...line, name: t`Capacity`, color: look.series[1]?.color, lineStyle: { type: 'dashed', width: 2 } },
              data: days.map(({ capacity }) => capacity),
            },
          ]
        : []),
    ],
  }
}

const showCount = (value: number | null | undefined): string => (value === null || value === undefined ? '–' : showWhole(value))

const summaryOf = (top: Day | undefined): string => {
  if (!top?.peakPeople) return t`No presence reported.`
  const [day, hour, people] = [showDay(top.day), showHour(top), showWhole(top.peakPeople)]
  return t`Highest on ${day} at ${hour}: ${people}.`
}

/** The busiest hour of each day against plans and capacity. */
export const PeakChart = ({ days, marks }: { days: HeadcountFigures['days']; marks: DayMarks }) => {
  const all = days.map(({ day }) => day)
  const people = usePeopleOfDays(all, 'seen')
  const top = days.reduce<Day | undefined>((a, b) => (a && (a.peakPeople ?? 0) >= (b.peakPeople ?? 0) ? a : b), undefined)
  return (
    <Chart
      title={t`Peak by day`}
      description={t`The most people who were there in the same hour, next to the people who planned or booked the day and to the capacity (desks and neighborhood places).`}
      data={days}
      columns={[...DAY_COLUMNS, markColumn<Day>(marks)]}
      option={(look) => withDayMarks(optionOf(days)(look), all, marks, look)}
      rowKey={({ day }) => day}
      height={320}
      {...people}
      summary={`${summaryOf(top)}${markSummary(all, marks)}`}
    />
  )
}

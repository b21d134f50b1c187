import { plural, t } from '@lingui/core/macro'
import type { AttendanceFigures } from '@rollcall/contract'
import { Chart } from '../../../components/chart/chart.tsx'
import type { ChartLook } from '../../../components/chart/chart-look.ts'
import { type DayMarks, markColumn, markSummary, withDayMarks } from '../../../components/chart/day-marks.ts'
import type { Column } from '../../../components/table/columns.ts'
import { PeopleOfDay, usePeopleOfDays } from '../drill/people-of-day.tsx'
import { showDay, showShare, showWeekdayAndDay, showWhole } from '../figures/show.ts'
import { zoomOf } from '../figures/zoom.ts'

type Day = AttendanceFigures['days'][number]

const rateOf = ({ seen, planned }: Day): number | null => (seen !== null && planned > 0 ? seen / planned : null)

const COLUMNS: readonly Column<Day>[] = [
  {
    name: t`Day`,
    value: ({ day }) => day,
    show: ({ day }) => showDay(day),
    render: ({ day }) => <PeopleOfDay day={day} outcome="plannedOrSeen" />,
  },
  { name: t`Planned (expected)`, value: ({ planned }) => planned },
  { name: t`Seen (came)`, value: ({ seen }) => seen },
  {
    name: t`Seen / planned`,
    value: rateOf,
    show: (day) => {
      const rate = rateOf(day)
      return rate === null ? '–' : showShare(rate)
    },
  },
]

const optionOf = (days: readonly Day[]) => (look: ChartLook) => {
  const isDense = days.length > 70
  return {
    grid: { left: 8, right: 12, top: 36, bottom: isDense ? 56 : 12 },
    legend: { top: 0, left: 0 },
    tooltip: { trigger: 'axis', valueFormatter: showWhole },
    xAxis: { type: 'category', data: days.map(({ day }) => showWeekdayAndDay(day)), axisLabel: { hideOverlap: true } },
    yAxis: { type: 'value', minInterval: 1 },
    ...zoomOf(days.length),
    series: [
      {
        name: t`Planned`,
        type: 'line',
        symbol: 'emptyDiamond',
        symbolSize: 7,
        showSymbol: !isDense,
        color: look.series[1]?.color,
        lineStyle: { type: 'dashed', width: 2 },
        data: days.map(({ planned }) => planned),
      },
      {
        name: t`Seen`,
        type: 'line',
        symbol: 'circle',
        symbolSize: 6,
        showSymbol: !isDense,
        color: look.series[0]?.color,
        lineStyle: { width: 2 },
        data: days.map(({ seen }) => seen),
      },
    ],
  }
}

/** Compares how many people planned to come and how many came. */
export const PlannedChart = ({ days, marks }: { days: readonly Day[]; marks: DayMarks }) => {
  const all = days.map(({ day }) => day)
  const people = usePeopleOfDays(all, 'plannedOrSeen')
  return (
    <Chart
      title={t`Planned against seen`}
      description={t`Who was expected, by booking or plan, and who came, by where people were seen.`}
      data={days}
      columns={[...COLUMNS, markColumn<Day>(marks)]}
      option={(look) => withDayMarks(optionOf(days)(look), all, marks, look)}
      rowKey={({ day }) => day}
      {...people}
      summary={`${t`${plural(days.length, { one: '# day', other: '# days' })}.`}${markSummary(all, marks)}`}
    />
  )
}

import { t } from '@lingui/core/macro'
import type { AttendanceFigures } from '@rollcall/contract'
import { Chart } from '../../../components/chart/chart.tsx'
import type { ChartLook } from '../../../components/chart/chart-look.ts'
import type { Column } from '../../../components/table/columns.ts'
import { shortWeekdayName, showAmount, showPercent, showShare, showWeekday } from '../figures/show.ts'

type Weekday = AttendanceFigures['weekdays'][number]

const showRate = ({ rate }: Weekday): string => (rate === null ? '–' : showShare(rate))

const COLUMNS: readonly Column<Weekday>[] = [
  { name: t`Weekday`, value: ({ weekday }) => showWeekday(weekday) },
  {
    name: t`Average seen (came)`,
    value: ({ averageSeen }) => averageSeen,
    show: ({ averageSeen }) => (averageSeen === null ? '–' : showAmount(averageSeen)),
  },
  {
    name: t`Average planned (expected)`,
    value: ({ averagePlanned }) => averagePlanned,
    show: ({ averagePlanned }) => showAmount(averagePlanned),
  },
  { name: t`Attendance rate`, value: ({ rate }) => rate, show: showRate },
]

const optionOf = (weekdays: readonly Weekday[]) => (look: ChartLook) => ({
  grid: { left: 8, right: 12, top: 28, bottom: 12 },
  tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' }, valueFormatter: (rate: number | null) => showRateOf(rate) },
  // Three letters fit even in a narrow chart, so every day has its name.
  xAxis: { type: 'category', data: weekdays.map(({ weekday }) => shortWeekdayName(weekday)), axisLabel: { interval: 0 } },
  yAxis: { type: 'value', axisLabel: { formatter: showPercent } },
  series: [
    {
      name: t`Attendance rate`,
      type: 'bar',
      itemStyle: look.series[0],
      label: {
        show: true,
        position: 'top',
        color: look.text,
        formatter: ({ value }: { value: number | null }) => showRateOf(value),
      },
      data: weekdays.map(({ rate }) => rate),
    },
  ],
})

const showRateOf = (rate: number | null | undefined): string => (rate === null || rate === undefined ? '–' : showShare(rate))

/** Which days of the week people come on. */
export const WeekdayChart = ({ weekdays }: { weekdays: readonly Weekday[] }) => (
  <Chart
    title={t`Attendance rate by weekday`}
    description={t`Who came on an average day, as a share of the people in scope whose building reports presence.`}
    data={weekdays}
    columns={COLUMNS}
    option={optionOf(weekdays)}
    rowKey={({ weekday }) => String(weekday)}
    summary={weekdays.map((day) => `${showWeekday(day.weekday)} ${showRate(day)}`).join(', ')}
  />
)

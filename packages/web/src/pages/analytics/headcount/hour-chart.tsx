import { t } from '@lingui/core/macro'
import type { HeadcountFigures } from '@rollcall/contract'
import { Chart } from '../../../components/chart/chart.tsx'
import type { ChartLook } from '../../../components/chart/chart-look.ts'
import type { Column } from '../../../components/table/columns.ts'
import { hourText } from '../../../time/zoned-time.ts'
import { showAmount, showDay } from '../figures/show.ts'

type Hour = HeadcountFigures['hours'][number]

const showMean = (value: number | null | undefined): string => (value === null || value === undefined ? '–' : showAmount(value))

const COLUMNS: readonly Column<Hour>[] = [
  { name: t`Hour`, value: ({ hour }) => hourText(hour), align: 'left' },
  {
    name: t`People present on average`,
    value: ({ averagePeople }) => averagePeople,
    show: ({ averagePeople }) => showMean(averagePeople),
    align: 'right',
  },
  { name: t`People present at most`, value: ({ peakPeople }) => peakPeople, align: 'right' },
  { name: t`Day of the most`, value: ({ peakDay }) => peakDay, show: ({ peakDay }) => (peakDay ? showDay(peakDay) : '–') },
  {
    name: t`Visitors on average`,
    value: ({ averageVisitors }) => averageVisitors,
    show: ({ averageVisitors }) => showMean(averageVisitors),
    align: 'right',
  },
]

const optionOf = (hours: readonly Hour[]) => (look: ChartLook) => ({
  grid: { left: 8, right: 12, top: 36, bottom: 12 },
  legend: { top: 0, left: 0, itemWidth: 22, itemHeight: 14 },
  tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' }, valueFormatter: showMean },
  xAxis: { type: 'category', data: hours.map(({ hour }) => hourText(hour)), axisLabel: { hideOverlap: true } },
  yAxis: { type: 'value', minInterval: 1 },
  // The legend takes a line for each series on a narrow page.
  media: [{ query: { maxWidth: 400 }, option: { grid: { top: 80 } } }],
  series: [
    {
      ...{ name: t`People on average`, type: 'bar', stack: 'present', itemStyle: look.series[0] },
      data: hours.map(({ averagePeople }) => averagePeople),
    },
    {
      ...{ name: t`Visitors on average`, type: 'bar', stack: 'present', itemStyle: look.series[3] },
      data: hours.map(({ averageVisitors }) => averageVisitors),
    },
    {
      ...{ name: t`People at most`, type: 'line', symbol: 'emptyDiamond', symbolSize: 7, color: look.series[1]?.color },
      lineStyle: { type: 'dashed', width: 2 },
      data: hours.map(({ peakPeople }) => peakPeople),
    },
  ],
})

/** The hours with anyone, and those between them; none if no one was there. */
export const busyOf = (hours: readonly Hour[]): readonly Hour[] => {
  const isBusy = ({ peakPeople, averageVisitors }: Hour) => (peakPeople ?? 0) > 0 || (averageVisitors ?? 0) > 0
  return hours.slice(Math.max(hours.findIndex(isBusy), 0), hours.findLastIndex(isBusy) + 1)
}

const topText = (top: Hour): string => {
  const [hour, people] = [hourText(top.hour), showMean(top.averagePeople)]
  return t`Most on average at ${hour}: ${people} people.`
}

/** How many people are there at the same time through the day. */
export const HourChart = ({ hours }: { hours: HeadcountFigures['hours'] }) => {
  const busy = busyOf(hours)
  const top = busy.reduce<Hour | undefined>((a, b) => (a && (a.averagePeople ?? 0) >= (b.averagePeople ?? 0) ? a : b), undefined)
  return (
    <Chart
      title={t`People present by hour`}
      description={t`Distinct people by local hour of each building, averaged over workdays, and the most on one day of the period. A person is present from the first to the last time that they were seen in the building that day.`}
      data={busy}
      columns={COLUMNS}
      option={optionOf(busy)}
      rowKey={({ hour }) => String(hour)}
      height={300}
      summary={top ? topText(top) : ''}
      empty={t`No presence or visitor was reported in this scope on a published day.`}
    />
  )
}

import { t } from '@lingui/core/macro'
import type { FutureFigures } from '@rollcall/contract'
import { Chart } from '../../../components/chart/chart.tsx'
import type { ChartLook } from '../../../components/chart/chart-look.ts'
import { markColumn, markSummary, withDayMarks } from '../../../components/chart/day-marks.ts'
import type { Column } from '../../../components/table/columns.ts'
import { PlannersOfDay, usePlannersOfDays } from '../drill/planners-of-day.tsx'
import { nameOf } from '../figures/location-name.ts'
import { marksOf, type SpecialDay } from '../figures/marks-of.ts'
import { showDay, showWeekdayAndDay, showWhole } from '../figures/show.ts'
import { type AheadDay, fullestOf } from './ahead-days.ts'

type Location = FutureFigures['locations'][number]

const COLUMNS = ({ locationId, capacity }: Location): readonly Column<AheadDay>[] => [
  {
    name: t`Day`,
    value: ({ day }) => day,
    show: ({ day }) => showDay(day),
    render: ({ day }) => <PlannersOfDay day={day} locationId={locationId} />,
  },
  { name: t`Planned`, value: ({ planned }) => planned },
  { name: t`Booked`, value: ({ booked }) => booked },
  { name: t`Capacity`, value: () => capacity },
]

const optionOf =
  ({ days, capacity }: Location) =>
  (look: ChartLook) => ({
    grid: { left: 8, right: 12, top: 36, bottom: 12 },
    legend: { top: 0, left: 0, itemWidth: 22, itemHeight: 14 },
    tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' }, valueFormatter: showWhole },
    xAxis: { type: 'category', data: days.map(({ day }) => showWeekdayAndDay(day)), axisLabel: { hideOverlap: true } },
    yAxis: { type: 'value', minInterval: 1 },
    series: [
      { name: t`Booked`, type: 'bar', itemStyle: look.series[0], data: days.map(({ booked }) => booked) },
      { name: t`Planned`, type: 'bar', itemStyle: look.series[3], data: days.map(({ planned }) => planned) },
      {
        name: t`Capacity`,
        type: 'line',
        symbol: 'none',
        color: look.series[1]?.color,
        lineStyle: { type: 'dashed', width: 2 },
        data: days.map(() => capacity),
      },
    ],
  })

const fullestText = (fullest: AheadDay | undefined): string => {
  if (!fullest) return ''
  const [day, booked] = [showDay(fullest.day), showWhole(fullest.booked)]
  return t`Fullest on ${day}: ${booked} booked.`
}

/** The coming days of a building against its capacity. */
export const AheadChart = ({ location, specialDays }: { location: Location; specialDays: readonly SpecialDay[] }) => {
  const name = nameOf(location)
  const fullest = fullestOf(location)
  const room = showWhole(location.capacity)
  const all = location.days.map(({ day }) => day)
  const planners = usePlannersOfDays(all, location.locationId)
  const marks = marksOf(
    specialDays.filter(({ locationId }) => locationId === location.locationId),
    1,
  )
  return (
    <Chart
      title={name}
      description={t`Capacity ${room}.`}
      data={location.days}
      columns={[...COLUMNS(location), markColumn<AheadDay>(marks)]}
      option={(look) => withDayMarks(optionOf(location)(look), all, marks, look)}
      rowKey={({ day }) => day}
      height={240}
      fileTitle={t`Days ahead: ${name}`}
      {...planners}
      summary={`${fullestText(fullest)}${markSummary(all, marks)}`}
    />
  )
}

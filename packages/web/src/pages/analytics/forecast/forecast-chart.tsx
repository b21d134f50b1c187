import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Chart } from '../../../components/chart/chart.tsx'
import type { ChartLook } from '../../../components/chart/chart-look.ts'
import { markColumn, withDayMarks } from '../../../components/chart/day-marks.ts'
import type { Column } from '../../../components/table/columns.ts'
import { PlannersOfDay, usePlannersOfDays } from '../drill/planners-of-day.tsx'
import { WithheldText } from '../figures/figures-query.tsx'
import { nameOf } from '../figures/location-name.ts'
import { showAmount, showDay, showWeekdayAndDay, showWhole } from '../figures/show.ts'
import { IN_PLACE } from '../scope/pickers.tsx'
import { basisText, busiestOf, expectedText, type ForecastDay, type Location, marksOf, missingText } from './forecast-days.ts'

const COLUMNS = ({ locationId, capacity }: Location): readonly Column<ForecastDay>[] => [
  {
    name: t`Day`,
    value: ({ day }) => day,
    show: ({ day }) => showDay(day),
    render: ({ day }) => <PlannersOfDay day={day} locationId={locationId} />,
  },
  {
    name: t`Expected`,
    value: ({ expected }) => expected,
    show: ({ expected }) => (expected === null ? '–' : showAmount(expected)),
  },
  { name: t`Low`, value: ({ low }) => low },
  { name: t`High`, value: ({ high }) => high },
  { name: t`Planned`, value: ({ planned }) => planned },
  { name: t`Booked`, value: ({ booked }) => booked },
  { name: t`Capacity`, value: () => capacity },
]

const BAND = t`Four of five days`

const labelOf = (day: ForecastDay, index: number): string => (index === 0 ? t`Today` : showWeekdayAndDay(day.day))

const tooltipOf = ({ days, capacity }: Location) =>
  ((items: readonly { dataIndex: number }[]) => {
    const day = days[items[0]?.dataIndex ?? 0] as ForecastDay
    const [planned, booked, room] = [showWhole(day.planned), showWhole(day.booked), showWhole(capacity)]
    const counts = t`${planned} planned, ${booked} booked, capacity ${room}`
    return [expectedText(day), ...(day.dayName ? [day.dayName] : []), counts].join('\n')
  }) as unknown

const optionOf = (location: Location) => (look: ChartLook) => {
  const { days, capacity } = location
  const color = (index: number) => look.series[index]?.color
  const line = { type: 'line', symbol: 'none' }
  const band = [
    { ...line, name: 'low', stack: 'band', silent: true, lineStyle: { width: 0 }, data: days.map(({ low }) => low) },
    {
      ...{ ...line, name: BAND, stack: 'band', silent: true, lineStyle: { width: 0 }, color: color(0) },
      areaStyle: { color: color(0), opacity: 0.22 },
      data: days.map(({ low, high }) => (low === null || high === null ? null : high - low)),
    },
    {
      ...{ ...line, name: t`Expected`, symbol: 'circle', symbolSize: 7, color: color(0), lineStyle: { width: 2 } },
      data: days.map(({ expected }) => expected),
    },
  ]
  const hasForecast = days.some(({ expected }) => expected !== null)
  const series = [
    ...(hasForecast ? band : []),
    {
      ...{ ...line, name: t`Planned`, symbol: 'emptyDiamond', symbolSize: 7, color: color(3) },
      lineStyle: { type: 'dotted', width: 2 },
      data: days.map(({ planned }) => planned),
    },
    { ...line, name: t`Capacity`, color: color(1), lineStyle: { type: 'dashed', width: 2 }, data: days.map(() => capacity) },
  ]
  const option = {
    grid: { left: 8, right: 12, top: 36, bottom: 12 },
    tooltip: { trigger: 'axis', formatter: tooltipOf(location) },
    xAxis: { type: 'category', data: days.map(labelOf), axisLabel: { hideOverlap: true } },
    yAxis: { type: 'value', minInterval: 1 },
    series,
  }
  const all = days.map(({ day }) => day)
  const marked = withDayMarks(option, all, marksOf(location), look)
  // The lower end of the band is drawn only to carry it.
  const named = marked.series.map((each) => (each as { name: string }).name).filter((name) => name !== 'low')
  const patch = { icon: 'roundRect', itemStyle: { color: color(0), opacity: 0.4 } }
  const data = named.map((name) => (name === BAND ? { name, ...patch } : name))
  return { ...marked, legend: { top: 0, left: 0, itemWidth: 22, itemHeight: 14, data } }
}

/** Plans are no secret, so the chart still has them. */
const WithheldForecast = ({ withheld }: Pick<Location, 'withheld'>) => (
  <>
    <WithheldText withheld={withheld} />. <Trans>Plans so far are shown, as under Days ahead.</Trans>
  </>
)

/** The forecast of a building with its band, and how that of a day is made. */
export const ForecastChart = ({ location }: { location: Location }) => {
  const { days, capacity, hidden, withheld } = location
  const name = nameOf(location)
  const planners = usePlannersOfDays(
    days.map(({ day }) => day),
    location.locationId,
  )
  const busiest = busiestOf(location)
  const [chosen, choose] = useState<string>()
  const missing = hidden ? undefined : missingText(location)
  const hasForecast = !hidden && missing === undefined
  const room = showWhole(capacity)
  const most = busiest && expectedText(busiest)
  return (
    <Chart
      title={name}
      description={hidden ? <WithheldForecast withheld={withheld} /> : (missing ?? t`Capacity ${room}.`)}
      data={days}
      columns={[...COLUMNS(location), markColumn<ForecastDay>(marksOf(location))]}
      option={optionOf(location)}
      rowKey={({ day }) => day}
      height={240}
      fileTitle={t`Forecast: ${name}`}
      {...planners}
      {...(hasForecast ? { onPick: (index: number) => choose(days[index]?.day) } : {})}
      {...(most ? { summary: t`Most people: ${most}` } : {})}
      below={
        hasForecast ? (
          <DayBasis location={location} day={chosen ?? busiest?.day ?? days[0]?.day} onChange={choose} />
        ) : (
          planners.below
        )
      }
    />
  )
}

interface BasisProps {
  readonly location: Location
  readonly day: string | undefined
  readonly onChange: (day: string) => void
}

/** How the forecast of one day is made, for everyone to check. */
const DayBasis = ({ location, day, onChange }: BasisProps) => {
  const shown = location.days.find((each) => each.day === day)
  const building = nameOf(location)
  return (
    <Stack gap={4} mt="xs">
      <Select
        label={t`How a day of ${building} is forecast`}
        styles={{ wrapper: { maxWidth: 220 } }}
        size="xs"
        allowDeselect={false}
        comboboxProps={IN_PLACE}
        checkIconPosition="right"
        value={day ?? null}
        data={location.days.map((each, index) => ({ value: each.day, label: labelOf(each, index) }))}
        onChange={(value) => value && onChange(value)}
      />
      {shown ? (
        <>
          <Text size="sm" aria-live="polite" data-testid="basis">
            {expectedText(shown)} {basisText(shown)}
          </Text>
          <Text size="sm">
            <PlannersOfDay day={shown.day} locationId={location.locationId}>
              {t`Who plans to come`}
            </PlannersOfDay>
          </Text>
        </>
      ) : null}
    </Stack>
  )
}

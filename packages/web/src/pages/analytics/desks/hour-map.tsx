import { t } from '@lingui/core/macro'
import { NativeSelect } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { HourFigures } from '@rollcall/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../../api/query.ts'
import { Chart } from '../../../components/chart/chart.tsx'
import { type ChartLook, stepOf } from '../../../components/chart/chart-look.ts'
import type { Column } from '../../../components/table/columns.ts'
import { hourText } from '../../../time/zoned-time.ts'
import { FiguresQuery, WithheldState } from '../figures/figures-query.tsx'
import { shortWeekdayName, showAmount, showWeekday, showWhole } from '../figures/show.ts'
import { queryOf } from '../scope/scope.ts'
import { useScope } from '../scope/use-scope.ts'
import { HOUR_MEASURES, type HourMeasure, useDeskView } from './desk-view.ts'

interface Cell {
  readonly weekday: number
  readonly hour: number
  readonly value: number
}

interface Heat {
  readonly cells: readonly Cell[]
  readonly name: string
  readonly show: (value: number) => string
  /** Whether hours go from top to bottom, because there is no room for them side by side. */
  readonly isUpright: boolean
}

const hourOfWeek = ({ weekday, hour }: Cell): string => {
  const [day, first, last] = [showWeekday(weekday), hourText(hour), hourText(hour, 59)]
  return t`${day}, ${first} to ${last}`
}

/** Weekdays by hours. Each cell shows its value, so that color is not the only signal. */
const heatOption =
  ({ cells, name, show, isUpright }: Heat) =>
  (look: ChartLook) => {
    const hours = cells.map(({ hour }) => hour)
    const first = Math.min(...hours)
    const columns = cells.length > 0 ? Array.from({ length: Math.max(...hours) - first + 1 }, (_, index) => first + index) : []
    const most = Math.max(...cells.map(({ value }) => value), Number.MIN_VALUE)
    const weekdays = { data: [1, 2, 3, 4, 5, 6, 7].map((weekday) => shortWeekdayName(weekday)) }
    const axis = { type: 'category', splitArea: { show: false }, axisTick: { show: false }, axisLine: { show: false } }
    const byHour = {
      ...axis,
      data: columns.map((hour) => hourText(hour).slice(0, 2)),
      inverse: isUpright,
      axisLabel: { interval: 0 },
    }
    const byWeekday = { ...axis, ...weekdays, inverse: !isUpright, axisLabel: { interval: 0 } }
    return {
      grid: { left: 8, right: 8, top: isUpright ? 28 : 8, bottom: 12 },
      tooltip: {
        formatter: ({ data: { cell } }: { data: { cell: Cell } }) =>
          `${hourOfWeek(cell)}\n${t({ message: `${name}: ${show(cell.value)}`, comment: 'A figure and its value' })}`,
      },
      xAxis: isUpright ? { ...byWeekday, position: 'top' } : byHour,
      yAxis: isUpright ? byHour : byWeekday,
      series: [
        {
          name,
          type: 'heatmap',
          label: { show: true, fontSize: 11 },
          data: cells.map((cell) => {
            const step = stepOf(look, cell.value / most)
            const position = [cell.hour - first, cell.weekday - 1]
            return {
              cell,
              value: [...(isUpright ? position.reverse() : position), cell.value],
              itemStyle: { color: step.color, borderColor: look.surface, borderWidth: 1 },
              label: { color: step.text, formatter: show(cell.value) },
            }
          }),
        },
      ],
    }
  }

type Hour = HourFigures['hours'][number]

const MEASURES: Record<HourMeasure, { name: string; show: (value: number) => string }> = {
  averagePeople: { name: t`People present on average`, show: showAmount },
  peakPeople: { name: t`People present at most`, show: showWhole },
  averageSpacesOccupied: { name: t`Spaces occupied on average`, show: showAmount },
}

const COLUMNS: readonly Column<Hour>[] = [
  { name: t`Weekday`, value: ({ weekday }) => showWeekday(weekday) },
  { name: t`Hour`, value: ({ hour }) => hourText(hour) },
  ...HOUR_MEASURES.map(
    (measure): Column<Hour> => ({
      name: MEASURES[measure].name,
      value: (hour) => hour[measure],
      show: (hour) => {
        const value = hour[measure]
        return value === null ? '–' : MEASURES[measure].show(value)
      },
      align: 'right',
    }),
  ),
]

const topText = (name: string, value: string, { weekday, hour }: Pick<Hour, 'weekday' | 'hour'>): string => {
  const [day, time] = [showWeekday(weekday), hourText(hour)]
  return t`${name}: most on ${day} at ${time}, ${value}.`
}

/** Shows the hours in which the week is busy. */
export const HourMap = () => {
  const [scope] = useScope()
  const [{ measure = 'averagePeople' }, changeView] = useDeskView()
  const isNarrow = useMediaQuery('(max-width: 48em)')
  const query = useQuery({ ...apiQuery('getHourFigures', { query: queryOf(scope) }), placeholderData: keepPreviousData })
  const { name, show } = MEASURES[measure]
  return (
    <FiguresQuery query={query} height={400}>
      {({ hours, hidden, withheld }) => {
        const cells = hours.flatMap((hour) => {
          const value = hour[measure]
          return value === null ? [] : [{ ...hour, value }]
        })
        const top = cells.reduce<(typeof cells)[number] | undefined>((a, b) => (a && a.value >= b.value ? a : b), undefined)
        const summary = top ? topText(name, show(top.value), top) : name
        return hidden ? (
          <WithheldState withheld={withheld} />
        ) : (
          <Chart
            title={t`Hours of the week`}
            fileTitle={t`Hours of the week: ${name}`}
            description={t`A person is present in all hours from the first to the last time they were seen in a building that day. Local time of each building, on published days.`}
            data={hours}
            columns={COLUMNS}
            option={heatOption({ cells, name, show, isUpright: isNarrow === true })}
            rowKey={({ weekday, hour }) => `${weekday} ${hour}`}
            height={isNarrow ? 520 : 320}
            summary={summary}
            controls={
              <NativeSelect
                aria-label={t`What is shown by hour`}
                size="xs"
                value={measure}
                data={HOUR_MEASURES.map((value) => ({ value, label: MEASURES[value].name }))}
                onChange={({ currentTarget: { value } }) => changeView({ measure: value as HourMeasure })}
              />
            }
          />
        )
      }}
    </FiguresQuery>
  )
}

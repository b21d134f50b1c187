import { type ChartLook, stepOf } from '../../../components/chart/chart-look.ts'
import { shortWeekdayName, showWeekday } from '../figures/show.ts'

interface Cell {
  readonly weekday: number
  readonly hour: number
  readonly value: number
}

interface Heat {
  readonly cells: readonly Cell[]
  readonly name: string
  readonly show: (value: number) => string
  /** Hours from top to bottom, where there is no room for them side by side. */
  readonly isUpright: boolean
}

const hourText = (hour: number): string => String(hour).padStart(2, '0')

/** Weekdays by hours; each cell says its value, so that nothing is told by color alone. */
export const heatOption =
  ({ cells, name, show, isUpright }: Heat) =>
  (look: ChartLook) => {
    const hours = cells.map(({ hour }) => hour)
    const first = Math.min(...hours)
    const columns = cells.length > 0 ? Array.from({ length: Math.max(...hours) - first + 1 }, (_, index) => first + index) : []
    const most = Math.max(...cells.map(({ value }) => value), Number.MIN_VALUE)
    const weekdays = { data: [1, 2, 3, 4, 5, 6, 7].map((weekday) => shortWeekdayName(weekday)) }
    const axis = { type: 'category', splitArea: { show: false }, axisTick: { show: false }, axisLine: { show: false } }
    const byHour = { ...axis, data: columns.map(hourText), inverse: isUpright, axisLabel: { interval: 0 } }
    const byWeekday = { ...axis, ...weekdays, inverse: !isUpright, axisLabel: { interval: 0 } }
    return {
      grid: { left: 8, right: 8, top: isUpright ? 28 : 8, bottom: 12 },
      tooltip: {
        formatter: ({ data }: { data: { cell: Cell } }) =>
          `${showWeekday(data.cell.weekday)}, ${hourText(data.cell.hour)}:00 to ${hourText(data.cell.hour)}:59\n${name}: ${show(data.cell.value)}`,
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

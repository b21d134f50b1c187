import type { EChartsCoreOption } from 'echarts/core'
import { showNumber } from '../format.ts'

// Tooltips are drawn in the canvas, because the content policy of the page blocks inline styles.
const EVERYWHERE = { animation: false, tooltip: { renderMode: 'richText', confine: true } }

const LEGEND_ROW_PX = 20
/** The only bar of a chart would be as wide as the chart. */
const MAX_BAR_PX = 64
/** Labels of an axis may end where this begins: letters such as y reach below what is measured. */
const BELOW_LABELS_PX = 3

interface Named {
  readonly grid?: { readonly top?: number }
  readonly legend?: { readonly data?: readonly (string | { readonly name: string })[] }
  readonly series?: readonly { readonly name?: string; readonly type?: string }[]
}

/** How many rows the legend takes in addition to its first one: the width of its words is estimated. */
export const moreLegendRows = (option: EChartsCoreOption, width: number): number => {
  const { legend, series = [] } = option as Named
  if (!legend || width === 0) return 0
  const names = legend.data?.map((each) => (typeof each === 'string' ? each : each.name)) ?? series.map(({ name = '' }) => name)
  const widths = names.map((name) => 40 + 7.2 * name.length)
  let rows = 0
  let used = 0
  for (const each of widths) {
    if (used > 0 && used + each > width) {
      rows++
      used = 0
    }
    used += each
  }
  return rows
}

interface Axis {
  readonly type?: string
  readonly axisLabel?: object
}

/** The library itself writes numbers as in English. */
const showValue = (value: unknown): string => (typeof value === 'number' ? showNumber(value) : '–')

const withNumbers = (axis: Axis): Axis =>
  axis.type === 'value' ? { ...axis, axisLabel: { formatter: showValue, ...axis.axisLabel } } : axis

const withNumbersOn = (axes: unknown): unknown => (Array.isArray(axes) ? axes.map(withNumbers) : withNumbers(axes as Axis))

const OUTER_BOUNDS = { left: 0, right: 0, top: 0, bottom: BELOW_LABELS_PX }

/** The options of a chart with what all charts have. */
export const withDefaults = (option: EChartsCoreOption, moreRows: number): EChartsCoreOption => {
  const { grid, series = [] } = option as Named
  return {
    ...EVERYWHERE,
    ...option,
    xAxis: withNumbersOn(option.xAxis),
    yAxis: withNumbersOn(option.yAxis),
    series: series.map((each) => (each.type === 'bar' ? { ...each, barMaxWidth: MAX_BAR_PX } : each)),
    grid: { outerBounds: OUTER_BOUNDS, ...grid, top: (grid?.top ?? 0) + moreRows * LEGEND_ROW_PX },
    tooltip: { valueFormatter: showValue, ...(option.tooltip as object | undefined), ...EVERYWHERE.tooltip },
  }
}

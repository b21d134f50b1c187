import { BarChart, HeatmapChart, LineChart } from 'echarts/charts'
import {
  DataZoomComponent,
  GridComponent,
  LegendComponent,
  MarkLineComponent,
  TooltipComponent,
  VisualMapComponent,
} from 'echarts/components'
import { type EChartsCoreOption, type EChartsType, init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { FONT_FAMILY } from '../../look/tokens.ts'
import { showNumber } from '../format.ts'
import type { ChartLook } from './chart-look.ts'

// Only the parts that our charts use are loaded, because all of ECharts is three times the size.
use([
  BarChart,
  LineChart,
  HeatmapChart,
  GridComponent,
  TooltipComponent,
  LegendComponent,
  VisualMapComponent,
  DataZoomComponent,
  MarkLineComponent,
  CanvasRenderer,
])

const axis = ({ quiet, line }: ChartLook) => ({
  axisLine: { lineStyle: { color: line } },
  axisTick: { lineStyle: { color: line } },
  axisLabel: { color: quiet },
  splitLine: { lineStyle: { color: line } },
  nameTextStyle: { color: quiet },
})

const themeOf = (look: ChartLook) => ({
  color: look.series.map(({ color }) => color),
  backgroundColor: look.surface,
  textStyle: { fontFamily: FONT_FAMILY, color: look.text },
  categoryAxis: axis(look),
  valueAxis: axis(look),
  timeAxis: axis(look),
  legend: { textStyle: { color: look.text }, inactiveColor: look.quiet },
  tooltip: {
    backgroundColor: look.surface,
    borderColor: look.quiet,
    textStyle: { color: look.text, fontFamily: FONT_FAMILY },
    axisPointer: { lineStyle: { color: look.quiet }, shadowStyle: { color: look.scheme === 'dark' ? '#ffffff14' : '#00000010' } },
  },
  visualMap: { textStyle: { color: look.text } },
  dataZoom: { textStyle: { color: look.quiet }, borderColor: look.line },
})

/** A drawing in an element of the page. */
export const drawIn = (element: HTMLElement, look: ChartLook): EChartsType => init(element, themeOf(look), { renderer: 'canvas' })

interface Props {
  readonly option: EChartsCoreOption
  readonly look: ChartLook
  readonly label: string
  readonly height: number
  /** Receives the drawing, for exporting it as a picture. */
  readonly drawing: RefObject<EChartsType | null>
  readonly onPick?: ((index: number) => void) | undefined
}

// Tooltips are drawn in the canvas, because the content policy of the page blocks inline styles.
const EVERYWHERE = { animation: false, tooltip: { renderMode: 'richText', confine: true } }

const LEGEND_ROW_PX = 20
/** Labels of an axis may end where this begins: letters such as y reach below what is measured. */
const BELOW_LABELS_PX = 3

interface Named {
  readonly grid?: { readonly top?: number }
  readonly legend?: { readonly data?: readonly (string | { readonly name: string })[] }
  readonly series?: readonly { readonly name?: string }[]
}

/** How many rows the legend takes in addition to its first one: the width of its words is estimated. */
const moreLegendRows = ({ legend, series = [] }: Named, width: number): number => {
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

const withDefaults = (option: EChartsCoreOption, moreRows: number): EChartsCoreOption => {
  const { grid } = option as Named
  return {
    ...EVERYWHERE,
    ...option,
    xAxis: withNumbersOn(option.xAxis),
    yAxis: withNumbersOn(option.yAxis),
    grid: { outerBounds: OUTER_BOUNDS, ...grid, top: (grid?.top ?? 0) + moreRows * LEGEND_ROW_PX },
    tooltip: { valueFormatter: showValue, ...(option.tooltip as object | undefined), ...EVERYWHERE.tooltip },
  }
}

/** The drawing itself; a separate chunk, together with ECharts. */
export const ChartCanvas = ({ option, look, label, height, drawing, onPick }: Props) => {
  const element = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const moreRows = moreLegendRows(option as Named, width)
  const isUpright = (option.yAxis as Axis).type !== 'category'
  useEffect(() => {
    const node = element.current as HTMLDivElement
    const chart = drawIn(node, look)
    drawing.current = chart
    const sizes = new ResizeObserver(() => {
      // The first report is about the size it has: drawing all of it a second time would take a third as long again.
      if (chart.getWidth() !== node.clientWidth || chart.getHeight() !== node.clientHeight) chart.resize()
      setWidth(node.clientWidth)
    })
    sizes.observe(node)
    return () => {
      sizes.disconnect()
      drawing.current = null
      chart.dispose()
    }
  }, [look, drawing])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new look creates a new drawing, which listens again
  useEffect(() => {
    const listening = drawing.current?.getZr()
    const pick = ({ offsetX, offsetY }: { offsetX: number; offsetY: number }) => {
      const point = drawing.current?.convertFromPixel({ gridIndex: 0 }, [offsetX, offsetY])
      if (drawing.current?.containPixel('grid', [offsetX, offsetY]) && Array.isArray(point))
        onPick?.(point[isUpright ? 0 : 1] as number)
    }
    listening?.on('click', pick)
    return () => listening?.off('click', pick)
  }, [onPick, isUpright, look, drawing])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new look creates a new drawing, which needs its options again
  useEffect(() => {
    drawing.current?.setOption(withDefaults(option, moreRows), { notMerge: true })
  }, [option, look, drawing, moreRows])
  return (
    <div role="img" aria-label={label} style={{ height }}>
      <div ref={element} style={{ height }} aria-hidden="true" />
    </div>
  )
}

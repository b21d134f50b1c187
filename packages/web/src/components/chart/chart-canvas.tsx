import { BarChart, HeatmapChart, LineChart } from 'echarts/charts'
import { DataZoomComponent, GridComponent, LegendComponent, TooltipComponent, VisualMapComponent } from 'echarts/components'
import { type EChartsCoreOption, type EChartsType, init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { type RefObject, useEffect, useRef } from 'react'
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
  CanvasRenderer,
])

const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif'

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
  textStyle: { fontFamily: FONT, color: look.text },
  categoryAxis: axis(look),
  valueAxis: axis(look),
  timeAxis: axis(look),
  legend: { textStyle: { color: look.text }, inactiveColor: look.quiet },
  tooltip: {
    backgroundColor: look.surface,
    borderColor: look.quiet,
    textStyle: { color: look.text, fontFamily: FONT },
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
}

// Tooltips are drawn in the canvas, because the content policy of the page blocks inline styles.
const EVERYWHERE = { animation: false, tooltip: { renderMode: 'richText', confine: true } }

const withDefaults = (option: EChartsCoreOption): EChartsCoreOption => ({
  ...EVERYWHERE,
  ...option,
  tooltip: { ...(option.tooltip as object | undefined), ...EVERYWHERE.tooltip },
})

/** The drawing itself; a separate chunk, together with ECharts. */
export const ChartCanvas = ({ option, look, label, height, drawing }: Props) => {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const node = element.current as HTMLDivElement
    const chart = drawIn(node, look)
    drawing.current = chart
    const sizes = new ResizeObserver(() => chart.resize())
    sizes.observe(node)
    return () => {
      sizes.disconnect()
      drawing.current = null
      chart.dispose()
    }
  }, [look, drawing])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new look creates a new drawing, which needs its options again
  useEffect(() => {
    drawing.current?.setOption(withDefaults(option), { notMerge: true })
  }, [option, look, drawing])
  return (
    <div role="img" aria-label={label} style={{ height }}>
      <div ref={element} style={{ height }} aria-hidden="true" />
    </div>
  )
}

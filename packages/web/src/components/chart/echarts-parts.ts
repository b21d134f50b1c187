import { BarChart, HeatmapChart, LineChart } from 'echarts/charts'
import { DataZoomComponent, GridComponent, LegendComponent, TooltipComponent, VisualMapComponent } from 'echarts/components'
import { type EChartsType, init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import type { ChartLook } from './chart-look.ts'

// Only what the charts of this app are made of: everything would be three times the size.
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

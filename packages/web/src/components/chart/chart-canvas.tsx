import { BarChart, HeatmapChart, LineChart } from 'echarts/charts'
import {
  DataZoomComponent,
  GridComponent,
  LegendComponent,
  MarkLineComponent,
  TooltipComponent,
  VisualMapComponent,
} from 'echarts/components'
import { type EChartsCoreOption, type EChartsType, type ElementEvent, helper, init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { FONT_FAMILY } from '../../look/tokens.ts'
import { moreLegendRows, withDefaults } from './chart-defaults.ts'
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
  readonly onPick?: ((index: number, series?: number) => void) | undefined
}

/** The series whose bar or point was clicked; undefined beside them, and on the marks of days. */
const seriesOf = ({ target }: ElementEvent): number | undefined => {
  if (!target) return undefined
  const { dataIndex, dataModel, seriesIndex } = helper.getECData(target)
  return dataIndex === undefined || dataModel ? undefined : seriesIndex
}

/** The drawing itself; a separate chunk, together with ECharts. */
export const ChartCanvas = ({ option, look, label, height, drawing, onPick }: Props) => {
  const element = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const moreRows = moreLegendRows(option, width)
  const isUpright = (option.yAxis as { readonly type?: string }).type !== 'category'
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
    const pick = (event: ElementEvent) => {
      const { offsetX, offsetY } = event
      const point = drawing.current?.convertFromPixel({ gridIndex: 0 }, [offsetX, offsetY])
      if (drawing.current?.containPixel('grid', [offsetX, offsetY]) && Array.isArray(point))
        onPick?.(point[isUpright ? 0 : 1] as number, seriesOf(event))
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

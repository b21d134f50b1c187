import type { EChartsCoreOption, EChartsType } from 'echarts/core'
import { type RefObject, useEffect, useRef } from 'react'
import type { ChartLook } from './chart-look.ts'
import { drawIn } from './echarts-parts.ts'

interface Props {
  readonly option: EChartsCoreOption
  readonly look: ChartLook
  readonly label: string
  readonly height: number
  /** The drawing, for who wants a picture of it. */
  readonly drawing: RefObject<EChartsType | null>
}

// Drawn in the canvas: the policy of the page lets no styles in that come as text.
const EVERYWHERE = { animation: false, tooltip: { renderMode: 'richText', confine: true } }

const withDefaults = (option: EChartsCoreOption): EChartsCoreOption => ({
  ...EVERYWHERE,
  ...option,
  tooltip: { ...(option.tooltip as object | undefined), ...EVERYWHERE.tooltip },
})

/** The drawing itself, in a chunk of its own together with what draws. */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new look is a new drawing, which has to be told what to show
  useEffect(() => {
    drawing.current?.setOption(withDefaults(option), { notMerge: true })
  }, [option, look, drawing])
  return (
    <div role="img" aria-label={label} style={{ height }}>
      <div ref={element} style={{ height }} aria-hidden="true" />
    </div>
  )
}

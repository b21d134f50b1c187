import { useComputedColorScheme } from '@mantine/core'
import { COLORS, type Scheme } from '../../look/tokens.ts'

/** A pattern on an area, in the form that ECharts expects. */
type Decal = { readonly symbol: string; readonly color: string } & Readonly<Record<string, unknown>>

/** Plain, stripes, dots, lines: people who cannot see colors can still distinguish the series. */
const DECALS: readonly ((ink: string) => Decal)[] = [
  () => ({ symbol: 'none', color: 'none' }),
  (color) => ({ symbol: 'rect', color, dashArrayX: [1, 0], dashArrayY: [2, 4], rotation: -Math.PI / 4 }),
  (color) => ({
    symbol: 'circle',
    color,
    dashArrayX: [
      [6, 6],
      [0, 6, 6, 0],
    ],
    dashArrayY: [5, 0],
    symbolSize: 0.6,
  }),
  (color) => ({ symbol: 'rect', color, dashArrayX: [1, 0], dashArrayY: [2, 4] }),
]

/** Colors of charts, all from the tokens. */
export interface ChartLook {
  readonly scheme: Scheme
  readonly surface: string
  readonly text: string
  readonly quiet: string
  readonly line: string
  /** Color and pattern of the first series, the second, and so on. */
  readonly series: readonly { readonly color: string; readonly decal: Decal }[]
  /** The scale from low to high values, with the text color for each step. */
  readonly scale: readonly { readonly color: string; readonly text: string }[]
}

const withDecals = (colors: readonly string[], ink: string) =>
  colors.map((color, index) => ({ color, decal: (DECALS[index % DECALS.length] as (ink: string) => Decal)(ink) }))

const lookOf = (scheme: Scheme, ink: string): ChartLook => {
  const { page, text, quiet, line, series, scale } = COLORS[scheme]
  return {
    ...{ scheme, text, quiet, line },
    surface: page,
    series: withDecals(series, ink),
    scale: scale.map(([color, written]) => ({ color, text: written })),
  }
}

const LOOKS: Readonly<Record<Scheme, ChartLook>> = {
  light: lookOf('light', 'rgba(255, 255, 255, 0.65)'),
  dark: lookOf('dark', 'rgba(0, 0, 0, 0.6)'),
}

/** Follows the color scheme of the page. */
export const useChartLook = (): ChartLook => LOOKS[useComputedColorScheme('light')]

/** The step of the scale for a share between 0 and 1. */
export const stepOf = (look: ChartLook, share: number): ChartLook['scale'][number] => {
  const last = look.scale.length - 1
  return look.scale[Math.max(0, Math.min(last, Math.round(share * last)))] as ChartLook['scale'][number]
}

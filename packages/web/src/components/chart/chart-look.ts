import { useComputedColorScheme } from '@mantine/core'

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

/** Colors of charts. The contrast to the surface is at least 4.5 for text and 3 for areas (WCAG AA). */
export interface ChartLook {
  readonly scheme: 'light' | 'dark'
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

const DARK_TEXT = '#1b1f24'

const light: ChartLook = {
  scheme: 'light',
  surface: '#ffffff',
  text: '#212529',
  quiet: '#495057',
  line: '#dee2e6',
  series: withDecals(['#0b6b75', '#c2410c', '#6b7280', '#7c4dbd'], 'rgba(255, 255, 255, 0.65)'),
  scale: [
    { color: '#edf7f8', text: DARK_TEXT },
    { color: '#c5e5e8', text: DARK_TEXT },
    { color: '#8ecbd1', text: DARK_TEXT },
    { color: '#4faab3', text: DARK_TEXT },
    { color: '#1b7f89', text: '#ffffff' },
    { color: '#004a50', text: '#ffffff' },
  ],
}

const dark: ChartLook = {
  scheme: 'dark',
  surface: '#242424',
  text: '#e9ecef',
  quiet: '#c1c2c5',
  line: '#424242',
  series: withDecals(['#4eaeb6', '#f0883e', '#a6adb8', '#b79ae8'], 'rgba(0, 0, 0, 0.6)'),
  scale: [
    { color: '#1d3437', text: '#ffffff' },
    { color: '#16494e', text: '#ffffff' },
    { color: '#0b6b75', text: '#ffffff' },
    { color: '#34a3ac', text: DARK_TEXT },
    { color: '#75c0c6', text: DARK_TEXT },
    { color: '#c8ecef', text: DARK_TEXT },
  ],
}

/** Follows the color scheme of the page. */
export const useChartLook = (): ChartLook => (useComputedColorScheme('light') === 'dark' ? dark : light)

/** The step of the scale for a share between 0 and 1. */
export const stepOf = (look: ChartLook, share: number): ChartLook['scale'][number] => {
  const last = look.scale.length - 1
  return look.scale[Math.max(0, Math.min(last, Math.round(share * last)))] as ChartLook['scale'][number]
}

/** A pattern on an area, as ECharts has it. */
export type Decal = { readonly symbol: string; readonly color: string } & Readonly<Record<string, unknown>>

/** Plain, stripes, dots, lines: no two series look alike to those who see no colors. */
export const DECALS: readonly ((ink: string) => Decal)[] = [
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

import { isLightColor, type MantineTheme, parseThemeColor } from '@mantine/core'
import type { FloorMark, FloorPlace } from './floor-place.ts'

/** A mark with its CSS colors: of the desk, and of the symbol on it, which is black or white for better contrast. */
export interface DrawnMark extends FloorMark {
  readonly fill: string
  readonly ink: string
}

/** A color variable of the theme. Its value decides whether black or white is readable on it. */
const VARIABLE = /^var\(--mantine-color-(\w+)-(\d)\)$/

export const drawnMarks = <P extends FloorPlace>(
  places: readonly P[],
  markOf: (place: P) => FloorMark,
  theme: MantineTheme,
  colorScheme: 'light' | 'dark',
): ReadonlyMap<string, DrawnMark> => {
  const colors = new Map<string, Pick<DrawnMark, 'fill' | 'ink'>>()
  const colorsOf = (color: string) => {
    const known = colors.get(color)
    if (known) return known
    const { value } = parseThemeColor({ color: color.replace(VARIABLE, '$1.$2'), theme, colorScheme })
    // Black and white have the same contrast with a color of this luminance.
    const found = { fill: value, ink: isLightColor(value, 0.179) ? '#000' : '#fff' }
    colors.set(color, found)
    return found
  }
  return new Map(
    places.map((place) => {
      const mark = markOf(place)
      return [place.placeId, { ...mark, ...colorsOf(mark.color) }]
    }),
  )
}

/** A longer legend would not explain anything. */
const MAX_ENTRIES = 8

export interface LegendEntry {
  readonly mark: DrawnMark
  readonly text: string
  readonly desks: number
}

/** The legend of colors and symbols; empty if each desk has a label of its own. */
export const legendOf = (marks: Iterable<DrawnMark>): LegendEntry[] => {
  const entries = new Map<string, LegendEntry>()
  for (const mark of marks) {
    const text = mark.legend ?? mark.label
    // Desks with one text in the legend may have different letters on them, such as initials.
    const key = [mark.fill, mark.legend === undefined ? mark.symbol : '', text].join('\n')
    entries.set(key, { mark, text, desks: (entries.get(key)?.desks ?? 0) + 1 })
  }
  return entries.size > MAX_ENTRIES ? [] : [...entries.values()].sort((a, b) => (a.text < b.text ? -1 : 1))
}

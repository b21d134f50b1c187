import { t } from '@lingui/core/macro'
import { severalNames } from '../form/form-values.ts'
import { localId, type PlanDesk } from './plan-state.ts'

/** How names continue: along rows, along columns, or there and back along rows. */
export const NUMBERINGS = [
  { value: 'rows', label: t`Row by row` },
  { value: 'columns', label: t`Column by column` },
  { value: 'snake', label: t`Rows, there and back` },
] as const
export type Numbering = (typeof NUMBERINGS)[number]['value']

export interface DeskGrid {
  readonly columns: number
  readonly rows: number
  readonly spacingX: number
  readonly spacingY: number
  readonly firstName: string
  readonly numbering: Numbering
}

export const MAX_GRID = 500

interface Named {
  readonly placeName: string
  readonly zoneId: string
}

/** What stands around the last number of a name; undefined without one. */
const styleOf = (name: string): { readonly style: string; readonly number: bigint } | undefined => {
  const [, before, digits, after] = /^(.*?)(\d+)(\D*)$/.exec(name.trim()) ?? []
  return digits === undefined ? undefined : { style: JSON.stringify([before, after]), number: BigInt(digits) }
}

/** The name with the highest number among those of the style that most of them have, or of the one that is given. */
const lastName = (desks: readonly Named[], given?: string): string | undefined => {
  const numbered = desks.flatMap(({ placeName }) => {
    const found = styleOf(placeName)
    return found && (given === undefined || found.style === given) ? [{ placeName, ...found }] : []
  })
  const styles = [...Map.groupBy(numbered, ({ style }) => style).values()].sort((a, b) => b.length - a.length)
  return styles[0]?.reduce((last, next) => (next.number > last.number ? next : last)).placeName
}

/** A name for the first new desk of a zone, after those of the zone, or else of the level. */
export const nextName = (desks: readonly Named[], zoneId: string): string => {
  const last = lastName(desks.filter((desk) => desk.zoneId === zoneId)) ?? lastName(desks)
  return last === undefined ? 'D-1' : (severalNames(last, 2)[1] as string)
}

/** The name that those of duplicates continue from: the last of its zone that is numbered as the desk is, or its own. */
export const continuedName = (desks: readonly Named[], { placeName, zoneId }: Named): string => {
  const style = styleOf(placeName)?.style
  if (style === undefined) return placeName
  return (
    lastName(
      desks.filter((desk) => desk.zoneId === zoneId),
      style,
    ) ?? placeName
  )
}

/** The name of each desk of a grid, row by row; empty if the first name has no number to count from. */
export const gridNames = ({ columns, rows, firstName, numbering }: DeskGrid): string[] => {
  const names = severalNames(firstName, columns * rows)
  return names.map((_, index) => {
    const row = Math.floor(index / columns)
    const column = index % columns
    const place = {
      rows: index,
      columns: column * rows + row,
      snake: row * columns + (row % 2 === 0 ? column : columns - 1 - column),
    }[numbering]
    return names[place] as string
  })
}

/** Where the desks of a grid stand from the first one, row by row. */
export const gridOffsets = ({ columns, rows, spacingX, spacingY }: DeskGrid): { x: number; y: number }[] =>
  Array.from({ length: columns * rows }, (_, index) => ({
    x: (index % columns) * spacingX,
    y: Math.floor(index / columns) * spacingY,
  }))

/** The desks of a grid. The first one stands where `first` does, and is left out if that is a desk of the plan. */
export const gridDesks = (
  grid: DeskGrid,
  first: Pick<PlanDesk, 'zoneId' | 'zoneName' | 'rotation'> & { x: number; y: number },
  isDuplicate: boolean,
): PlanDesk[] => {
  const names = gridNames(grid)
  return gridOffsets(grid)
    .slice(0, names.length)
    .map(({ x, y }, index) => ({
      placeId: localId(),
      placeName: names[index] as string,
      zoneId: first.zoneId,
      zoneName: first.zoneName,
      x: first.x + x,
      y: first.y + y,
      rotation: first.rotation,
    }))
    .slice(isDuplicate ? 1 : 0)
}

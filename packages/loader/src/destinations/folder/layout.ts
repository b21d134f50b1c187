import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { LoadedDataset } from '../../datasets/datasets.ts'
import { type LoadedTable, locationKey, type Scope, type SegmentId } from '../destination.ts'

/** One file of a table. */
export interface StoredFile {
  /** Path within the folder. */
  readonly path: string
  readonly day: string
  readonly locationId: string | null
}

/** The files of a table: one in total, one per day, or one per day and location. */
export const layoutOf = ({ name, dataset }: LoadedTable): 'whole' | 'days' | 'segments' => {
  if (dataset.kind === 'directory' || name !== dataset.table) return 'whole'
  return dataset.kind === 'dated' ? 'days' : 'segments'
}

export const wholePath = (table: LoadedTable, extension: string): string => `${table.name}.${extension}`

export const pathOf = (table: LoadedTable, { day, locationId }: SegmentId, extension: string): string =>
  layoutOf(table) === 'days'
    ? `${table.name}/day=${day}.${extension}`
    : `${table.name}/day=${day}/location=${locationId === null ? 'none' : encoded(locationId)}.${extension}`

/** All files of a table, as DuckDB reads them. */
export const globOf = (table: LoadedTable, extension: string): string =>
  ({ whole: wholePath(table, extension), days: `${table.name}/*.${extension}`, segments: `${table.name}/*/*.${extension}` })[
    layoutOf(table)
  ]

/** Files of a table that is stored by day, for some days or all. */
export const listFiles = async (
  root: string,
  table: LoadedTable,
  extension: string,
  ofInterest: (day: string) => boolean,
): Promise<StoredFile[]> => {
  const files: StoredFile[] = []
  for (const entry of await readdir(join(root, table.name)).catch(() => [])) {
    const day = /^day=(\d{4}-\d\d-\d\d)/.exec(entry)?.[1]
    if (!day || !ofInterest(day)) continue
    if (layoutOf(table) === 'days') {
      if (entry === `day=${day}.${extension}`) files.push({ path: `${table.name}/${entry}`, day, locationId: null })
      continue
    }
    for (const name of await readdir(join(root, table.name, entry)).catch(() => [])) {
      const location = name.startsWith('location=') && name.endsWith(`.${extension}`) && name.slice(9, -extension.length - 1)
      if (!location) continue
      const locationId = location === 'none' ? null : decodeURIComponent(location)
      files.push({ path: `${table.name}/${entry}/${name}`, day, locationId })
    }
  }
  return files
}

/** Whether all rows of a file are in the scope. */
export const inScope = (scope: Scope): ((file: StoredFile) => boolean) => {
  if (scope.kind === 'all') return () => true
  if (scope.kind === 'segments') {
    const wanted = new Set(scope.segments.map(({ day, locationId }) => `${day}/${locationId ?? ''}`))
    return ({ day, locationId }) => wanted.has(`${day}/${locationId ?? ''}`)
  }
  return ({ day, locationId }) =>
    day >= scope.firstDay && day <= scope.lastDay && (scope.kind === 'days' || locationId === scope.locationId)
}

/** First and last day of a scope, if it has any. */
export const daysOf = (scope: Scope): readonly string[] => {
  if (scope.kind === 'all') return []
  if (scope.kind === 'segments') return scope.segments.map(({ day }) => day).sort()
  return [scope.firstDay, scope.lastDay]
}

/** Whether rows with the same key always have the same day. */
export const keyHasDay = ({ key }: LoadedDataset): boolean => key.includes('day')

/** Escapes opaque ids, whose characters may have a meaning in file systems or file name patterns. */
const encoded = (locationId: string): string =>
  locationKey(locationId).replaceAll(/[!'()*~]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)

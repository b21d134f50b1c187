import { type LoadedDataset, PRESENCE } from '../../datasets/datasets.ts'
import type { Scope } from '../destination.ts'

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`
export const list = (names: readonly string[]): string => names.map(quoted).join(', ')

/** The location of a row; empty without one, so that it can be compared and indexed. */
export const locationOf = (dataset: LoadedDataset, row?: string): string => {
  if (dataset.kind !== 'published') throw new Error(`Rows of ${dataset.name} are not kept by location.`)
  return `coalesce(${dataset.locationColumns.map((name) => column(name, row)).join(', ')}, '')`
}

/** Whether the UTC date of `timestamp` is also part of the key. */
export const hasUtcDay = ({ name }: LoadedDataset): boolean => name === PRESENCE.name

/** Removes the rows of a scope from `table`, which is quoted. */
export const deleteStatement = (table: string, dataset: LoadedDataset, scope: Scope): string => {
  if (scope.kind !== 'segments') return `delete from ${table} where ${condition(dataset, scope)}`
  const segments = scope.segments.map(({ day, locationId }) => `(date ${literal(day)}, ${literal(locationId ?? '')})`)
  return `
    delete from ${table} as t
    using (values ${segments.join(', ')}) as s (day, location)
    where t.day = s.day
      and ${locationOf(dataset, 't')} = s.location`
}

const condition = (dataset: LoadedDataset, scope: Exclude<Scope, { kind: 'segments' }>): string => {
  if (scope.kind === 'all') return 'true'
  const days = `day between date ${literal(scope.firstDay)} and date ${literal(scope.lastDay)}`
  return scope.kind === 'days' ? days : `${days} and ${locationOf(dataset)} = ${literal(scope.locationId ?? '')}`
}

const column = (name: string, row: string | undefined): string => (row ? `${row}.${quoted(name)}` : quoted(name))

import { snakeCase } from '@rollcall/contract'
import type { LoadedColumn } from '../datasets/columns.ts'

/** Finds fields of rows that are not columns of the dataset. */
export interface ExtraColumns {
  /** Inspects all fields of a row. Rows of a response have the same fields, so occasional calls are enough. */
  inspect(bytes: Buffer, start: number, end: number): void
  /** Looks for values of fields that were null so far. Must be called with every row. */
  watch(bytes: Buffer, start: number, end: number): void
  found(): LoadedColumn[]
}

const LETTER_N = 0x6e

const kindOf = (value: unknown): LoadedColumn['kind'] => {
  if (typeof value === 'string') return 'text'
  if (typeof value === 'boolean') return 'boolean'
  return typeof value === 'number' ? 'number' : 'json'
}

export const createExtraColumns = (columns: readonly LoadedColumn[]): ExtraColumns => {
  const known = new Set(columns.map(({ field }) => field))
  const found = new Map<string, LoadedColumn>()
  /** Fields of a still unknown kind, with their text in a row. */
  const watched = new Map<string, Buffer>()

  const inspect = (bytes: Buffer, start: number, end: number) => {
    const row = JSON.parse(bytes.toString('utf8', start, end)) as Record<string, unknown>
    for (const [field, value] of Object.entries(row)) {
      if (known.has(field) || found.has(field)) continue
      if (value === null) watched.set(field, Buffer.from(`${JSON.stringify(field)}:`))
      else {
        found.set(field, { field, name: snakeCase(field), kind: kindOf(value) })
        watched.delete(field)
      }
    }
  }

  const watch = (bytes: Buffer, start: number, end: number) => {
    for (const text of watched.values()) {
      const at = bytes.subarray(start, end).indexOf(text)
      if (at !== -1 && bytes[start + at + text.length] !== LETTER_N) return inspect(bytes, start, end)
    }
  }

  return { inspect, watch, found: () => [...found.values()] }
}

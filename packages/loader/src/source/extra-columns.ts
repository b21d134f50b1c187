import { snakeCase } from '@rollcall/contract'
import type { LoadedColumn } from '../datasets/columns.ts'

/** Finds the fields of rows that a dataset's columns do not have. */
export interface ExtraColumns {
  /** Looks at all fields of a row: rows of an answer have the same ones, so now and then is enough. */
  inspect(bytes: Buffer, start: number, end: number): void
  /** Looks for values of fields that were null where all were looked at; to be called with every row. */
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
  /** What a value kind cannot be told of yet, with how it is written in a row. */
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

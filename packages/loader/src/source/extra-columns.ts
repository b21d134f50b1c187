import { snakeCase } from '@rollcall/contract'
import type { LoadedColumn } from '../datasets/columns.ts'

/** Finds fields of rows that are not columns of the dataset. */
export interface ExtraColumns {
  /** Inspects all fields of a row. Rows of a response have the same fields, so occasional calls are enough. */
  inspect(bytes: Buffer, start: number, end: number): void
  /** Looks for values of fields that were null so far, and for long integers. Must be called with every row. */
  watch(bytes: Buffer, start: number, end: number): void
  found(): LoadedColumn[]
}

const LETTER_N = 0x6e
const MINUS = 0x2d
const ZERO = 0x30
/** Digits of an integer that a double always holds exactly. */
const MAX_DIGITS = 15
/** Integers of 64 bits are mostly ids; larger numbers are measurements. */
const LIMIT = 2 ** 64

const kindOf = (value: unknown): LoadedColumn['kind'] => {
  if (typeof value === 'string') return 'text'
  if (typeof value === 'boolean') return 'boolean'
  return typeof value === 'number' ? 'number' : 'json'
}

const isLongInteger = (value: unknown): boolean =>
  Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value as number) <= LIMIT

/** Reads only the numbers that have many digits. */
const isLongIntegerAt = (bytes: Buffer, at: number): boolean => {
  const first = bytes[at] === MINUS ? at + 1 : at
  let end = first
  for (let digit = (bytes[end] ?? 0) - ZERO; digit >= 0 && digit <= 9; digit = (bytes[end] ?? 0) - ZERO) end += 1
  return end - first > MAX_DIGITS && isLongInteger(Number(bytes.toString('latin1', first, end)))
}

/** DuckDB and PostgreSQL keep the digits of numbers in JSON. */
const LONG_INTEGERS = { kind: 'json', hasLongIntegers: true } as const

const columnOf = (field: string, value: unknown): LoadedColumn => ({
  ...{ field, name: snakeCase(field) },
  ...(isLongInteger(value) ? LONG_INTEGERS : { kind: kindOf(value) }),
})

/** The text before the value of a field. */
const textBefore = (field: string): Buffer => Buffer.from(`${JSON.stringify(field)}:`)

export const createExtraColumns = (columns: readonly LoadedColumn[]): ExtraColumns => {
  const known = new Set(columns.map(({ field }) => field))
  const found = new Map<string, LoadedColumn>()
  /** Fields of a still unknown kind, with their text in a row. */
  const watched = new Map<string, Buffer>()
  /** Fields of numbers that a double held so far, with their text in a row. */
  const numbers = new Map<string, Buffer>()

  const inspect = (bytes: Buffer, start: number, end: number) => {
    const row = JSON.parse(bytes.toString('utf8', start, end)) as Record<string, unknown>
    for (const [field, value] of Object.entries(row)) {
      if (known.has(field) || found.has(field)) continue
      if (value === null) watched.set(field, textBefore(field))
      else {
        const column = columnOf(field, value)
        found.set(field, column)
        watched.delete(field)
        if (column.kind === 'number') numbers.set(field, textBefore(field))
      }
    }
  }

  /** The place of a value in a row, or -1. */
  const findValue = (text: Buffer, bytes: Buffer, start: number, end: number): number => {
    const at = bytes.subarray(start, end).indexOf(text)
    return at === -1 ? -1 : start + at + text.length
  }

  const watch = (bytes: Buffer, start: number, end: number) => {
    for (const [field, text] of numbers) {
      const at = findValue(text, bytes, start, end)
      if (at === -1 || !isLongIntegerAt(bytes, at)) continue
      found.set(field, { field, name: snakeCase(field), ...LONG_INTEGERS })
      numbers.delete(field)
    }
    for (const text of watched.values()) {
      const at = findValue(text, bytes, start, end)
      if (at !== -1 && bytes[at] !== LETTER_N) return inspect(bytes, start, end)
    }
  }

  return { inspect, watch, found: () => [...found.values()] }
}

import { DEFAULT_PAGE } from '@rollcall/contract'
import { AppError } from '../../platform/errors.ts'
import { UUID_PATTERN } from '../../platform/sql/uuid.ts'
import { calendarDay } from '../../platform/time/day.ts'
import { parseTimestamp } from '../../platform/time/timestamp.ts'

/** The allowed formats of the values of a cursor, all of which the database accepts. */
const FORMS = {
  text: /^[^\0]*$/s,
  uuid: new RegExp(UUID_PATTERN),
  date: /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/,
  timestamp: /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{8,15}Z$/,
  integer: /^[0-9]{1,15}$/,
}
export type CursorForm = keyof typeof FORMS

/** Returns whether a day or time exists in the calendar, which a pattern cannot check. */
const isReal = (form: CursorForm, value: string): boolean => {
  if (form === 'date') return calendarDay(value) !== undefined
  return form !== 'timestamp' || parseTimestamp(value) !== undefined
}

const fitsForm = (form: CursorForm, value: unknown): boolean =>
  typeof value === 'string' && value.isWellFormed() && FORMS[form].test(value) && isReal(form, value)

interface PageQuery {
  readonly limit?: number
  readonly cursor?: string
}

/** The requested page of a list: the rows after `after`. Queries read one more than `limit`, to see whether there are more. */
export interface PageRequest {
  readonly limit: number
  readonly after: readonly string[] | undefined
}

const parse = (cursor: string): unknown => {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return undefined
  }
}

/** @throws AppError invalid_parameter when the cursor is not one of this list */
export const pageRequest = ({ limit = DEFAULT_PAGE, cursor }: PageQuery, forms: readonly CursorForm[]): PageRequest => {
  if (cursor === undefined) return { limit, after: undefined }
  const values = parse(cursor)
  const fits =
    Array.isArray(values) &&
    values.length === forms.length &&
    values.every((value, index) => fitsForm(forms[index] as CursorForm, value))
  if (!fits) {
    const fieldError = { pointer: '/cursor', message: 'is not a nextCursor of this list', code: 'cursor' as const }
    throw new AppError('invalid_parameter', { errors: [fieldError] })
  }
  return { limit, after: values as string[] }
}

export interface Page<I> {
  items: I[]
  nextCursor: string | null
}

/** Builds the page from the rows, at most `limit` + 1 of them; `keyOf` returns the values by which they are ordered. */
export const toPage = <R, I>(
  { limit }: PageRequest,
  rows: readonly R[],
  keyOf: (row: R) => readonly string[],
  toItem: (row: R) => I,
): Page<I> => {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const nextCursor = rows.length > limit && last ? Buffer.from(JSON.stringify(keyOf(last))).toString('base64url') : null
  return { items: shown.map(toItem), nextCursor }
}

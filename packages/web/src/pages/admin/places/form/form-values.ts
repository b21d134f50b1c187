import { t } from '@lingui/core/macro'
import { dayError } from '../../../../components/typed-day.ts'
import { isTime } from '../../../../time/zoned-time.ts'
import type { Field, Item } from '../kinds/kind.ts'

type Value = string | number | boolean | readonly string[]
/** A value of a form; an empty field holds the empty text. */
export type Values = Record<string, Value>

const emptyOf = ({ type, initial }: Field): Value => initial ?? (type === 'flag' ? false : '')

/** Values that a field may have, by its name. */
export type Choices = Readonly<Record<string, readonly { readonly value: string; readonly label: string }[]>>

/** Of a new item, a field that is needed has its only choice. */
export const initialValues = (fields: readonly Field[], item: Item | undefined, choices: Choices = {}): Values => {
  const newValue = (field: Field): Value => {
    const [first, second] = choices[field.name] ?? []
    return field.required && first && !second ? first.value : emptyOf(field)
  }
  return Object.fromEntries(fields.map((field) => [field.name, item ? (item[field.name] ?? '') : newValue(field)]))
}

export const shownFields = (fields: readonly Field[], values: Values): Field[] =>
  fields.filter(({ isShown }) => isShown?.(values) ?? true)

/** Validates a value before the call. */
export const validationError = ({ label, type, required, minimum, maximum }: Field, value: Value | undefined): string | null => {
  const isEmpty = value === undefined || (typeof value === 'string' && value.trim() === '')
  // The field of a time holds what was typed until it is one.
  if (type === 'time' && (isEmpty ? required : !isTime(String(value)))) return t`${label} must be a time, such as 09:30.`
  if (isEmpty) return required ? t`${label} is required.` : null
  if (type === 'date') return dayError(String(value))
  if (type !== 'integer' && type !== 'number') return null
  const given = Number(value)
  if (!Number.isFinite(given) || (type === 'integer' && !Number.isInteger(given))) return t`This is not a number.`
  if ((minimum !== undefined && given < minimum) || (maximum !== undefined && given > maximum)) {
    const [least, most] = [Number(minimum), Number(maximum)]
    return t`At least ${least}, at most ${most}.`
  }
  return null
}

const toBodyValue = ({ type }: Field, value: Value | undefined): Value | null => {
  if (value === undefined || (typeof value === 'string' && value.trim() === '')) return null
  if (type === 'integer' || type === 'number') return Number(value)
  return typeof value === 'string' ? value.trim() : value
}

/** The body that creates a node; empty fields are left out. */
export const newBody = (fields: readonly Field[], values: Values): Record<string, Value> =>
  Object.fromEntries(
    shownFields(fields, values).flatMap((field) => {
      const value = toBodyValue(field, values[field.name])
      return value === null ? [] : [[field.name, value]]
    }),
  )

/** The body that changes a node. It holds only the changed fields, so that changes that others made to other fields stay. */
export const changedBody = (fields: readonly Field[], values: Values, item: Item): Record<string, Value | null> =>
  Object.fromEntries(
    shownFields(fields, values).flatMap((field) => {
      const value = toBodyValue(field, values[field.name])
      return JSON.stringify(value) === JSON.stringify(item[field.name] ?? null) ? [] : [[field.name, value]]
    }),
  )

/** `D-2-009` and the names after it: the last number in the name counts up and keeps its width. */
export const severalNames = (first: string, count: number): string[] => {
  const [, before = first, digits = '', after = ''] = /^(.*?)(\d+)(\D*)$/.exec(first.trim()) ?? []
  if (digits === '') return count === 1 ? [first.trim()] : []
  const start = BigInt(digits)
  return Array.from({ length: count }, (_, n) => `${before}${String(start + BigInt(n)).padStart(digits.length, '0')}${after}`)
}

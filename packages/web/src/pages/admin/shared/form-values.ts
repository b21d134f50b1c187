import { ApiError } from '../../../api/api-error.ts'
import { changedSince } from '../../../api/changed-since.ts'
import { fieldErrorText } from '../../../errors/field-errors.ts'

type Fields = Readonly<Record<string, string>>

const trimmed = (value: string | undefined): string => (value ?? '').trim()

const bodyOf = <V extends Fields>(values: V) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, trimmed(value) || null])) as Record<
    keyof V,
    string | null
  >

/** Only the changed fields, as `changedSince`; null for a field that was emptied. */
export const changed = <V extends Fields>(values: V, before: V): Partial<Record<keyof V, string | null>> =>
  changedSince(bodyOf(before), bodyOf(values)) ?? {}

/** The fields that are not empty. */
export const filled = <V extends Fields>(values: V): Partial<Record<keyof V, string>> =>
  Object.fromEntries(
    Object.entries(values)
      .map(([name, value]) => [name, trimmed(value)] as const)
      .filter(([, value]) => value !== ''),
  ) as Partial<Record<keyof V, string>>

/** Maps error codes to fields, for errors that do not point to a field. */
export type FieldOfCode = Readonly<Partial<Record<string, string>>>

/** The name of the field: the first step of a pointer (RFC 6901) into the body. */
const fieldOf = (pointer: string): string => (pointer.split('/')[1] ?? '').replaceAll('~1', '/').replaceAll('~0', '~')

/** The error messages of the service by form field. Empty if they concern none of the fields. */
export const fieldErrors = (error: unknown, fields: readonly string[], fieldOfCode: FieldOfCode = {}): Record<string, string> => {
  if (!(error instanceof ApiError)) return {}
  const found: Record<string, string> = {}
  for (const each of error.problem.errors ?? []) {
    const field = fieldOf(each.pointer)
    if (fields.includes(field)) found[field] ??= fieldErrorText(each)
  }
  const field = fieldOfCode[error.code]
  if (field !== undefined && fields.includes(field)) found[field] ??= error.message
  return found
}

/** What can be wrong with a file; the codes are stable, part of the CLI's `--json` output. */
export type ValidationErrorCode =
  | 'invalid_text'
  | 'invalid_date'
  | 'invalid_timestamp'
  | 'invalid_time_zone'
  | 'invalid_attribute'
  | 'duplicate_id'
  | 'duplicate_name'
  | 'duplicate_identity'
  | 'duplicate_member'
  | 'duplicate_day_plan'
  | 'duplicate_booking'
  | 'name_taken'
  | 'reference_unknown'
  | 'reference_incomplete'
  | 'reference_mismatch'
  | 'parent_changed'
  | 'group_origin'
  | 'user_origin'
  | 'group_cycle'
  | 'group_too_deep'
  | 'capacity_missing'
  | 'capacity_exceeded'
  | 'desk_taken'
  | 'not_an_office_day'
  | 'inactive'
  | 'erased'
  | 'ends_before_start'
  | 'too_many_faults'

/** One broken rule, at an RFC 6901 pointer into the file. `code` is a ValidationErrorCode or the JSON Schema keyword. */
export interface ValidationError {
  pointer: string
  message: string
  code: string
}

/** A part of the file that has no effect, or that the organization's guard would refuse. The file can still be imported. */
export interface ImportWarning {
  /** The first place, as RFC 6901 pointer into the file. */
  pointer: string
  code: 'key_ignored' | 'import_guard' | 'user_origin' | 'too_many_warnings'
  message: string
  /** The number of places, or rows, that this concerns. */
  count: number
}

/**
 * The file cannot be imported; nothing was changed. `faults` contains every validation error found, not just the first; those about
 * taken desks and full zones are found once there are no others.
 */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused'
  readonly faults: ValidationError[]
  readonly warnings: readonly ImportWarning[]

  constructor(errors: ValidationError[], warnings: readonly ImportWarning[] = []) {
    const [first] = errors
    super(`The file has ${errors.length} error(s), the first at "${first?.pointer}": ${first?.message}`)
    this.faults = errors
    this.warnings = warnings
  }
}

/** A file with more errors is wrong as a whole, and more errors would only cost memory. */
export const ERROR_LIMIT = 10_000

/** Collects validation errors; one further error says that the limit was reached. */
export interface ValidationErrors {
  readonly list: ValidationError[]
  readonly full: () => boolean
  readonly add: (pointer: string, code: ValidationErrorCode | (string & {}), message: string) => void
}

export const createValidationErrors = (): ValidationErrors => {
  const list: ValidationError[] = []
  const full = () => list.length > ERROR_LIMIT
  const add: ValidationErrors['add'] = (pointer, code, message) => {
    if (list.length < ERROR_LIMIT) list.push({ pointer, message, code })
    else if (list.length === ERROR_LIMIT) {
      const text = `there are more than ${ERROR_LIMIT} errors; the rest were not collected`
      list.push({ pointer: '', message: text, code: 'too_many_faults' })
    }
  }
  return { list, full, add }
}

/** One step of an RFC 6901 pointer. */
export const pointerStep = (key: string | number): string => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`

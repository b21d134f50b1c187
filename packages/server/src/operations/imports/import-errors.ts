import type { FieldErrorCode } from '@rollcall/contract'

/** One broken rule, at an RFC 6901 pointer into the file. The codes are part of the CLI's `--json` output. */
export interface ValidationError {
  pointer: string
  message: string
  code: FieldErrorCode
}

/** What to check before a file is imported: parts without effect, names that are almost taken, or what the guard would refuse. */
export interface ImportWarning {
  /** The first place, as RFC 6901 pointer into the file. */
  pointer: string
  code: 'key_ignored' | 'name_case' | 'import_guard' | 'user_origin' | 'too_many_warnings'
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
  readonly add: (pointer: string, code: FieldErrorCode, message: string) => void
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

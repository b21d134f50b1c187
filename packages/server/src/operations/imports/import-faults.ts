/** What can be wrong with a file; stable, part of the CLI's `--json` output. */
export type FaultCode =
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

/** One broken rule, at an RFC 6901 pointer into the file. `code` is a FaultCode or the JSON Schema keyword. */
export interface ImportFault {
  pointer: string
  message: string
  code: string
}

/** What a file says in vain, or what the organization's guard would refuse. The file can be imported all the same. */
export interface ImportWarning {
  /** The first place, as RFC 6901 pointer into the file. */
  pointer: string
  code: 'key_ignored' | 'import_guard' | 'too_many_warnings'
  message: string
  /** Places, or rows, that this is true of. */
  count: number
}

/** The file cannot be imported; nothing was changed. Holds every fault found, not just the first. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused'
  readonly faults: ImportFault[]
  readonly warnings: readonly ImportWarning[]

  constructor(faults: ImportFault[], warnings: readonly ImportWarning[] = []) {
    const [first] = faults
    super(`The file has ${faults.length} fault(s), the first at "${first?.pointer}": ${first?.message}`)
    this.faults = faults
    this.warnings = warnings
  }
}

/** Past this many a file is wrong as a whole, and more faults would only cost memory. */
export const FAULT_LIMIT = 10_000

/** Collects faults; one further fault says that the limit was reached. */
export interface Faults {
  readonly list: ImportFault[]
  readonly full: () => boolean
  readonly add: (pointer: string, code: FaultCode | (string & {}), message: string) => void
}

export const createFaults = (): Faults => {
  const list: ImportFault[] = []
  const full = () => list.length > FAULT_LIMIT
  const add: Faults['add'] = (pointer, code, message) => {
    if (list.length < FAULT_LIMIT) list.push({ pointer, message, code })
    else if (list.length === FAULT_LIMIT) {
      const text = `there are more than ${FAULT_LIMIT} faults; the rest were not collected`
      list.push({ pointer: '', message: text, code: 'too_many_faults' })
    }
  }
  return { list, full, add }
}

/** One step of an RFC 6901 pointer. */
export const pointerStep = (key: string | number): string => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`

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

/** The file cannot be imported; nothing was changed. Holds every fault found, not just the first. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused'
  readonly faults: ImportFault[]

  constructor(faults: ImportFault[]) {
    const [first] = faults
    super(`The file has ${faults.length} fault(s), the first at "${first?.pointer}": ${first?.message}`)
    this.faults = faults
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

export const throwIfAny = ({ list }: Faults): void => {
  if (list.length > 0) throw new ImportRefused(list)
}

import { ImportFile } from '@rollcall/contract'
import { Compile } from 'typebox/compile'
import { Settings } from 'typebox/system'
import { FAULT_LIMIT, type Faults, type ImportFault, pointerStep } from './import-faults.ts'

const schema = Compile(ImportFile)

/** TypeBox stops at 8 errors by a global setting; it is put back before anything else can run. */
const schemaErrors = (file: unknown) => {
  const { maxErrors } = Settings.Get()
  Settings.Set({ maxErrors: FAULT_LIMIT + 1 })
  try {
    return schema.Errors(file)
  } finally {
    Settings.Set({ maxErrors })
  }
}

const addSchemaFaults = (file: unknown, faults: Faults): void => {
  if (schema.Check(file)) return
  for (const { keyword, instancePath, schemaPath, params, message } of schemaErrors(file)) {
    // The branches of an anyOf each complain; the anyOf itself says it once.
    if (schemaPath.includes('/anyOf/')) continue
    if (keyword === 'required') {
      const { requiredProperties } = params as { requiredProperties: string[] }
      for (const name of requiredProperties) faults.add(instancePath + pointerStep(name), keyword, 'is required')
    } else if (keyword === 'anyOf') faults.add(instancePath, keyword, 'must be one of the forms that the schema describes')
    else if (keyword === 'enum') {
      const { allowedValues } = params as { allowedValues: unknown[] }
      faults.add(instancePath, keyword, `must be one of ${allowedValues.filter((value) => value !== null).join(', ')}`)
    } else faults.add(instancePath, keyword, message)
  }
}

/** Deeper than anything the schema names; what lies below is ignored by the import anyway. */
const DEEPEST = 16

const isStorableText = (text: string) => !text.includes('\0') && text.isWellFormed()

const addTextFaults = (value: unknown, pointer: string, depth: number, faults: Faults): void => {
  if (typeof value === 'string') {
    if (!isStorableText(value)) {
      faults.add(pointer, 'invalid_text', 'must not hold a NUL character or an unpaired surrogate')
    }
  } else if (typeof value === 'object' && value !== null && depth < DEEPEST) {
    for (const [key, inner] of Object.entries(value)) {
      const innerPointer = pointer + pointerStep(key)
      if (!isStorableText(key)) faults.add(innerPointer, 'invalid_text', 'has a name that cannot be stored')
      if (typeof inner === 'string' || typeof inner === 'object') addTextFaults(inner, innerPointer, depth + 1, faults)
    }
  }
}

/** A copy of the file in which each list element with a fault is a hole, so that the rest can be checked too. */
const withoutFaulty = (file: unknown, faults: Faults): ImportFile | undefined => {
  const copy = structuredClone(file) as Record<string, unknown>
  for (const { pointer } of faults.list) {
    const steps = pointer.split('/').slice(1)
    let last = steps.length - 1
    while (last > 0 && !/^\d+$/.test(steps[last] ?? '')) last--
    if (last < 1) {
      // A section as a whole.
      if (!steps[0]) return undefined
      delete copy[steps[0]]
      continue
    }
    let parent: unknown = copy
    for (const step of steps.slice(0, last)) parent = (parent as Record<string, unknown> | undefined)?.[step]
    if (Array.isArray(parent)) parent[Number(steps[last])] = undefined
  }
  return copy as ImportFile
}

/** What can be checked further: the file, or what is left of it when `partial`. */
export interface CheckedShape {
  readonly file: ImportFile | undefined
  readonly partial: boolean
}

/** Checks the file against the schema and all its text for what PostgreSQL cannot hold. */
export const checkShape = (file: unknown, faults: Faults): CheckedShape => {
  addTextFaults(file, '', 0, faults)
  addSchemaFaults(file, faults)
  if (faults.list.length === 0) return { file: file as ImportFile, partial: false }
  const checkable = faults.full() || typeof file !== 'object' || file === null || Array.isArray(file)
  return { file: checkable ? undefined : withoutFaulty(file, faults), partial: true }
}

/** Codes that may only say that something refers to, or counts, an element that was left out as faulty. */
const CONSEQUENCES = new Set([
  'reference_unknown',
  'reference_mismatch',
  'capacity_missing',
  'capacity_exceeded',
  'desk_taken',
  'name_taken',
])

/** Without what a partial check cannot know. The first `certain` faults are those of the shape itself. */
export const withoutConsequences = (faults: readonly ImportFault[], certain: number): ImportFault[] =>
  faults.filter(({ code }, index) => index < certain || !CONSEQUENCES.has(code))

import { ImportFile } from '@rollcall/contract'
import { Compile } from 'typebox/compile'
import { schemaErrors } from '../../gate/http/schema-errors.ts'
import { type Faults, type ImportFault, type ImportWarning, pointerStep } from './import-faults.ts'
import { ignoredKeys } from './import-warnings.ts'
import { createLeftOut, isConsequence, type LeftOut, leaveOut } from './left-out.ts'

const schema = Compile(ImportFile)

const errorsOf = schemaErrors(ImportFile)

const addSchemaFaults = (file: unknown, faults: Faults): void => {
  if (schema.Check(file)) return
  for (const { keyword, instancePath, schemaPath, params, message } of errorsOf(file)) {
    if (faults.full()) return
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

/** Whether there is nothing to tell, found out without a pointer to each of the texts. */
const isAllStorable = (value: unknown, depth: number): boolean => {
  if (typeof value === 'string') return isStorableText(value)
  if (typeof value !== 'object' || value === null || depth >= DEEPEST) return true
  if (Array.isArray(value)) return value.every((inner) => isAllStorable(inner, depth + 1))
  for (const key of Object.keys(value)) {
    if (!isStorableText(key) || !isAllStorable((value as Container)[key], depth + 1)) return false
  }
  return true
}

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

type Container = Record<string, unknown>

/** What stands there as a copy of its own, made at the first time. Not of all below: how deep that is is the sender's choice. */
const ownAt = (holder: Container, step: string, owned: Set<unknown>): unknown => {
  const value = holder[step]
  if (typeof value !== 'object' || value === null || owned.has(value)) return value
  const copy = Array.isArray(value) ? [...value] : { ...value }
  owned.add(copy)
  holder[step] = copy
  return copy
}

/** A copy of the file in which each list element with a fault is a hole, so that the rest can be checked too. */
const withoutFaulty = (file: object, faults: Faults, leftOut: LeftOut): ImportFile | undefined => {
  const copy: Container = { ...file }
  const owned = new Set<unknown>()
  for (const { pointer } of faults.list) {
    const steps = pointer.split('/').slice(1)
    let last = steps.length - 1
    while (last > 0 && !/^\d+$/.test(steps[last] ?? '')) last--
    if (last < 1) {
      // A section as a whole.
      if (!steps[0]) return undefined
      leftOut.sections.add(steps[0])
      leftOut.unnamed.add(steps[0])
      delete copy[steps[0]]
      continue
    }
    let parent: unknown = copy
    for (const step of steps.slice(0, last)) {
      parent = typeof parent === 'object' && parent !== null ? ownAt(parent as Container, step, owned) : undefined
    }
    if (!Array.isArray(parent)) continue
    const index = Number(steps[last])
    leaveOut(leftOut, steps.slice(0, last + 1), parent[index], steps[last + 1])
    parent[index] = undefined
  }
  return copy as ImportFile
}

/** What can be checked further: the file, or what is left of it where elements had to be left out. */
export interface CheckedShape {
  readonly file: ImportFile | undefined
  /** The file as it came. */
  readonly given: unknown
  readonly leftOut: LeftOut | undefined
  readonly faults: readonly ImportFault[]
  readonly warnings: readonly ImportWarning[]
}

/** Checks the file against the schema and all its text for what PostgreSQL cannot hold. */
export const checkShape = (given: unknown, faults: Faults): CheckedShape => {
  if (!isAllStorable(given, 0)) addTextFaults(given, '', 0, faults)
  addSchemaFaults(given, faults)
  const shape = { given, faults: [...faults.list], warnings: ignoredKeys(given) }
  if (faults.list.length === 0) return { ...shape, file: given as ImportFile, leftOut: undefined }
  const leftOut = createLeftOut()
  const checkable = !faults.full() && typeof given === 'object' && given !== null && !Array.isArray(given)
  return { ...shape, file: checkable ? withoutFaulty(given, faults, leftOut) : undefined, leftOut }
}

/** Without what may only follow from elements that were left out; the faults of the shape itself come first. */
export const withoutConsequences = (faults: readonly ImportFault[], { given, leftOut, faults: certain }: CheckedShape) =>
  leftOut ? faults.filter((fault, index) => index < certain.length || !isConsequence(fault, given, leftOut)) : [...faults]

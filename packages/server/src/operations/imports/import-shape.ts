import { type FieldErrorCode, ImportFile } from '@rollcall/contract'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { compiled } from '../../gate/http/compiled.ts'
import { schemaErrors } from '../../gate/http/schema-errors.ts'
import { inTurns } from '../../platform/jobs/in-turns.ts'
import { type ImportWarning, pointerStep, type ValidationError, type ValidationErrors } from './import-errors.ts'
import { ignoredKeys } from './import-warnings.ts'
import { createLeftOut, isConsequence, type LeftOut, leaveOut } from './left-out.ts'

const schema = Compile(ImportFile)

const errorsOf = schemaErrors(ImportFile)

const isObject = (value: unknown): value is Container => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Checks the elements of the sections in chunks, and the rest of the file without them. The sections have no limits of their own. */
const isValid = async (file: unknown): Promise<boolean> => {
  if (!isObject(file)) return schema.Check(file)
  const rest = { ...file }
  for (const [name, section] of Object.entries(ImportFile.properties)) {
    const elements = file[name]
    if (!Array.isArray(elements)) continue
    rest[name] = []
    const element = compiled((section as unknown as { items: TSchema }).items)
    for await (const chunk of inTurns(elements)) for (const each of chunk) if (!element.Check(each)) return false
  }
  return schema.Check(rest)
}

const addSchemaErrors = (file: unknown, errors: ValidationErrors): void => {
  for (const { keyword, instancePath, schemaPath, params, message } of errorsOf(file)) {
    if (errors.full()) return
    // Each branch of an anyOf reports an error; the anyOf itself reports it once.
    if (schemaPath.includes('/anyOf/')) continue
    const code = keyword as FieldErrorCode
    if (keyword === 'required') {
      const { requiredProperties } = params as { requiredProperties: string[] }
      for (const name of requiredProperties) errors.add(instancePath + pointerStep(name), code, 'is required')
    } else if (keyword === 'anyOf') errors.add(instancePath, code, 'must be one of the forms that the schema describes')
    else if (keyword === 'enum') {
      const { allowedValues } = params as { allowedValues: unknown[] }
      errors.add(instancePath, code, `must be one of ${allowedValues.filter((value) => value !== null).join(', ')}`)
    } else errors.add(instancePath, code, message)
  }
}

/** Deeper than any path of the schema. The import ignores what lies below. */
const DEEPEST = 16

const isStorableText = (text: string) => !text.includes('\0') && text.isWellFormed()

/** Whether there is nothing to report; checks this without building a pointer for each text. */
const isAllStorable = (value: unknown, depth: number): boolean => {
  if (typeof value === 'string') return isStorableText(value)
  if (typeof value !== 'object' || value === null || depth >= DEEPEST) return true
  if (Array.isArray(value)) return value.every((inner) => isAllStorable(inner, depth + 1))
  for (const key of Object.keys(value)) {
    if (!isStorableText(key) || !isAllStorable((value as Container)[key], depth + 1)) return false
  }
  return true
}

/** Does the same for a file, whose sections are checked in chunks. */
const isFileStorable = async (file: unknown): Promise<boolean> => {
  if (!isObject(file)) return isAllStorable(file, 0)
  for (const key of Object.keys(file)) {
    if (!isStorableText(key)) return false
    const value = file[key]
    for await (const chunk of inTurns(Array.isArray(value) ? value : [])) {
      for (const element of chunk) if (!isAllStorable(element, 2)) return false
    }
    if (!Array.isArray(value) && !isAllStorable(value, 1)) return false
  }
  return true
}

const addTextErrors = (value: unknown, pointer: string, depth: number, errors: ValidationErrors): void => {
  if (typeof value === 'string') {
    if (!isStorableText(value)) {
      errors.add(pointer, 'invalid_text', 'must not contain a NUL character or an unpaired surrogate')
    }
  } else if (typeof value === 'object' && value !== null && depth < DEEPEST) {
    for (const [key, inner] of Object.entries(value)) {
      const innerPointer = pointer + pointerStep(key)
      if (!isStorableText(key)) errors.add(innerPointer, 'invalid_text', 'has a name that cannot be stored')
      if (typeof inner === 'string' || typeof inner === 'object') addTextErrors(inner, innerPointer, depth + 1, errors)
    }
  }
}

type Container = Record<string, unknown>

/** Returns a copy of the value at this path, made on first access. It is shallow, because the sender controls the depth. */
const ownAt = (holder: Container, step: string, owned: Set<unknown>): unknown => {
  const value = holder[step]
  if (typeof value !== 'object' || value === null || owned.has(value)) return value
  const copy = Array.isArray(value) ? [...value] : { ...value }
  owned.add(copy)
  holder[step] = copy
  return copy
}

/** Copies the file with a hole for each invalid list element, so that the rest can be checked too. */
const withoutInvalid = (file: object, errors: ValidationErrors, leftOut: LeftOut): ImportFile | undefined => {
  const copy: Container = { ...file }
  const owned = new Set<unknown>()
  for (const { pointer } of errors.list) {
    const steps = pointer.split('/').slice(1)
    let last = steps.length - 1
    while (last > 0 && !/^\d+$/.test(steps[last] ?? '')) last--
    if (last < 1) {
      // The whole section is invalid.
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

/** The part of the file that can be checked further: the file, or its copy without invalid elements. */
export interface CheckedShape {
  readonly file: ImportFile | undefined
  /** The file as it was sent. */
  readonly given: unknown
  readonly leftOut: LeftOut | undefined
  readonly errors: readonly ValidationError[]
  readonly warnings: readonly ImportWarning[]
}

/** Checks the file against the schema and all its text for what PostgreSQL cannot store. */
export const checkShape = async (given: unknown, errors: ValidationErrors): Promise<CheckedShape> => {
  if (!(await isFileStorable(given))) addTextErrors(given, '', 0, errors)
  if (!(await isValid(given))) addSchemaErrors(given, errors)
  const shape = { given, errors: [...errors.list], warnings: await ignoredKeys(given) }
  if (errors.list.length === 0) return { ...shape, file: given as ImportFile, leftOut: undefined }
  const leftOut = createLeftOut()
  const checkable = !errors.full() && isObject(given)
  return { ...shape, file: checkable ? withoutInvalid(given, errors, leftOut) : undefined, leftOut }
}

/** Removes errors that may only follow from left-out elements; the errors of the shape itself are first. */
export const withoutConsequences = (errors: readonly ValidationError[], { given, leftOut, errors: certain }: CheckedShape) =>
  leftOut ? errors.filter((error, index) => index < certain.length || !isConsequence(error, given, leftOut)) : [...errors]

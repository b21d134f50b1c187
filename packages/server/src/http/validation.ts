import { closest } from 'fastest-levenshtein'
import type { TObject, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { AppError, type Fault } from '../errors.ts'
import { pointerStep } from './body.ts'
import { bodyIdNormalizer } from './body-ids.ts'
import { faultMessage, type SchemaError } from './fault-message.ts'
import { schemaErrors } from './schema-errors.ts'

const MAX_FAULTS = 50

/** TypeBox says of `required` only which names are missing; the pointer should name the missing property itself. */
const faultsOf = (schema: TSchema, errors: Iterable<SchemaError>): Fault[] => {
  const faults: Fault[] = []
  for (const error of errors) {
    const { keyword, instancePath, params } = error
    const missing = keyword === 'required' ? (params as { requiredProperties: string[] }).requiredProperties : []
    if (missing.length === 0) faults.push({ pointer: instancePath, message: faultMessage(schema, error), code: keyword })
    for (const name of missing) faults.push({ pointer: instancePath + pointerStep(name), message: 'is required', code: keyword })
    if (faults.length >= MAX_FAULTS) break
  }
  return faults.slice(0, MAX_FAULTS)
}

/** A function that throws `invalid_body` with pointers unless the body fits, and brings its ids into one form. Compiled once per endpoint. */
export const bodyValidator = (schema: TSchema): ((body: unknown) => void) => {
  const validator = Compile(schema)
  const errorsOf = schemaErrors(schema)
  const normalizeIds = bodyIdNormalizer(schema)
  return (body) => {
    if (validator.Check(body)) return normalizeIds(body)
    throw new AppError('invalid_body', { errors: faultsOf(schema, errorsOf(body)) })
  }
}

/**
 * A function that throws unless all query parameters are known, single and valid. Those that are numbers by their schema
 * become numbers, in place.
 */
export const queryValidator = (schema: TObject): ((query: Record<string, unknown>) => void) => {
  const validator = Compile(schema)
  const known = Object.keys(schema.properties)
  const numbers = known.filter((name) => (schema.properties as Record<string, { type?: string }>)[name]?.type === 'integer')
  return (query) => {
    const unknown = Object.keys(query).filter((name) => !known.includes(name))
    if (unknown.length > 0)
      throw new AppError('unknown_parameter', { errors: unknown.slice(0, MAX_FAULTS).map((name) => unknownFault(name, known)) })
    const unstorable = Object.keys(query).filter((name) => typeof query[name] === 'string' && query[name].includes('\0'))
    if (unstorable.length > 0) throw new AppError('invalid_parameter', { errors: unstorable.map(unstorableFault) })
    for (const name of numbers) if (INTEGER.test(String(query[name]))) query[name] = Number(query[name])
    if (!validator.Check(query)) throw new AppError('invalid_parameter', { errors: faultsOf(schema, validator.Errors(query)) })
  }
}

const INTEGER = /^-?[0-9]{1,15}$/

const unstorableFault = (name: string): Fault => ({
  pointer: pointerStep(name),
  message: 'must not hold NUL characters',
  code: 'text',
})

const unknownFault = (name: string, known: string[]): Fault => ({
  pointer: pointerStep(name),
  message:
    known.length === 0
      ? 'is not known: this operation takes no query parameters'
      : `is not known. Did you mean ${closest(name.slice(0, 100), known)}?`,
  code: 'unknown_parameter',
})

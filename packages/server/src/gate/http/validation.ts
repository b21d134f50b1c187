import { type FieldErrorCode, isCommaList } from '@rollcall/contract'
import type { TObject, TSchema } from 'typebox'
import { AppError, type FieldError } from '../../platform/errors.ts'
import { pointerStep } from './body.ts'
import { bodyIdNormalizer } from './body-ids.ts'
import { compiled } from './compiled.ts'
import { type SchemaError, schemaErrorMessage } from './schema-error-message.ts'
import { schemaErrors } from './schema-errors.ts'
import { unknownFields, unknownName } from './unknown-fields.ts'

const MAX_FIELD_ERRORS = 50

/** For `required`, TypeBox lists only the missing names; the pointer should name the missing property itself. */
const validationErrors = (schema: TSchema, errors: Iterable<SchemaError>, value: unknown): FieldError[] => {
  const fieldErrors: FieldError[] = []
  for (const error of errors) {
    const { keyword, instancePath, params } = error
    // The schemas of the contract use no other keywords, as a test shows.
    const code = keyword as FieldErrorCode
    const missing = keyword === 'required' ? (params as { requiredProperties: string[] }).requiredProperties : []
    if (missing.length === 0) fieldErrors.push({ pointer: instancePath, message: schemaErrorMessage(schema, error, value), code })
    for (const name of missing) fieldErrors.push({ pointer: instancePath + pointerStep(name), message: 'is required', code })
    if (fieldErrors.length >= MAX_FIELD_ERRORS) break
  }
  return fieldErrors.slice(0, MAX_FIELD_ERRORS)
}

/**
 * Returns a function that throws `invalid_body` with pointers unless the body is valid, and normalizes its ids. A strict one
 * also rejects unknown fields, so that a misspelled field does not seem to have been set.
 */
export const bodyValidator = (schema: TSchema, isStrict = false): ((body: unknown) => void) => {
  const errorsOf = schemaErrors(schema)
  const unknownOf = isStrict ? unknownFields(schema) : () => []
  const normalizeIds = bodyIdNormalizer(schema)
  return (body) => {
    const unknown = Iterator.from(unknownOf(body)).take(MAX_FIELD_ERRORS).toArray()
    if (unknown.length === 0 && compiled(schema).Check(body)) return normalizeIds(body)
    throw new AppError('invalid_body', {
      errors: [...unknown, ...validationErrors(schema, errorsOf(body), body)].slice(0, MAX_FIELD_ERRORS),
    })
  }
}

/**
 * Returns a function that throws unless all query parameters are known, single and valid. Parameters that are numbers by
 * their schema become numbers, in place.
 */
export const queryValidator = (schema: TObject): ((query: Record<string, unknown>) => void) => {
  const known = Object.keys(schema.properties)
  const numbers = known.filter((name) => (schema.properties as Record<string, { type?: string }>)[name]?.type === 'integer')
  return (query) => {
    const unknown = Object.keys(query).filter((name) => !known.includes(name))
    if (unknown.length > 0)
      throw new AppError('unknown_parameter', {
        errors: unknown.slice(0, MAX_FIELD_ERRORS).map((name) => unknownParameter(name, known)),
      })
    const unstorable = Object.keys(query).filter((name) => typeof query[name] === 'string' && query[name].includes('\0'))
    if (unstorable.length > 0) throw new AppError('invalid_parameter', { errors: unstorable.map(unstorableError) })
    const repeated = Object.keys(query).filter((name) => Array.isArray(query[name]))
    if (repeated.length > 0) {
      const errors = repeated.map((name) => repeatedError(name, query[name] as unknown[], schema.properties[name]))
      throw new AppError('invalid_parameter', { errors })
    }
    for (const name of numbers) if (INTEGER.test(String(query[name]))) query[name] = Number(query[name])
    if (!compiled(schema).Check(query))
      throw new AppError('invalid_parameter', { errors: validationErrors(schema, compiled(schema).Errors(query), query) })
  }
}

const INTEGER = /^-?[0-9]{1,15}$/

const unstorableError = (name: string): FieldError => ({
  pointer: pointerStep(name),
  message: 'must not contain NUL characters',
  code: 'text',
})

const repeatedError = (name: string, values: readonly unknown[], schema: TSchema | undefined): FieldError => ({
  pointer: pointerStep(name),
  message: `is given ${values.length} times; give it once${isCommaList(schema) ? `, with commas between the values: ${name}=a,b` : ''}`,
  code: 'repeated',
})

const unknownParameter = (name: string, known: readonly string[]): FieldError => {
  const fieldError = unknownName(name, known, 'unknown_parameter')
  return known.length > 0 ? fieldError : { ...fieldError, message: 'is not known: this operation takes no query parameters' }
}

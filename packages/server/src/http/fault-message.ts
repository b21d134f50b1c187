import type { TSchema } from 'typebox'

/** One error of the validator. `schemaPath` leads to the schema that was broken, as a URI fragment. */
export interface SchemaError {
  readonly keyword: string
  readonly schemaPath: string
  readonly instancePath: string
  readonly message: string
  readonly params: object
}

const MAX_VALUES = 10

type Words = (params: Record<string, unknown>, example: unknown) => string

const more = (values: unknown[]): string => (values.length > MAX_VALUES ? `, … (${values.length} in all)` : '')

/** What the caller should send instead, where the validator's own words do not say it well. */
const WORDS: Record<string, Words> = {
  pattern: (_, example) =>
    `does not have the right form${example === undefined ? '' : `; for example ${JSON.stringify(example)}`}`,
  format: ({ format }, example) =>
    `must be a ${format}${example === undefined ? '' : `, for example ${JSON.stringify(example)}`}`,
  enum: ({ allowedValues }) => {
    const values = (allowedValues as unknown[]).filter((value) => value !== null)
    return `must be one of ${values.slice(0, MAX_VALUES).join(', ')}${more(values)}`
  },
  type: ({ type }) => `must be ${[type].flat().join(' or ')}`,
  minLength: ({ limit }) => (limit === 1 ? 'must not be empty' : `must have at least ${limit} characters`),
  maxLength: ({ limit }) => `must have at most ${limit} characters`,
  minItems: ({ limit }) => `must have at least ${limit} ${limit === 1 ? 'item' : 'items'}`,
  maxItems: ({ limit }) => `must have at most ${limit} ${limit === 1 ? 'item' : 'items'}`,
}

/** A sentence on one broken rule, after the pointer to the place. */
export const faultMessage = (schema: TSchema, { keyword, schemaPath, message, params }: SchemaError): string =>
  WORDS[keyword]?.(params as Record<string, unknown>, exampleAt(schema, schemaPath)) ?? message

/** First example of the schema at a path such as `#/properties/events/items/properties/timestamp`. */
const exampleAt = (schema: TSchema, schemaPath: string): unknown => {
  const steps = schemaPath
    .replace(/^#?\/?/, '')
    .split('/')
    .filter(Boolean)
  let at: unknown = schema
  for (const step of steps) {
    at = (at as Record<string, unknown> | undefined)?.[step.replaceAll('~1', '/').replaceAll('~0', '~')]
  }
  return (at as { examples?: unknown[] } | undefined)?.examples?.[0]
}

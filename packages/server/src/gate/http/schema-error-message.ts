import type { TSchema } from 'typebox'

/** One error of the validator. `schemaPath` is the path to the violated schema, as a URI fragment. */
export interface SchemaError {
  readonly keyword: string
  readonly schemaPath: string
  readonly instancePath: string
  readonly message: string
  readonly params: object
}

const MAX_VALUES = 10

type Words = (params: Record<string, unknown>, example: unknown, value: unknown) => string

const more = (values: unknown[]): string => (values.length > MAX_VALUES ? `, … (${values.length} in all)` : '')

/** Messages that say what the caller should send instead, for keywords whose own message is unclear. */
const WORDS: Record<string, Words> = {
  pattern: ({ pattern }, example, value) =>
    lacksZone(pattern, value)
      ? `needs a time zone: end it with Z or an offset such as +01:00, for example "${value}Z"`
      : `does not have the right format${example === undefined ? '' : `; for example ${JSON.stringify(example)}`}`,
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

/** Detects the most common mistake in a time: the zone is missing. */
const lacksZone = (pattern: unknown, value: unknown): boolean =>
  typeof value === 'string' && value.length <= 40 && new RegExp(pattern as string | RegExp).test(`${value}Z`)

/** Returns the message of one error in a body or query, as a phrase that follows the pointer. */
export const schemaErrorMessage = (schema: TSchema, error: SchemaError, root: unknown): string => {
  const { keyword, schemaPath, instancePath, message, params } = error
  const words = WORDS[keyword]
  return words?.(params as Record<string, unknown>, exampleAt(schema, schemaPath), valueAt(root, instancePath)) ?? message
}

const steps = (pointer: string): string[] =>
  pointer
    .replace(/^#?\/?/, '')
    .split('/')
    .filter(Boolean)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))

const valueAt = (root: unknown, pointer: string): unknown =>
  steps(pointer).reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], root)

/** Returns the first example of the schema at a path such as `#/properties/events/items/properties/timestamp`. */
const exampleAt = (schema: TSchema, schemaPath: string): unknown =>
  (valueAt(schema, schemaPath) as { examples?: unknown[] } | undefined)?.examples?.[0]

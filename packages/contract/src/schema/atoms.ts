import Type, { type Static, type TSchema } from 'typebox'

/**
 * The smallest schemas, from which all others are built. Every property of the API has a description and an example, so each atom
 * takes both.
 */
interface Doc {
  description: string
  example?: unknown
}

const doc = ({ description, example }: Doc) => (example === undefined ? { description } : { description, examples: [example] })

/** PostgreSQL text cannot contain NUL, and UTF-8 has no lone surrogates; the body parser rejects both. */
export const text = (maxLength: number, docs: Doc) => Type.String({ minLength: 1, maxLength, ...doc(docs) })

export const UUID_EXAMPLE = '6f1c0f0e-6d2b-4d43-9f0c-0d7b6f3a9e21'
/** For the second of two ids that must differ. */
export const OTHER_UUID_EXAMPLE = '0b9f4a52-9a0c-4f0e-8f39-2f1f3c5d7e61'
const UUID_PATTERN = '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'

/** One of our ids in a response: a lower-case UUID, opaque to clients. */
export const id = (docs: Doc) => Type.String({ format: 'uuid', ...doc({ example: UUID_EXAMPLE, ...docs }) })

/** A UUID in a body, in any letter case. The handler receives it in lower case. */
export const uuidInput = (docs: Doc) => Type.String({ pattern: UUID_PATTERN, ...doc({ example: UUID_EXAMPLE, ...docs }) })

const MONTH_DAY = '(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])'
const TIME = '(?:[01][0-9]|2[0-3]):[0-5][0-9]:(?:[0-5][0-9]|60)(?:\\.[0-9]{1,30})?'
const OFFSET = '(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])'

/** An RFC 3339 date-time with `Z` or a numeric offset; a time without a zone is rejected (contract §1). */
export const timestampInput = (docs: Doc) =>
  Type.String({
    pattern: `^[0-9]{4}-${MONTH_DAY}[Tt ]${TIME}${OFFSET}$`,
    ...doc({ example: '2026-01-05T09:00:00.000Z', ...docs }),
  })

/** A timestamp in a response: UTC with milliseconds. */
export const timestamp = (docs: Doc) =>
  Type.String({ format: 'date-time', ...doc({ example: '2026-01-05T09:00:00.000Z', ...docs }) })

/** A calendar date; a full date-time is accepted and its date part counts (contract §1). */
export const dateInput = (docs: Doc) =>
  Type.String({
    pattern: `^[0-9]{4}-${MONTH_DAY}(?:[Tt ].*)?$`,
    ...doc({ example: '2026-01-05', ...docs }),
  })

/** A calendar date in a response. */
export const date = (docs: Doc) => Type.String({ format: 'date', ...doc({ example: '2026-01-05', ...docs }) })

export const integer = (options: { minimum?: number; maximum?: number }, docs: Doc) =>
  Type.Integer({ ...options, ...doc({ example: 1, ...docs }) })

export const flag = (docs: Doc) => Type.Boolean(doc({ example: true, ...docs }))

export const oneOf = <const V extends readonly string[]>(values: V, docs: Doc) =>
  Type.Unsafe<V[number]>({ type: 'string', enum: [...values], ...doc({ example: values[0], ...docs }) })

export const list = <T extends TSchema>(
  items: T,
  options: { minItems?: number; maxItems?: number },
  docs: { description: string },
) => Type.Array(items, { ...options, ...docs })

/** The value or null. The property is always present in a response. */
export const nullable = <T extends TSchema>(schema: T) => {
  const { type, enum: values, ...rest } = schema as unknown as { type: string; enum?: unknown[] }
  return Type.Unsafe<Static<T> | null>({
    ...rest,
    type: [type, 'null'],
    ...(values ? { enum: [...values, null] } : {}),
  })
}

/** A reference to a named schema, or null, in a response. */
export const nullableObject = <T extends TSchema>(schema: T, docs: { description: string }) =>
  Type.Unsafe<Static<T> | null>({ anyOf: [schema, { type: 'null' }], ...docs })

/** An optional request field: absent and null mean the same (contract §1). */
export const optional = <T extends TSchema>(schema: T) => Type.Optional(nullable(schema))

const NO_ID_PATTERN = `^$|${UUID_PATTERN}`

/** Like `optional`, for a UUID. An empty string also means absent, and the handler receives null (contract §1). */
export const optionalUuidInput = (docs: Doc) =>
  Type.Optional(nullable(Type.String({ pattern: NO_ID_PATTERN, ...doc({ example: UUID_EXAMPLE, ...docs }) })))

/** Whether a schema is that of an id in a body, which is normalized. */
export const isIdInput = ({ pattern }: { readonly pattern?: unknown }): boolean =>
  pattern === UUID_PATTERN || pattern === NO_ID_PATTERN

/** Like `optional`, for ids and e-mails, where an empty string also means absent (contract §1). */
export const optionalText = (maxLength: number, docs: Doc) => Type.Optional(nullable(Type.String({ maxLength, ...doc(docs) })))

/** One @ with text on either side and no space. Only sending can tell whether a mail server accepts the address. */
export const EMAIL_PATTERN = '^[^\\s@]+@[^\\s@]+$'

/** An e-mail address in a request; absent, null and empty all mean that there is none. */
export const optionalEmail = (docs: Doc) =>
  Type.Optional(nullable(Type.String({ maxLength: 320, pattern: `${EMAIL_PATTERN}|^$`, ...doc(docs) })))

/** A named schema becomes a component of the OpenAPI document. Unknown properties are ignored. */
export const named = <T extends TSchema>(title: string, schema: T): T => ({ ...schema, title }) as T

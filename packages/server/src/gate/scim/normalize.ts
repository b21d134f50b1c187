import { isExtension, resolveName } from './attribute-path.ts'
import type { Json } from './matches.ts'
import type { Attribute, ResourceSchema } from './schema.ts'
import { scimError } from './scim-error.ts'

const MAX_TEXT = 1_000
const MAX_ELEMENTS = 100
/** Names that other parts of the service show and index. */
const LIMITS: Readonly<Record<string, number>> = { userName: 320, givenName: 200, familyName: 200, emails: 320 }

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const normalizeText = ({ name }: Attribute, value: unknown): string | undefined => {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
    throw scimError('invalidValue', `${name} must be a text.`)
  const text = String(value)
  const limit = LIMITS[name] ?? MAX_TEXT
  if (text.length > limit) throw scimError('invalidValue', `${name} has more than ${limit} characters.`)
  return text === '' ? undefined : text
}

/** Some providers send flags as texts, capitalized. */
const normalizeFlag = ({ name }: Attribute, value: unknown): boolean => {
  const text = String(value).toLowerCase()
  if (text === 'true' || text === 'false') return text === 'true'
  throw scimError('invalidValue', `${name} must be true or false.`)
}

const normalizeParts = (attribute: Attribute, value: unknown): Json | undefined => {
  const { name, subAttributes = [] } = attribute
  const first = Array.isArray(value) ? value[0] : value
  const hasValue = subAttributes.some((sub) => sub.name === 'value')
  // A bare text stands for its `value`, as in the manager that some providers send.
  const given = hasValue && !isObject(first) ? { value: first } : first
  if (first === undefined || first === null) return undefined
  if (!isObject(given)) throw scimError('invalidValue', `${name} must be an object.`)
  const parts: Json = {}
  for (const [key, part] of Object.entries(given)) {
    const sub = subAttributes.find((each) => each.name.toLowerCase() === key.toLowerCase())
    if (!sub || sub.mutability === 'readOnly') continue
    const normal = normalizeValue(sub, part)
    if (normal !== undefined) parts[sub.name] = normal
  }
  return Object.keys(parts).length > 0 ? withoutReference(parts) : undefined
}

/** A reference is derived from the id, or stands for it. */
const withoutReference = ({ $ref, ...parts }: Json): Json =>
  parts.value === undefined && typeof $ref === 'string' ? { ...parts, value: $ref.split('/').at(-1) } : parts

const normalizeElements = (attribute: Attribute, value: unknown): Json[] | undefined => {
  const given: unknown[] = Array.isArray(value) ? value : [value]
  const elements = given.map((element) => normalizeParts(attribute, element)).filter((each) => each !== undefined)
  if (attribute.name !== 'members' && elements.length > MAX_ELEMENTS)
    throw scimError('invalidValue', `${attribute.name} has more than ${MAX_ELEMENTS} values.`)
  if (elements.filter(({ primary }) => primary === true).length > 1)
    throw scimError('invalidValue', `Only one of ${attribute.name} can be primary.`)
  return elements.length > 0 ? elements : undefined
}

/** Returns the value as it is stored; undefined for one that is empty. @throws AppError with scimType invalidValue */
export const normalizeValue = (attribute: Attribute, value: unknown): unknown => {
  if (value === null || value === undefined || value === '') return undefined
  if (attribute.multiValued) return normalizeElements(attribute, value)
  if (attribute.type === 'complex') return normalizeParts(attribute, value)
  const single = Array.isArray(value) && value.length === 1 ? value[0] : value
  return attribute.type === 'boolean' ? normalizeFlag(attribute, single) : normalizeText(attribute, single)
}

/** Sets the value at these keys, or removes it and the objects that this leaves empty. */
export const assign = (resource: Json, [key, ...rest]: readonly string[], value: unknown): void => {
  if (key === undefined) return
  if (rest.length > 0) {
    const inner = isObject(resource[key]) ? resource[key] : {}
    assign(inner, rest, value)
    if (Object.keys(inner).length > 0) resource[key] = inner
    else delete resource[key]
  } else if (value === undefined) delete resource[key]
  else resource[key] = value
}

/**
 * Returns the attributes of a resource that a provider may set, under their proper names. Others are ignored: a provider may send what
 * this service does not keep (RFC 7644 §3.3).
 */
export const normalizeResource = (schema: ResourceSchema, body: unknown): Json => {
  if (!isObject(body)) throw scimError('invalidSyntax', 'The resource must be an object.')
  const resource: Json = {}
  const add = (name: string, value: unknown): void => {
    const path = resolveName(schema, name)
    if (!path) return
    if (isExtension(path)) {
      if (isObject(value)) for (const [key, part] of Object.entries(value)) add(`${path.extension}:${key}`, part)
      return
    }
    const { attribute, sub, keys } = path
    if (attribute.mutability === 'readOnly' || sub) return
    assign(resource, keys, normalizeValue(attribute, value))
  }
  for (const [name, value] of Object.entries(body)) add(name, value)
  return resource
}

import { isDeepStrictEqual } from 'node:util'
import { type AttributePath, type ExtensionPath, findAttribute, isExtension, isIgnored, resolveName } from './attribute-path.ts'
import { type Filter, parseValueFilter, tokenize } from './filter.ts'
import { impliedParts, type Json, matches } from './matches.ts'
import { assign, normalizeValue } from './normalize.ts'
import type { Attribute, ResourceSchema } from './schema.ts'
import { scimError } from './scim-error.ts'

type Kind = 'add' | 'replace' | 'remove'

/** What a path names: an attribute or a part of it, possibly only of the elements that meet a filter. */
export type Target = ExtensionPath | (AttributePath & { readonly filter: Filter | undefined })

/** One change of a resource. */
export interface Operation {
  readonly kind: Kind
  readonly target: Target
  readonly value: unknown
  /** Whether the path was given, and not only the name of a value. */
  readonly isNamed: boolean
}

const MAX_OPERATIONS = 1_000

/** Parses a path (RFC 7644 §3.5.2); undefined for an attribute that is not kept. */
const parsePath = (schema: ResourceSchema, text: string): Target | undefined => {
  const refuse = (why: string) => scimError('invalidPath', `The path ${text.slice(0, 200)} is not valid. ${why}`)
  const bracket = text.indexOf('[')
  const name = (bracket < 0 ? text : text.slice(0, bracket)).trim()
  const path = resolveName(schema, name)
  if (!path) {
    if (isIgnored(schema, text.trim())) return undefined
    throw refuse(`There is no attribute ${name}.`)
  }
  if (bracket < 0) return isExtension(path) ? path : { ...path, filter: undefined }
  if (isExtension(path) || path.sub || !path.attribute.multiValued) throw refuse('Only a list can have a filter.')
  const tokens = tokenize(text.slice(bracket + 1), refuse)
  const filter = parseValueFilter(path.attribute, tokens, refuse)
  const part = tokens.next()
  if (part === undefined) return { ...path, filter }
  const sub = part.startsWith('.') ? findAttribute(path.attribute.subAttributes ?? [], part.slice(1)) : undefined
  if (!sub || tokens.peek() !== undefined) throw refuse(`It ends with ${part}, which is no part of ${name}.`)
  return { ...path, sub, filter }
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Parses the operations of a PATCH. Their words are in any letter case, as some providers capitalize them. */
export const parseOperations = (schema: ResourceSchema, body: unknown): Operation[] => {
  const given = isObject(body) ? Object.entries(body).find(([name]) => name.toLowerCase() === 'operations')?.[1] : undefined
  if (!Array.isArray(given) || given.length === 0) throw scimError('invalidSyntax', 'Operations must be a list of operations.')
  if (given.length > MAX_OPERATIONS) throw scimError('invalidValue', `There are more than ${MAX_OPERATIONS} operations.`)
  return given.flatMap((operation) => parseOperation(schema, operation))
}

const parseOperation = (schema: ResourceSchema, operation: unknown): Operation[] => {
  if (!isObject(operation)) throw scimError('invalidSyntax', 'An operation must be an object.')
  const kind = String(operation.op).toLowerCase() as Kind
  if (!['add', 'replace', 'remove'].includes(kind)) throw scimError('invalidSyntax', 'The op must be add, replace or remove.')
  const { path, value } = operation
  if (path !== undefined && path !== null && path !== '') {
    if (typeof path !== 'string') throw scimError('invalidPath', 'The path must be a text.')
    const target = parsePath(schema, path)
    return target ? [{ kind, target, value, isNamed: true }] : []
  }
  if (kind === 'remove') throw scimError('noTarget', 'A remove operation needs a path.')
  if (!isObject(value)) throw scimError('invalidValue', 'Without a path, the value must be an object of attributes.')
  // The names of the values may be paths themselves, as some providers send them.
  return Object.entries(value).flatMap(([name, each]) => {
    const target = resolveName(schema, name) || name.includes('[') ? parsePath(schema, name) : undefined
    return target ? [{ kind, target, value: each, isNamed: false }] : []
  })
}

/** Returns the resource after the operations. @throws AppError with a scimType */
export const applyOperations = (resource: Json, operations: readonly Operation[]): Json => {
  const changed = structuredClone(resource)
  for (const operation of operations) apply(changed, operation)
  return changed
}

const apply = (resource: Json, operation: Operation): void => {
  const { kind, target, value, isNamed } = operation
  if (isExtension(target)) {
    if (kind === 'remove') {
      assign(resource, [target.extension], undefined)
      return
    }
    if (!isObject(value)) throw scimError('invalidValue', 'The value of an extension must be an object.')
    for (const [name, part] of Object.entries(value)) {
      const attribute = findAttribute(target.attributes, name)
      if (attribute) change(resource, [target.extension, attribute.name], attribute, { ...operation, value: part })
    }
    return
  }
  const { keys, attribute, sub, filter } = target
  if (isReadOnly(attribute) || (sub && isReadOnly(sub))) {
    // Some providers repeat what they read, such as the id; only a path means that it is to be changed.
    if (!isNamed) return
    throw scimError('mutability', `${(sub ?? attribute).name} cannot be changed.`)
  }
  if (kind === 'remove' && attribute.required) throw scimError('mutability', `${attribute.name} is required.`)
  if (attribute.multiValued && (filter || sub)) changeElements(resource, keys, target, operation)
  else if (sub) assign(resource, [...keys, sub.name], kind === 'remove' ? undefined : normalizeValue(sub, value))
  else change(resource, keys, attribute, operation)
}

const isReadOnly = ({ mutability }: Attribute): boolean => mutability === 'readOnly'

const read = (resource: Json, keys: readonly string[]): unknown =>
  keys.reduce<unknown>((from, key) => (from as Json | undefined)?.[key], resource)

/** Changes an attribute as a whole. */
const change = (resource: Json, keys: readonly string[], attribute: Attribute, { kind, value }: Operation): void => {
  const stored = read(resource, keys)
  const given = normalizeValue(attribute, value)
  if (attribute.multiValued) {
    const [elements, list] = [(stored as Json[] | undefined) ?? [], given as Json[] | undefined]
    const isLimited = kind === 'remove' && value !== undefined && value !== null && value !== ''
    assign(resource, keys, isLimited ? withoutNamed(elements, list ?? []) : changedList(elements, kind, list))
  } else if (given === undefined && kind !== 'remove' && isObject(value)) {
    // None of its parts are kept.
    return
  } else if (kind === 'remove' || given === undefined) {
    if (attribute.required) throw scimError('invalidValue', `${attribute.name} is required.`)
    assign(resource, keys, undefined)
  } else assign(resource, keys, attribute.type === 'complex' ? { ...(stored as Json | undefined), ...(given as Json) } : given)
}

/** With a value, only the elements that it names are removed, as some providers send it. An empty list names none. */
const withoutNamed = (stored: Json[], named: readonly Json[]): Json[] | undefined =>
  emptyIsAbsent(stored.filter((each) => !named.some((parts) => isNamedBy(parts, each))))

/** An element is named by its value, or by other parts of it where the value is not given. */
const isNamedBy = (parts: Json, element: Json): boolean =>
  parts.value === undefined
    ? Object.entries(parts).every(([name, part]) => element[name] === part)
    : parts.value === element.value

const changedList = (stored: Json[], kind: Kind, given: Json[] | undefined): Json[] | undefined => {
  if (kind === 'remove') return undefined
  if (kind === 'replace') return given
  const added = (given ?? []).filter((each) => !stored.some((other) => isDeepStrictEqual(other, each)))
  return emptyIsAbsent([...(added.some(({ primary }) => primary) ? stored.map(demoted) : stored), ...added])
}

const emptyIsAbsent = <T>(list: T[]): T[] | undefined => (list.length > 0 ? list : undefined)

const demoted = ({ primary: _, ...rest }: Json): Json => rest

/** Changes the elements of a list that meet the filter of the path, or one part of them. */
const changeElements = (
  resource: Json,
  keys: readonly string[],
  { attribute, sub, filter }: Exclude<Target, ExtensionPath>,
  { kind, value }: Operation,
): void => {
  const stored = (read(resource, keys) as Json[] | undefined) ?? []
  const isMeant = (element: Json) => !filter || matches(filter, element)
  if (kind === 'remove') {
    const left = sub
      ? stored.map((each) => (isMeant(each) ? without(each, sub.name) : each))
      : stored.filter((each) => !isMeant(each))
    assign(resource, keys, emptyIsAbsent(left.filter((each) => Object.keys(each).length > 0)))
    return
  }
  const given = sub ? normalizeValue(sub, value) : (normalizeValue(attribute, value) as Json[] | undefined)?.[0]
  const changed = (element: Json): Json =>
    sub ? { ...element, [sub.name]: given } : { ...element, ...(given as Json | undefined) }
  const isFound = stored.some(isMeant)
  // A new element is made of what the filter says, which providers rely on for the first address of a type.
  const implied = filter ? impliedParts(filter) : {}
  if (!isFound && !implied) throw scimError('noTarget', `No element of ${attribute.name} meets the filter of the path.`)
  if (given === undefined) return
  const next = isFound ? stored.map((each) => (isMeant(each) ? changed(each) : each)) : [...stored, changed(implied as Json)]
  assign(resource, keys, onePrimary(next, stored))
}

/** If an element became primary, the others no longer are (RFC 7644 §3.5.2). */
const onePrimary = (next: Json[], before: readonly Json[]): Json[] => {
  const isNew = (element: Json, index: number) => element.primary === true && before[index]?.primary !== true
  return next.some(isNew) ? next.map((each, index) => (isNew(each, index) ? each : demoted(each))) : next
}

const without = (element: Json, name: string): Json => Object.fromEntries(Object.entries(element).filter(([key]) => key !== name))

import { type Attribute, COMMON, type ResourceSchema } from './schema.ts'

/** An attribute, or one part of it, with the keys under which it stands in a resource. */
export interface AttributePath {
  /** The keys of the attribute itself: its name, after the URN of an extension. */
  readonly keys: readonly string[]
  readonly attribute: Attribute
  readonly sub: Attribute | undefined
}

/** The URN of an extension: all of its attributes. */
export interface ExtensionPath {
  readonly extension: string
  readonly attributes: readonly Attribute[]
}

export const isExtension = (path: AttributePath | ExtensionPath): path is ExtensionPath => 'extension' in path

export const findAttribute = (attributes: readonly Attribute[], name: string): Attribute | undefined => {
  const lowered = name.toLowerCase()
  return attributes.find((attribute) => attribute.name.toLowerCase() === lowered)
}

const within = (attributes: readonly Attribute[], name: string, before: readonly string[]): AttributePath | undefined => {
  const dot = name.indexOf('.')
  const attribute = findAttribute(attributes, dot < 0 ? name : name.slice(0, dot))
  if (!attribute) return undefined
  const sub = dot < 0 ? undefined : findAttribute(attribute.subAttributes ?? [], name.slice(dot + 1))
  return dot >= 0 && !sub ? undefined : { keys: [...before, attribute.name], attribute, sub }
}

/** Returns what a name means, in any letter case, with or without the URN of its schema (RFC 7644 §3.10). */
export const resolveName = ({ core, extensions }: ResourceSchema, name: string): AttributePath | ExtensionPath | undefined => {
  const lowered = name.toLowerCase()
  for (const { id, attributes } of extensions) {
    if (lowered === id.toLowerCase()) return { extension: id, attributes }
    if (lowered.startsWith(`${id.toLowerCase()}:`)) return within(attributes, name.slice(id.length + 1), [id])
  }
  const own = lowered.startsWith(`${core.id.toLowerCase()}:`) ? name.slice(core.id.length + 1) : name
  return within([...core.attributes, ...COMMON], own, [])
}

/** Attributes of RFC 7643 that this service does not keep, because it has no use for them: providers may send them. */
const NOT_KEPT = new Set([
  ...['nickname', 'profileurl', 'password', 'phonenumbers', 'ims', 'photos', 'addresses', 'entitlements', 'roles'],
  ...['x509certificates', 'schemas'],
])
const NAME_PARTS = new Set(['middlename', 'honorificprefix', 'honorificsuffix'])

/** Whether a provider may send this attribute although it is not kept: ones of the standard and of other extensions. */
export const isIgnored = ({ core }: ResourceSchema, name: string): boolean => {
  const lowered = name.toLowerCase()
  const own = lowered.startsWith(`${core.id.toLowerCase()}:`) ? lowered.slice(core.id.length + 1) : lowered
  if (own.startsWith('urn:')) return true
  const [first = '', sub = ''] = own.split(/[.[]/)
  return NOT_KEPT.has(first) || (first === 'name' && NAME_PARTS.has(sub))
}

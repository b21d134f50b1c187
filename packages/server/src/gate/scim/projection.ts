import { isExtension, resolveName } from './attribute-path.ts'
import type { Json } from './matches.ts'
import type { ResourceSchema } from './schema.ts'

/** Chooses which attributes of a resource are returned (RFC 7644 §3.9). */
export interface Projection {
  /** Whether anything of the attribute is returned, so that it need not be read otherwise. */
  includes(name: string): boolean
  of(resource: Json): Json
}

const ALWAYS = ['schemas', 'id']

type Keys = readonly string[]

const keysOf = (schema: ResourceSchema, names: string | undefined): Keys[] =>
  (names ?? '').split(',').flatMap((name) => {
    const path = resolveName(schema, name.trim())
    if (!path) return []
    if (isExtension(path)) return [[path.extension]]
    return [path.sub ? [...path.keys, path.sub.name] : path.keys]
  })

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const mapParts = (value: unknown, part: (object: Json) => Json): unknown => {
  if (Array.isArray(value)) return value.map((each) => (isObject(each) ? part(each) : each))
  return isObject(value) ? part(value) : value
}

const pick = (from: Json, wanted: readonly Keys[]): Json => {
  const picked: Json = {}
  for (const [key, value] of Object.entries(from)) {
    const below = wanted.filter(([first]) => first === key)
    if (below.some(({ length }) => length === 1)) picked[key] = value
    else if (below.length > 0)
      picked[key] = mapParts(value, (part) =>
        pick(
          part,
          below.map((keys) => keys.slice(1)),
        ),
      )
  }
  return picked
}

const omit = (from: Json, unwanted: readonly Keys[]): Json => {
  const kept: Json = {}
  for (const [key, value] of Object.entries(from)) {
    const below = unwanted.filter(([first]) => first === key)
    if (below.length === 0) kept[key] = value
    else if (!below.some(({ length }) => length === 1))
      kept[key] = mapParts(value, (part) =>
        omit(
          part,
          below.map((keys) => keys.slice(1)),
        ),
      )
  }
  return kept
}

/** @param attributes comma-separated; it wins over `excluded` */
export const projectionOf = (
  schema: ResourceSchema,
  attributes: string | undefined,
  excluded: string | undefined,
): Projection => {
  if (attributes !== undefined && attributes.trim() !== '') {
    const wanted = [...keysOf(schema, attributes), ...ALWAYS.map((name) => [name])]
    return { includes: (name) => wanted.some(([first]) => first === name), of: (resource) => pick(resource, wanted) }
  }
  const unwanted = keysOf(schema, excluded).filter(([first]) => !ALWAYS.includes(first as string))
  if (unwanted.length === 0) return { includes: () => true, of: (resource) => resource }
  const includes = (name: string) => !unwanted.some((keys) => keys.length === 1 && keys[0] === name)
  return { includes, of: (resource) => omit(resource, unwanted) }
}

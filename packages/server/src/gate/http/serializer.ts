import fastJsonStringify from 'fast-json-stringify'

type Serializer = (data: unknown) => string

const serializers = new WeakMap<object, Serializer>()

/**
 * Returns the serializer of a schema. It is created on first use and shared by all paths with this schema, because creating all of
 * them would take a third of the start time.
 */
export const serializerOf =
  (schema: object): Serializer =>
  (data) => {
    const known = serializers.get(schema)
    if (known) return known(data)
    const created: Serializer = fastJsonStringify(nullableIn(schema) as object)
    serializers.set(schema, created)
    return created(data)
  }

/**
 * States objects that may be null in the way of the library. Of `anyOf`, it would compile a validator for each of the two, which takes
 * longer than most answers, and run it on every such object.
 */
const nullableIn = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(nullableIn)
  if (typeof schema !== 'object' || schema === null) return schema
  const { anyOf, ...rest } = schema as { readonly anyOf?: readonly { readonly type?: unknown }[] }
  const some = anyOf?.filter(({ type }) => type !== 'null') ?? []
  const isNullable = anyOf?.length === 2 && some.length === 1 && some[0]?.type === 'object'
  const entries = Object.entries(isNullable ? { ...rest, ...some[0], nullable: true } : schema)
  return Object.fromEntries(entries.map(([name, value]) => [name, nullableIn(value)]))
}

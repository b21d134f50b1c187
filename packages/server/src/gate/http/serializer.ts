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
    const created: Serializer = fastJsonStringify(schema)
    serializers.set(schema, created)
    return created(data)
  }

import fastJsonStringify from 'fast-json-stringify'

type Serializer = (data: unknown) => string

const serializers = new WeakMap<object, Serializer>()

/**
 * Serializes values by a schema. It is created on first use and shared by all paths that answer with this schema, because
 * creating all of them would take a third of the start time.
 */
export const serializerOf =
  (schema: object): Serializer =>
  (data) => {
    const known = serializers.get(schema)
    if (known) return known(data)
    const made: Serializer = fastJsonStringify(schema)
    serializers.set(schema, made)
    return made(data)
  }

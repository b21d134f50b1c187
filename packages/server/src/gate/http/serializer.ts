import fastJsonStringify from 'fast-json-stringify'

type Serializer = (data: unknown) => string

const serializers = new WeakMap<object, Serializer>()

/**
 * Writes what a schema describes. Made when something is first written by it, and once for all paths that answer by it: making
 * those of all paths takes a third of a start.
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

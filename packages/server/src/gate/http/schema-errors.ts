import type { TSchema } from 'typebox'
import { Settings } from 'typebox/system'
import { pointerStep } from './body.ts'
import { compiled } from './compiled.ts'
import type { SchemaError } from './schema-error-message.ts'

/** Limits the errors of one object or list, without its content; the default of TypeBox is 8. */
Settings.Set({ maxErrors: 50 })

interface Parts {
  readonly maxItems?: number
  readonly items?: TSchema
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly patternProperties?: Readonly<Record<string, TSchema>>
}

/** Yields the errors of a value at a pointer, by the schema at a path. */
type ErrorsAt = (value: unknown, pointer: string, path: string) => Generator<SchemaError>
type Within = (value: object, pointer: string, path: string) => Generator<SchemaError>

const isCompound = (schema: TSchema): boolean => {
  const { items, properties, patternProperties } = schema as Parts
  return Boolean(items ?? properties ?? patternProperties)
}

/** Returns the schema of the object or list itself, which accepts any content. */
const shellOf = (schema: TSchema): TSchema => {
  const { items: _, patternProperties: __, ...shell } = schema as Parts & TSchema
  const properties = Object.entries(shell.properties ?? {}).map(([name, part]) => [name, isCompound(part) ? {} : part])
  return (shell.properties ? { ...shell, properties: Object.fromEntries(properties) } : shell) as TSchema
}

const once = <T>(create: () => T): (() => T) => {
  let created: T | undefined
  return () => {
    created ??= create()
    return created
  }
}

/** Does not check the items of a list that is too long, because its length is the error. */
const withinList = (items: TSchema, maxItems = Number.POSITIVE_INFINITY): Within => {
  const errorsOfItem = errorsAt(items)
  return function* (value, pointer, path) {
    if (!Array.isArray(value) || value.length > maxItems) return
    for (const [index, item] of value.entries()) {
      if (!compiled(items).Check(item)) yield* errorsOfItem(item, `${pointer}/${index}`, `${path}/items`)
    }
  }
}

const withinProperties = (properties: Readonly<Record<string, TSchema>>): Within => {
  const parts = Object.entries(properties).flatMap(([name, part]) => (isCompound(part) ? [[name, errorsAt(part)] as const] : []))
  return function* (value, pointer, path) {
    for (const [name, errors] of parts) {
      if (Object.hasOwn(value, name))
        yield* errors(value[name as keyof typeof value], pointer + pointerStep(name), `${path}/properties/${name}`)
    }
  }
}

const withinEveryProperty = (pattern: string, part: TSchema): Within => {
  const errorsOfProperty = errorsAt(part)
  return function* (value, pointer, path) {
    for (const name in value) {
      yield* errorsOfProperty(
        value[name as keyof typeof value],
        pointer + pointerStep(name),
        `${path}/patternProperties/${pattern}`,
      )
    }
  }
}

const partsOf = (schema: TSchema): Within[] => {
  const { items, maxItems, properties, patternProperties } = schema as Parts
  return [
    ...(items ? [withinList(items, maxItems)] : []),
    ...(properties ? [withinProperties(properties)] : []),
    ...Object.entries(patternProperties ?? {}).map(([pattern, part]) => withinEveryProperty(pattern, part)),
  ]
}

const errorsAt = (schema: TSchema): ErrorsAt => {
  const shell = once(() => compiled(shellOf(schema)))
  const parts = once(() => partsOf(schema))
  return function* (value, pointer, path) {
    for (const error of shell().Errors(value)) {
      yield { ...error, instancePath: pointer + error.instancePath, schemaPath: path + error.schemaPath.slice(1) }
    }
    if (typeof value === 'object' && value !== null) for (const within of parts()) yield* within(value, pointer, path)
  }
}

/**
 * Yields the violations of a schema one by one. TypeBox itself always checks the whole value, which takes seconds for a list of a
 * million items. This checks only items that the compiled validator refuses, until the caller stops.
 */
export const schemaErrors = (schema: TSchema): ((value: unknown) => Iterable<SchemaError>) => {
  const errors = errorsAt(schema)
  return (value) => errors(value, '', '#')
}

import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Settings } from 'typebox/system'
import { pointerStep } from './body.ts'
import type { SchemaError } from './fault-message.ts'

/** Of one object or list, without what is in it; the default of TypeBox is 8. */
Settings.Set({ maxErrors: 50 })

interface Parts {
  readonly maxItems?: number
  readonly items?: TSchema
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly patternProperties?: Readonly<Record<string, TSchema>>
}

/** What is wrong with a value at a pointer, by the schema at a path. */
type ErrorsAt = (value: unknown, pointer: string, path: string) => Generator<SchemaError>
type Within = (value: object, pointer: string, path: string) => Generator<SchemaError>

const isCompound = (schema: TSchema): boolean => {
  const { items, properties, patternProperties } = schema as Parts
  return Boolean(items ?? properties ?? patternProperties)
}

/** The schema of the object or list alone: whatever is in its lists and objects fits it. */
const shellOf = (schema: TSchema): TSchema => {
  const { items: _, patternProperties: __, ...shell } = schema as Parts & TSchema
  const properties = Object.entries(shell.properties ?? {}).map(([name, part]) => [name, isCompound(part) ? {} : part])
  return (shell.properties ? { ...shell, properties: Object.fromEntries(properties) } : shell) as TSchema
}

const once = <T>(make: () => T): (() => T) => {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** A longer list than there may be is not looked into: that it is too long is what is wrong with it. */
const withinList = (items: TSchema, maxItems = Number.POSITIVE_INFINITY): Within => {
  const validator = once(() => Compile(items))
  const errorsOfItem = errorsAt(items)
  return function* (value, pointer, path) {
    if (!Array.isArray(value) || value.length > maxItems) return
    for (const [index, item] of value.entries()) {
      if (!validator().Check(item)) yield* errorsOfItem(item, `${pointer}/${index}`, `${path}/items`)
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
  const shell = once(() => Compile(shellOf(schema)))
  const parts = once(() => partsOf(schema))
  return function* (value, pointer, path) {
    for (const error of shell().Errors(value)) {
      yield { ...error, instancePath: pointer + error.instancePath, schemaPath: path + error.schemaPath.slice(1) }
    }
    if (typeof value === 'object' && value !== null) for (const within of parts()) yield* within(value, pointer, path)
  }
}

/**
 * Tells one after the other what breaks a schema. TypeBox itself goes through all of a value, and takes seconds for lists of a
 * million items; here only items that the compiled check refuses are looked at, until whoever asks has heard enough.
 */
export const schemaErrors = (schema: TSchema): ((value: unknown) => Iterable<SchemaError>) => {
  const errors = errorsAt(schema)
  return (value) => errors(value, '', '#')
}

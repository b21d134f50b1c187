import type { FieldErrorCode } from '@rollcall/contract'
import { closest } from 'fastest-levenshtein'
import type { TSchema } from 'typebox'
import type { FieldError } from '../../platform/errors.ts'
import { pointerStep } from './body.ts'

type FindUnknown = (value: unknown, pointer: string) => Generator<FieldError>
interface Parts {
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly items?: TSchema
}

const suggestion = (name: string, known: readonly string[]): string =>
  known.length === 0 ? 'is not known: nothing is' : `is not known. Did you mean ${closest(name.slice(0, 100), known)}?`

/** Returns the error for an unknown name, which suggests the nearest known one. */
export const unknownName = (name: string, known: readonly string[], code: FieldErrorCode, pointer = ''): FieldError => ({
  pointer: pointer + pointerStep(name),
  message: suggestion(name, known),
  code,
})

const inObject = (properties: Readonly<Record<string, TSchema>>): FindUnknown => {
  const known = Object.keys(properties)
  const parts = new Map(Object.entries(properties).map(([name, schema]) => [name, findUnknown(schema)]))
  return function* (value, pointer) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return
    for (const [name, part] of Object.entries(value)) {
      const find = parts.get(name)
      if (find) yield* find(part, pointer + pointerStep(name))
      else yield unknownName(name, known, 'unknown_field', pointer)
    }
  }
}

const inList = (items: TSchema): FindUnknown => {
  const find = findUnknown(items)
  return function* (value, pointer) {
    if (!Array.isArray(value)) return
    for (const [index, item] of value.entries()) yield* find(item, `${pointer}/${index}`)
  }
}

/** An object whose schema has no properties may contain anything. */
const findUnknown = (schema: TSchema): FindUnknown => {
  const { properties = {}, items } = schema as Parts
  if (Object.keys(properties).length > 0) return inObject(properties)
  return items ? inList(items) : function* () {}
}

/** Returns a function that yields the fields of a body that its schema does not know, one by one. */
export const unknownFields = (schema: TSchema): ((body: unknown) => Iterable<FieldError>) => {
  const find = findUnknown(schema)
  return (body) => find(body, '')
}

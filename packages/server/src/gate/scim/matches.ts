import type { Filter, Operator } from './filter.ts'
import type { Value } from './literal.ts'
import type { Attribute } from './schema.ts'

/** A resource, or a part of one. */
export type Json = { [key: string]: unknown }

const read = (from: Json, keys: readonly string[]): unknown =>
  keys.reduce<unknown>((value, key) => (value as Json | undefined)?.[key], from)

const COMPARE: Record<Operator, (a: string, b: string) => boolean> = {
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
  co: (a, b) => a.includes(b),
  sw: (a, b) => a.startsWith(b),
  ew: (a, b) => a.endsWith(b),
  gt: (a, b) => a > b,
  ge: (a, b) => a >= b,
  lt: (a, b) => a < b,
  le: (a, b) => a <= b,
}

const compare = ({ caseExact, type }: Attribute, op: Operator, stored: unknown, value: Value): boolean => {
  // An absent flag is false.
  if (type === 'boolean') return ((stored ?? false) === value) === (op === 'eq')
  if (stored === undefined || stored === null) return op === 'ne'
  const normal = (text: unknown) => (caseExact ? String(text) : String(text).toLowerCase())
  return COMPARE[op](normal(stored), normal(value))
}

/** Returns whether an element of a list meets the filter of a value path. */
export const matches = (filter: Filter, element: Json): boolean => {
  switch (filter.kind) {
    case 'and':
      return matches(filter.left, element) && matches(filter.right, element)
    case 'or':
      return matches(filter.left, element) || matches(filter.right, element)
    case 'not':
      return !matches(filter.inner, element)
    case 'present':
      return read(element, filter.keys) !== undefined
    case 'compare':
      return compare(filter.attribute, filter.op, read(element, filter.keys), filter.value)
    case 'some':
      return ((read(element, filter.keys) as Json[] | undefined) ?? []).some(
        (each) => !filter.inner || matches(filter.inner, each),
      )
  }
}

/** Returns the parts that an element must have to meet the filter, or undefined if it does not say so by equality alone. */
export const impliedParts = (filter: Filter): Json | undefined => {
  if (filter.kind === 'compare' && filter.op === 'eq') return { [filter.keys[0] as string]: filter.value }
  if (filter.kind !== 'and') return undefined
  const [left, right] = [impliedParts(filter.left), impliedParts(filter.right)]
  return left && right && { ...left, ...right }
}

import { isIdInput } from '@rollcall/contract'
import { DAYS, TIMESTAMPS } from './hostile-days.ts'
import { KEYS, NUMBERS, OTHERS, TEXTS, UNSTORABLE } from './hostile-values.ts'
import type { Random } from './random.ts'

/** The parts of a schema that are read. */
export interface Shape {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly pattern?: string
  readonly enum?: readonly unknown[]
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, Shape>>
  readonly items?: Shape
  readonly additionalProperties?: Shape | boolean
  readonly patternProperties?: Readonly<Record<string, Shape>>
}

/** Ids to put where ids are expected: of every kind, of this organization and of another. */
export interface Known {
  readonly own: readonly string[]
  readonly foreign: readonly string[]
}

const MAX_DEPTH = 4
const MAX_LIST = 40

const idValue = (random: Random, { own, foreign }: Known): unknown => {
  const id = random.pick(random.chance(0.6) ? own : foreign)
  return random.pick([
    id,
    id,
    id.toUpperCase(),
    `${id}\n`,
    ` ${id}`,
    `{${id}}`,
    id.replaceAll('-', ''),
    id.slice(0, -1),
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-4fff-bfff-ffffffffffff',
    '',
    null,
  ])
}

/** Text that fits as often as not: cut to the length that is allowed, or one beyond it. */
const textValue = ({ maxLength = 100, minLength = 0 }: Shape, random: Random, known: Known): unknown => {
  if (random.chance(0.05)) return random.pick(UNSTORABLE)
  if (random.chance(0.1)) return random.pick([...known.own, ...known.foreign])
  const text = random.pick(TEXTS)
  if (random.chance(0.1))
    return (text || 'x').repeat(Math.ceil((maxLength + 1) / Math.max(1, text.length))).slice(0, maxLength + 1)
  if (random.chance(0.1)) return 'x'.repeat(random.pick([maxLength, Math.max(0, minLength - 1)]))
  return random.chance(0.8) ? text.slice(0, maxLength).toWellFormed() : text
}

const stringValue = (shape: Shape, random: Random, known: Known): unknown => {
  if (shape.enum) return random.chance(0.8) ? random.pick(shape.enum) : random.pick(TEXTS)
  if (shape.format === 'uuid' || isIdInput(shape)) return idValue(random, known)
  const { pattern = '', format } = shape
  if (format === 'date-time' || pattern.includes('[0-5][0-9]')) return random.pick(TIMESTAMPS)
  if (format === 'date' || pattern.startsWith('^[0-9]{4}')) return random.pick(random.chance(0.7) ? DAYS : TIMESTAMPS)
  return textValue(shape, random, known)
}

const numberValue = ({ minimum, maximum }: Shape, random: Random): unknown => {
  const edges = [minimum, maximum].flatMap((edge) => (edge === undefined ? [] : [edge - 1, edge, edge + 1, edge + 0.5]))
  return random.pick(edges.length > 0 && random.chance(0.6) ? edges : NUMBERS)
}

const listValue = (shape: Shape, random: Random, known: Known, depth: number): unknown => {
  const edges = [shape.minItems, shape.maxItems].flatMap((edge) => (edge === undefined ? [] : [edge, edge + 1]))
  const wanted = Math.min(MAX_LIST, random.pick([0, 1, 2, 3, ...edges]))
  const items = Array.from({ length: wanted }, () => valueFor(shape.items ?? {}, random, known, depth + 1))
  return random.chance(0.2) && items.length > 0 ? [...items, items[0]] : items
}

const objectValue = (shape: Shape, random: Random, known: Known, depth: number): unknown => {
  const given = Object.entries(shape.properties ?? {})
    .filter(() => random.chance(0.85))
    .map(([name, child]) => [name, valueFor(child, random, known, depth + 1)] as const)
  const open = shape.patternProperties ? Object.values(shape.patternProperties)[0] : shape.additionalProperties
  const more = typeof open === 'object' ? Array.from({ length: random.below(4) }, () => random.pick([...KEYS, ...TEXTS])) : []
  return Object.fromEntries([...given, ...more.map((name) => [name, valueFor(open as Shape, random, known, depth + 1)] as const)])
}

/** A value that mostly fits the schema, at its edges: what passes the validator is what reaches the rest. */
export const valueFor = (shape: Shape, random: Random, known: Known, depth = 0): unknown => {
  if (random.chance(0.12) || depth > MAX_DEPTH) return random.pick(random.chance(0.5) ? OTHERS : NUMBERS)
  const type = random.pick([shape.type ?? 'string'].flat())
  if (type === 'null') return null
  if (type === 'boolean') return random.chance(0.5)
  if (type === 'integer' || type === 'number') return numberValue(shape, random)
  if (type === 'array') return listValue(shape, random, known, depth)
  if (type === 'object') return objectValue(shape, random, known, depth)
  return stringValue(shape, random, known)
}

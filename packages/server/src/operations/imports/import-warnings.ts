import { ImportFile } from '@rollcall/contract'
import { closest } from 'fastest-levenshtein'
import { inTurns } from '../../platform/jobs/in-turns.ts'
import { type ImportWarning, pointerStep } from './import-errors.ts'

/** The maximum number of distinct misspellings: a file with more of them has another format. */
export const WARNING_LIMIT = 1000

interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>
  readonly items?: Shape
  readonly anyOf?: readonly Shape[]
}

type Keys = Readonly<Record<string, Shape>>

const knownKeys = new WeakMap<Shape, Keys>()

/** The properties of an object of this shape, of any of its forms; undefined where any key is meaningful. */
const keysOf = (shape: Shape): Keys | undefined => {
  const known = knownKeys.get(shape)
  if (known) return known
  const forms = [shape, ...(shape.anyOf ?? [])].flatMap(({ properties }) => properties ?? [])
  if (forms.length === 0) return undefined
  const keys = Object.assign({}, ...forms) as Keys
  knownKeys.set(shape, keys)
  return keys
}

/**
 * Keys that the schema does not know, which an import ignores (contract §1): each misspelling once, with its first place, how often
 * it occurs, and the nearest known name.
 */
export const ignoredKeys = async (file: unknown): Promise<ImportWarning[]> => {
  const found = new Map<string, ImportWarning>()
  const add = (where: string, pointer: string, name: string, keys: Keys): void => {
    const warning = found.get(where)
    if (warning) warning.count++
    else if (found.size < WARNING_LIMIT) {
      const nearest = closest(name.slice(0, 100), Object.keys(keys))
      const message = `is not a known key and is ignored; the nearest known one is ${nearest}`
      found.set(where, { pointer, code: 'key_ignored', message, count: 1 })
    } else if (found.size === WARNING_LIMIT) {
      const message = `there are more than ${WARNING_LIMIT} different unknown keys; the rest were not collected`
      found.set('', { pointer: '', code: 'too_many_warnings', message, count: 1 })
    }
  }
  const visit = (value: unknown, shape: Shape, where: string, pointer: string): void => {
    if (typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) {
      const { items } = shape
      for (const [index, item] of items ? value.entries() : []) visit(item, items as Shape, `${where}/*`, `${pointer}/${index}`)
      return
    }
    const keys = keysOf(shape)
    if (!keys) return
    for (const name of Object.keys(value)) {
      const step = pointerStep(name)
      const inner = Object.hasOwn(keys, name) ? keys[name] : undefined
      if (inner) visit((value as Record<string, unknown>)[name], inner, where + step, pointer + step)
      else add(where + step, pointer + step, name, keys)
    }
  }
  /** Visits a section in chunks: it may be nearly all of the file. */
  const visitSection = async (elements: readonly unknown[], shape: Shape, at: string): Promise<void> => {
    let index = 0
    for await (const chunk of inTurns(elements)) for (const each of chunk) visit(each, shape, `${at}/*`, `${at}/${index++}`)
  }
  if (typeof file !== 'object' || file === null || Array.isArray(file)) return []
  const { properties = {} } = ImportFile as Shape
  for (const [name, value] of Object.entries(file)) {
    const items = Object.hasOwn(properties, name) ? properties[name]?.items : undefined
    if (items && Array.isArray(value)) await visitSection(value, items, pointerStep(name))
    else visit({ [name]: value }, ImportFile as Shape, '', '')
  }
  return [...found.values()]
}

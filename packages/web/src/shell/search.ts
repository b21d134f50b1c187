import { TABLES } from '../components/table/table-search.ts'
import { isDay } from '../time/days.ts'

type Search = Readonly<Record<string, unknown>>

/**
 * Validates what an address asks for. The router hands on what a validation leaves out, so each of those is named as not given;
 * `inherited` are those that a page above, or the list on the page, validates itself. Any page may have tables.
 */
export const validSearch =
  <Given extends object, View extends object>(validate: (given: Given) => View, inherited: readonly string[] = []) =>
  (given: Given): View => {
    const others = Object.keys(given as Search).filter((name) => name !== TABLES && !inherited.includes(name))
    return { ...Object.fromEntries(others.map((name) => [name, undefined])), ...validate(given) }
  }

/** The text of a search parameter; the router parses text that looks like a number as a number. */
export const textOf = (value: unknown): string | undefined => {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  return String(value).trim() || undefined
}

export const dayOf = (value: unknown): string | undefined => (isDay(value) ? value : undefined)

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const isId = (text: string): boolean => UUID.test(text)

export const idOf = (value: unknown): string | undefined =>
  typeof value === 'string' && isId(value) ? value.toLowerCase() : undefined

/** The value if it is one of these, otherwise undefined. */
export const oneOf = <T extends string>(value: unknown, values: readonly T[]): T | undefined =>
  values.find((each) => each === value)

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** Removes undefined values, so that addresses stay short. */
export const present = <T extends object>(values: T): Present<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Present<T>

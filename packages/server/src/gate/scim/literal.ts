import { isStorable } from '../../platform/time/day.ts'

export type Value = string | boolean | number | null

/** The value that a filter compares with. */
export const literal = (token: string | undefined, refuse: (why: string) => Error): Value => {
  try {
    // Some providers capitalize the words of JSON.
    const value = JSON.parse(/^(true|false|null)$/i.test(token ?? '') ? (token as string).toLowerCase() : (token as string))
    if (isScalar(value)) return value
  } catch {}
  throw refuse(`A comparison needs a value, such as "text" or true, but there is ${token ?? 'nothing'}.`)
}

/** The text of a filter is checked before, but not what its escapes stand for: PostgreSQL stores no NUL or half characters. */
const isScalar = (value: unknown): value is Value => {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  return typeof value !== 'object' || value === null
}

/** Whether the text is a time in a year that PostgreSQL reads as it is written. */
export const isTime = (text: string): boolean => {
  const time = Date.parse(text)
  return !Number.isNaN(time) && isStorable(new Date(time).toISOString())
}

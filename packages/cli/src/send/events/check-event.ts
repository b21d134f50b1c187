import { EVENT_SCHEMAS, type FieldRules, isOfType, type SentKind } from './event-kinds.ts'

/** One event, with the fields of the contract. */
export type EventFields = Record<string, unknown>

const typeOf = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}

const isValidDate = (text: string): boolean => {
  const day = text.slice(0, 10)
  const moment = new Date(`${day}T00:00:00Z`)
  // Date parses 30 February as 2 March.
  return !Number.isNaN(moment.getTime()) && moment.toISOString().slice(0, 10) === day
}

const example = ({ examples }: FieldRules): string => (examples?.length ? `, for example ${JSON.stringify(examples[0])}` : '')

const patterns = new Map<string, RegExp>()

const fits = (text: string, pattern: string): boolean => {
  const known = patterns.get(pattern) ?? new RegExp(pattern)
  patterns.set(pattern, known)
  return known.test(text)
}

const textError = (text: string, rules: FieldRules): string | undefined => {
  const { pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = rules
  if (text.length < minLength) return 'is empty'
  // The service counts characters, not UTF-16 units.
  if (text.length > maxLength && [...text].length > maxLength) return `has more than ${maxLength} characters`
  if (pattern !== undefined && !fits(text, pattern)) return `does not have the right format${example(rules)}`
  if (!text.isWellFormed() || text.includes('\0')) return 'contains characters that cannot be stored'
  return undefined
}

const valueError = (value: unknown, rules: FieldRules): string | undefined => {
  const type = typeOf(value)
  if (!isOfType(rules, type)) return `must be ${[rules.type].flat().join(' or ')}`
  if (rules.enum && !rules.enum.includes(value)) return `must be one of ${rules.enum.filter((each) => each !== null).join(', ')}`
  if (typeof value === 'string') return textError(value, rules)
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = rules
  if (typeof value === 'number' && (value < minimum || value > maximum)) return `must be from ${minimum} to ${maximum}`
  return undefined
}

/** The first violated rule of the contract as text; undefined if the event is valid. */
export const validationError = (kind: SentKind, event: EventFields): string | undefined => {
  const { required = [], properties } = EVENT_SCHEMAS[kind]
  const missing = required.find((field) => event[field] === undefined)
  if (missing) return `${missing} is missing`
  for (const [field, rules] of Object.entries(properties)) {
    const fault = event[field] === undefined ? undefined : valueError(event[field], rules)
    if (fault) return `${field} ${fault}`
  }
  return isValidDate(String(event.timestamp)) ? undefined : 'timestamp is not a day of the calendar'
}

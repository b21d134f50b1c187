import { addDays, todayIn } from '../../../time/days.ts'

/** Days by name, which move with the calendar: the first and the last, counted from today. */
export const PERIODS = {
  lastSevenDays: [-7, -1],
  lastThirtyDays: [-30, -1],
  nextFourteenDays: [0, 14],
} as const
export type Period = keyof typeof PERIODS

/** The address of the page: the parameters under their names in the API, and the columns. */
export interface Question {
  readonly dataset?: string
  /** Instead of a first and a last day. */
  readonly period?: Period
  readonly startDate?: string
  readonly endDate?: string
  readonly locationId?: string
  readonly locationIds?: string
  readonly userIds?: string
  /** All if absent. */
  readonly columns?: string
}

const NAMES = ['dataset', 'startDate', 'endDate', 'locationId', 'locationIds', 'userIds', 'columns'] as const
/** The days of a period today. */
export const daysOf = (period: Period): { readonly startDate: string; readonly endDate: string } => {
  const [first, last] = PERIODS[period]
  return { startDate: addDays(todayIn(), first), endDate: addDays(todayIn(), last) }
}

/** The question with the days that its period has today. */
export const withDays = (question: Question): Question =>
  question.period ? { ...question, ...daysOf(question.period) } : question

export type Parameter = Exclude<(typeof NAMES)[number], 'dataset' | 'columns'>

/** Validates the address. The router reads 20260105 as a number, so numbers are accepted too. */
export const validateQuestion = (search: Record<string, unknown>): Question => {
  const texts = NAMES.flatMap((name) => {
    const value = search[name]
    return (typeof value === 'string' || typeof value === 'number') && value !== '' ? [[name, String(value)]] : []
  })
  const { period } = search
  const named = typeof period === 'string' && Object.hasOwn(PERIODS, period) ? { period } : {}
  return { ...named, ...Object.fromEntries(texts) } as Question
}

import Type from 'typebox'

/** Maximum number of days from the first to the last day of a range (contract §4). */
export const MAX_RANGE_DAYS = 30
/** The same for workplace events. */
export const MAX_EVENT_RANGE_DAYS = 550
/** Maximum number of days in an analytics period, first and last included. */
export const MAX_ANALYTICS_DAYS = 550

const YEAR = '[0-9]{4}'
const MONTH = '(?:0[1-9]|1[0-2])'
const DAY = '(?:0[1-9]|[12][0-9]|3[01])'

/** `YYYYMMDD`, `YYYY-MM-DD`, or an ISO date-time whose date part counts as written (contract §4). */
const calendarDay = (description: string, example: string) =>
  Type.String({
    maxLength: 64,
    pattern: `^${YEAR}(?:${MONTH}${DAY}|-${MONTH}-${DAY})(?:[Tt ].*)?$`,
    description: `${description}: YYYYMMDD, YYYY-MM-DD, or an ISO date-time whose date part counts.`,
    examples: [example],
  })

const startDate = calendarDay('First day, inclusive', '2026-01-05')
const endDate = calendarDay('Last day, inclusive', '2026-01-30')

/** Parameters of an operation that reads a range of days. */
export const dateRange = { startDate, endDate }

/** Filters of a list; without one of them the range is open at that end. */
export const dateFilters = { startDate: Type.Optional(startDate), endDate: Type.Optional(endDate) }

/** A query parameter for one day. */
export const dayParameter = (description: string) => calendarDay(description, '2026-01-05')

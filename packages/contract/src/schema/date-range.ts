import Type from 'typebox'

/** Most days from the first to the last of a range (contract §4). */
export const MAX_RANGE_DAYS = 30
/** The same of workplace events. */
export const MAX_EVENT_RANGE_DAYS = 550
/** Days of a period of analytics, the first and the last included. */
export const MAX_ANALYTICS_DAYS = 550

const YEAR = '[0-9]{4}'
const MONTH = '(?:0[1-9]|1[0-2])'
const DAY = '(?:0[1-9]|[12][0-9]|3[01])'

/** `YYYYMMDD`, `YYYY-MM-DD`, or an ISO date-time of which the date counts, as it is written (contract §4). */
const calendarDay = (description: string, example: string) =>
  Type.String({
    maxLength: 64,
    pattern: `^${YEAR}(?:${MONTH}${DAY}|-${MONTH}-${DAY})(?:[Tt ].*)?$`,
    description: `${description}: YYYYMMDD, YYYY-MM-DD, or an ISO date-time of which the date counts.`,
    examples: [example],
  })

const startDate = calendarDay('First day, inclusive', '2026-01-05')
const endDate = calendarDay('Last day, inclusive', '2026-01-30')

/** Parameters of what is read for some days. */
export const dateRange = { startDate, endDate }

/** Parameters of a list that may be cut to some days: without one of them it is open at that end. */
export const dateFilters = { startDate: Type.Optional(startDate), endDate: Type.Optional(endDate) }

/** One day as a parameter. */
export const dayParameter = (description: string) => calendarDay(description, '2026-01-05')

interface Period {
  readonly from: string
  readonly to: string
}

const DAY_MS = 86_400_000
const addDays = (day: string, days: number): string => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
const mondayOf = (day: string): string => addDays(day, -((new Date(day).getUTCDay() + 6) % 7))

/** The same day of an earlier month, or its last day if that month is shorter. */
const monthsBefore = (day: string, months: number): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 - months, Math.min(date, last))).toISOString().slice(0, 10)
}

/** The periods that pages know by name, as of a day. The names are in addresses of pages and in saved views. */
const PERIODS = {
  thisWeek: (day: string): Period => ({ from: mondayOf(day), to: addDays(mondayOf(day), 6) }),
  lastWeek: (day: string): Period => ({ from: addDays(mondayOf(day), -7), to: addDays(mondayOf(day), -1) }),
  lastFourWeeks: (day: string): Period => ({ from: addDays(day, -28), to: addDays(day, -1) }),
  lastMonth: (day: string): Period => ({
    from: `${monthsBefore(day, 1).slice(0, 7)}-01`,
    to: addDays(`${day.slice(0, 7)}-01`, -1),
  }),
  lastThreeMonths: (day: string): Period => ({ from: monthsBefore(day, 3), to: addDays(day, -1) }),
  lastTwelveMonths: (day: string): Period => ({ from: monthsBefore(day, 12), to: addDays(day, -1) }),
}
export type PeriodName = keyof typeof PERIODS
export const PERIOD_NAMES = Object.keys(PERIODS) as PeriodName[]

export const isPeriodName = (value: unknown): value is PeriodName => PERIOD_NAMES.some((name) => name === value)

export const periodOn = (name: PeriodName, day: string): Period => PERIODS[name](day)

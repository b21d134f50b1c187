import type { AttendanceFigures } from '@rollcall/contract'
import { mondayOf, weekdayOf } from '../../../time/days.ts'

type Day = AttendanceFigures['days'][number]

/** More days than this are summed up by week, in which a trend is easier to see. */
export const MAX_DAYS = 35

/** A day, or a week by its Monday. */
export interface NoShows {
  readonly day: string
  /** The first and the last day that it counts: a period may begin and end within a week. */
  readonly first: string
  readonly last: string
  /** How many of these days are from Monday to Friday: a week with fewer than 5 is a part of one. */
  readonly workdays: number
  /** People who did not come, on days for which it is known; null if it is known for none. */
  readonly noShow: number | null
  /** They and those who came as expected. */
  readonly expected: number | null
  readonly rate: number | null
  /** Bookings that were released because no one checked in. */
  readonly released: number
  /** They and those that were left. */
  readonly bookings: number
  readonly releaseRate: number | null
}

export const noShowsOf = (days: readonly Day[]): NoShows[] => {
  const start = (day: string) => (days.length > MAX_DAYS ? mondayOf(day) : day)
  return [...Map.groupBy(days, ({ day }) => start(day))].map(([day, some]) => {
    const known = some.flatMap(({ noShow, confirmed }) => (noShow === null || confirmed === null ? [] : [{ noShow, confirmed }]))
    const released = some.reduce((sum, each) => sum + each.released, 0)
    const bookings = some.reduce((sum, each) => sum + each.booked, released)
    const [first, last] = [some[0]?.day ?? day, some.at(-1)?.day ?? day]
    const workdays = some.filter((each) => weekdayOf(each.day) <= 5).length
    const releaseRate = bookings === 0 ? null : released / bookings
    const releases = { day, first, last, workdays, released, bookings, releaseRate }
    if (known.length === 0) return { ...releases, noShow: null, expected: null, rate: null }
    const noShow = known.reduce((sum, each) => sum + each.noShow, 0)
    const expected = known.reduce((sum, each) => sum + each.confirmed, noShow)
    return { ...releases, noShow, expected, rate: expected === 0 ? null : noShow / expected }
  })
}

/** Of what the busiest day has. Below it, such as on weekends, a rate is that of a few people. */
const LEAST_SHARE = 0.1

/** The rates that a line is drawn through: those of nearly no one, by the `amount` of people or bookings, are gaps. */
export const drawnRates = (
  rows: readonly NoShows[],
  rate: 'rate' | 'releaseRate',
  amount: 'expected' | 'bookings',
): (number | null)[] => {
  const most = rows.reduce((greatest, row) => Math.max(greatest, row[amount] ?? 0), 0)
  return rows.map((row) => ((row[amount] ?? 0) < most * LEAST_SHARE ? null : row[rate]))
}

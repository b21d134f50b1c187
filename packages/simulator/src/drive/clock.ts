import { setTimeout as wait } from 'node:timers/promises'
import type { Company } from '../company/types.ts'
import { dayNumber, dayText, localDayOf } from '../day/calendar.ts'

/** A clock that runs `speed` times as fast as the real clock since the last reset. */
export interface FastClock {
  now(): number
  /** Resets the clock to real time; from there it runs fast again. */
  set(): void
}

export const createFastClock = (speed: number, realNow = Date.now): FastClock => {
  let anchor = realNow()
  return {
    now: () => anchor + (realNow() - anchor) * speed,
    set: () => {
      anchor = realNow()
    },
  }
}

/** Waits; an abort ends the wait without an error. */
export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  wait(ms, undefined, signal ? { signal } : {}).catch(() => {})

const localDays = (company: Company, ms: number): string[] =>
  company.offices.map(({ timeZone }) => localDayOf(timeZone, ms)).sort()

/** The last day that is over in every office, the natural end of a history. */
export const lastClosedDay = (company: Company, ms = Date.now()): string =>
  dayText(dayNumber(localDays(company, ms)[0] ?? '') - 1)

/** The latest day that has started in any office. */
export const latestOpenDay = (company: Company, ms = Date.now()): string => localDays(company, ms).at(-1) ?? ''

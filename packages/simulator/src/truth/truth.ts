import type { Company } from '../company/types.ts'
import { type DayRange, daysBetween } from '../day/calendar.ts'
import { simulateDay } from '../day/simulate-day.ts'
import { calendarDays } from './calendar.ts'
import { directoryTruth } from './directory.ts'
import { gatheringRows, parkingRows, sourceDays, visitDays, visitRows } from './happenings.ts'
import { headcountDays } from './headcount.ts'
import { occupancyDays } from './occupancy.ts'
import { createPolicyWeeks } from './policy-weeks.ts'
import type { TruthRow } from './rows.ts'
import { userDays } from './user-days.ts'

const LONG_AFTER = Date.parse('9999-01-01')

/**
 * The truth of the directory, then of a history, day by day. An office reports presence from the day of its first presence event, so the range must
 * start where the history starts.
 * @param moment instant (Unix ms) of reading; by default all days are over
 */
export function* truthOf(
  company: Company,
  { fromDay, toDay }: DayRange,
  moment = LONG_AFTER,
): Generator<TruthRow, void, undefined> {
  yield* directoryTruth(company)
  const reporting = new Set<number>()
  const policyWeeks = createPolicyWeeks(company)
  for (const day of daysBetween(fromDay, toDay)) {
    const simulated = simulateDay(company, day)
    for (const { office } of simulated.truth.flatMap(({ offices }) => offices)) reporting.add(office)
    const around = { company, day, reporting, moment }
    const days = [...userDays(simulated, around)]
    yield* days
    yield* policyWeeks.next(day, days)
    yield* calendarDays(company, day)
    yield* sourceDays(simulated)
    yield* visitDays(company, simulated)
    yield* visitRows(company, simulated)
    yield* headcountDays(simulated, around)
    yield* occupancyDays(company, simulated)
    yield* gatheringRows(company, simulated)
    yield* parkingRows(company, simulated)
  }
}

import type { Company } from '../company/types.ts'
import { type DayRange, daysBetween } from '../day/calendar.ts'
import { simulateDay } from '../day/simulate-day.ts'
import { gatheringRows, parkingRows, sourceDays, visitDays } from './happenings.ts'
import type { TruthRow } from './rows.ts'
import { userDays } from './user-days.ts'

const LONG_AFTER = Date.parse('9999-01-01')

/**
 * The truth of a history, day by day. An office reports presence from the day of its first presence event, so the range must
 * start where the history starts.
 * @param moment instant (Unix ms) of reading; by default all days are over
 */
export function* truthOf(
  company: Company,
  { fromDay, toDay }: DayRange,
  moment = LONG_AFTER,
): Generator<TruthRow, void, undefined> {
  const reporting = new Set<number>()
  for (const day of daysBetween(fromDay, toDay)) {
    const simulated = simulateDay(company, day)
    for (const { office } of simulated.truth.flatMap(({ offices }) => offices)) reporting.add(office)
    yield* userDays(simulated, { company, day, reporting, moment })
    yield* sourceDays(simulated)
    yield* visitDays(company, simulated)
    yield* gatheringRows(company, simulated)
    yield* parkingRows(company, simulated)
  }
}

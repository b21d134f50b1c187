import type { Company } from '../company/types.ts'
import { dayNumber, daysBetween, dayText, localClock } from '../day/calendar.ts'
import { simulateDay } from '../day/simulate-day.ts'
import type { Delivery } from '../day/types.ts'

/** Before this instant nothing of the day can be delivered anywhere. */
const earliestOf = (company: Company, day: string): number =>
  Math.min(...company.offices.map(({ timeZone }) => localClock(timeZone, day)(0)))

/**
 * All deliveries of these days in order of delivery. Late ones wait for their turn, so no more is held than a day and
 * what is late.
 */
export function* deliveriesInOrder(
  company: Company,
  fromDay: string,
  toDay: string,
  onDay?: (day: string) => void,
): Generator<Delivery, void, undefined> {
  let waiting: Delivery[] = []
  for (const day of daysBetween(fromDay, toDay)) {
    waiting = [...waiting, ...simulateDay(company, day).deliveries].sort((a, b) => a.deliverAt - b.deliverAt)
    const border = earliestOf(company, dayText(dayNumber(day) + 1))
    const later = waiting.findIndex(({ deliverAt }) => deliverAt >= border)
    const due = later < 0 ? waiting.length : later
    for (let index = 0; index < due; index += 1) yield waiting[index] as Delivery
    waiting = waiting.slice(due)
    onDay?.(day)
  }
  yield* waiting
}

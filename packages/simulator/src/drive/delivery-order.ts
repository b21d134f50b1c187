import type { Company } from '../company/types.ts'
import { type DayRange, dayNumber, daysBetween, dayText, localClock } from '../day/calendar.ts'
import { simulateDay } from '../day/simulate-day.ts'
import type { Delivery, SimulatedDay } from '../day/types.ts'

/** The earliest instant at which any event of the day can be delivered. */
const earliestOf = (company: Company, day: string): number =>
  Math.min(...company.offices.map(({ timeZone }) => localClock(timeZone, day)(0)))

/** A day and the deliveries until the next day starts, including late events of earlier days. */
export interface DeliveryDay {
  simulated: SimulatedDay
  deliveries: Delivery[]
}

/**
 * All deliveries of these days, in order of delivery. Memory holds at most one day plus late events. Events that are still late
 * after the last day are delivered with it.
 */
export function* deliveriesByDay(company: Company, { fromDay, toDay }: DayRange): Generator<DeliveryDay, void, undefined> {
  let waiting: Delivery[] = []
  for (const day of daysBetween(fromDay, toDay)) {
    const simulated = simulateDay(company, day)
    waiting = [...waiting, ...simulated.deliveries].sort((a, b) => a.deliverAt - b.deliverAt)
    const border = day === toDay ? Number.POSITIVE_INFINITY : earliestOf(company, dayText(dayNumber(day) + 1))
    const later = waiting.findIndex(({ deliverAt }) => deliverAt >= border)
    const due = later < 0 ? waiting.length : later
    yield { simulated, deliveries: waiting.slice(0, due) }
    waiting = waiting.slice(due)
  }
}

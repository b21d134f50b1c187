import type { Company } from '../company/types.ts'
import { dayNumber, localClock } from './calendar.ts'
import { gatheringsOf, meetupsOf } from './gatherings.ts'
import { recordRooms, recordSeats } from './occupancy.ts'
import { parkingOf } from './parking.ts'
import { planChangesOf, plansAfter } from './plan-changes.ts'
import { planDay } from './plan-day.ts'
import { recordDockedDevice, recordStay } from './presence.ts'
import { createRecorder } from './recorder.ts'
import { staysOf } from './stays.ts'
import { recordStrangers } from './strangers.ts'
import { withTimeOff } from './time-off.ts'
import type { SimulatedDay } from './types.ts'
import { recordVisitors } from './visitors.ts'

/**
 * Simulates one day: the plans, what really happened, and what sources deliver about it, now or later. The day is the local
 * calendar day of each office. The result depends only on the company and the day.
 */
export const simulateDay = (company: Company, day: string): SimulatedDay => {
  const number = dayNumber(day)
  const clocks = company.offices.map(({ timeZone }) => localClock(timeZone, day))
  const planned = withTimeOff(company, day, planDay(company, day))
  const planChanges = planChangesOf(company, day, planned, clocks)
  const plans = plansAfter(planned, planChanges)
  const stays = staysOf(company, day, plans, clocks)
  const recorder = createRecorder(company, number, clocks)
  for (const stay of stays) recordStay(company, number, stay, recorder)
  for (const plan of plans) recordDockedDevice(company, number, plan, clocks, recorder)
  recordStrangers(company, number, clocks, recorder)
  recordRooms(company, number, clocks, recorder)
  recordSeats(company, stays, recorder)
  const visits = recordVisitors(company, number, clocks, recorder)
  return {
    ...{ day, plans, planChanges, stays, visits },
    parking: parkingOf(company, day, plans),
    gatherings: gatheringsOf(company, day),
    meetups: meetupsOf(company, day),
    deliveries: recorder.deliveries(),
    truth: recorder.truth(),
    sightings: recorder.sightings(),
    expected: recorder.expected,
  }
}

import { MAX_EVENTS, type TimeOffEvent } from '@rollcall/contract'
import type { Company } from '../company/types.ts'
import { timeOffOn } from '../day/time-off.ts'
import type { TimeOff } from '../day/types.ts'
import { possibleWith } from './possible.ts'
import type { Driving } from './send-all.ts'

/** Sends the announcements and cancellations of a day. Repeating it changes nothing; past days stay unchanged. */
export const sendTimeOff = async (
  { client, ids, signal, onConflict }: Pick<Driving, 'client' | 'ids' | 'signal' | 'onConflict'>,
  company: Company,
  day: string,
): Promise<void> => {
  const eventOf = (eventType: TimeOffEvent['eventType'], { eventId, person, firstDay, lastDay, kind }: TimeOff) => ({
    ...{ eventId, eventType, uid: ids.user(person), startDate: firstDay, endDate: lastDay, timeOffType: kind },
  })
  const { announced, calledOff } = timeOffOn(company, day)
  const { timeOff: isPossible } = possibleWith(ids)
  const events = [
    ...announced.filter(isPossible).map((timeOff) => eventOf('scheduled', timeOff)),
    ...calledOff.filter(isPossible).map((timeOff) => eventOf('cancelled', timeOff)),
  ]
  for (let from = 0; from < events.length; from += MAX_EVENTS) {
    const timeOffEvents = events.slice(from, from + MAX_EVENTS)
    const { results } = await client.submitTimeOff({ timeOffEvents }, signal ? { signal } : {})
    for (const { resultCode } of results) if (resultCode !== 0) onConflict()
  }
}

import { plural, t } from '@lingui/core/macro'
import { allPages, queryClient } from '../api/query.ts'
import { notifyDone, notifyOffer } from '../components/notices.tsx'
import { shortDay } from '../time/days.ts'
import { aboutStay } from './day-commands.ts'
import { ME } from './me.tsx'
import { aboutBay, type ParkingBooking } from './parking-commands.ts'
import type { UserDay } from './plans.ts'

type Where = Pick<UserDay, 'plan' | 'locationId'>

/** Whether the user plans to be elsewhere on a day than in this building. Without a plan, or its building, it is not known. */
export const isElsewhere = ({ plan, locationId }: Where, buildingId: string): boolean =>
  plan === 'o' ? locationId !== null && locationId !== buildingId : plan !== null

/** Says where the user plans to be instead of a building; undefined if there, or without a plan. */
export const elsewhereWords = (day: UserDay | undefined, buildingId: string): string | undefined => {
  if (!day || !isElsewhere(day, buildingId)) return undefined
  const { plan, planOrigin, locationName } = day
  if (planOrigin === 'time-off') return t`You are off on this day.`
  if (plan === 'r') return t`You plan to be remote on this day.`
  if (plan === 'a') return t`You plan to be away on this day.`
  return locationName ? t`You plan to be in ${locationName} on this day.` : undefined
}

/** The bays of a user on some days. */
export const baysQuery = (startDate: string, endDate: string) =>
  allPages('listUserParking', { params: ME, query: { startDate, endDate, status: 'booked' } })

/** The visits that a user hosts on some days. */
export const visitsQuery = (userId: string, startDate: string, endDate: string) =>
  allPages('listVisits', { query: { startDate, endDate, hostUserId: userId } })

/** The days as they were changed last: an answer about an earlier change says nothing. */
const changed = new Map<string, UserDay>()

/**
 * Says after a change of a day what stays in a building where the user is no longer that day: a bay, which can be given back, and
 * visitors.
 */
export const tellWhatStays = async (before: UserDay, after: UserDay, giveBack: (bay: ParkingBooking) => void): Promise<void> => {
  const { day, userId } = after
  changed.set(day, after)
  if (after.plan === null || (before.plan === after.plan && before.locationId === after.locationId)) return
  const [bays, visits] = await Promise.all([
    queryClient.fetchQuery(baysQuery(day, day)),
    queryClient.fetchQuery(visitsQuery(userId, day, day)),
  ])
  if (changed.get(day) !== after) return
  const bay = bays.items.find(({ locationId }) => isElsewhere(after, locationId))
  const count = visits.items.filter(({ status, locationId }) => status === 'expected' && isElsewhere(after, locationId)).length
  const date = shortDay(day)
  const visitors = count > 0 ? t`You still expect ${plural(count, { one: '# visitor', other: '# visitors' })} on ${date}.` : ''
  if (!bay) return visitors ? notifyDone(visitors, aboutStay(day)) : undefined
  const { bayName, locationName } = bay
  const words = [t`You still have bay ${bayName}, ${locationName}, on ${date}.`, visitors].filter(Boolean).join(' ')
  notifyOffer(words, t`Give the bay back`, () => giveBack(bay), aboutStay(day), aboutBay(day))
}

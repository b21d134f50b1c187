import type { RollcallClient } from '@rollcall/client'
import type { BookingRequest } from '@rollcall/contract'
import type { Booking, Deed } from '../day/types.ts'
import { attempt } from './attempt.ts'
import type { Ids } from './ids.ts'
import { inParallel } from './in-parallel.ts'
import { possibleWith } from './possible.ts'
import type { Driving } from './send-all.ts'

const locationOf = (ids: Ids, office: number) => ids.node({ type: 'location', index: office })

const requestOf = ({ office, zone, desk }: Booking, ids: Ids): BookingRequest => {
  if (desk !== null) return { placeId: ids.node({ type: 'place', index: desk }) }
  return zone === null ? { locationId: locationOf(ids, office) } : { zoneId: ids.node({ type: 'zone', index: zone }) }
}

const perform = (client: RollcallClient, ids: Ids, day: string, deed: Deed, options: { signal: AbortSignal }) => {
  const userDay = { userId: ids.user(deed.person), day }
  switch (deed.kind) {
    case 'book':
      return client.book(userDay, requestOf(deed.booking, ids), options)
    case 'cancel':
      return client.cancelBooking(userDay, {}, options)
    case 'plan': {
      const locationId = deed.office === null ? null : locationOf(ids, deed.office)
      return client.setDayPlan(userDay, { plan: deed.plan, locationId }, options)
    }
  }
}

export interface DayDeed {
  day: string
  deed: Deed
}

/** Does what people do to their plans and bookings, several at once. */
export const performDeeds = (driving: Driving, deeds: readonly DayDeed[]): Promise<void> => {
  const possible = possibleWith(driving.ids)
  return inParallel(
    deeds.filter(({ deed }) => possible.deed(deed)),
    driving.concurrency,
    driving.signal,
    ({ day, deed }, signal) => attempt(driving, () => perform(driving.client, driving.ids, day, deed, { signal })),
  )
}

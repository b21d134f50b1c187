import type { RollcallClient } from '@rollcall/client'
import type { BookingRequest } from '@rollcall/contract'
import type { Booking, PlanChange } from '../day/types.ts'
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

const perform = (client: RollcallClient, ids: Ids, day: string, planChange: PlanChange, options: { signal: AbortSignal }) => {
  const userDay = { userId: ids.user(planChange.person), day }
  switch (planChange.kind) {
    case 'book':
      return client.book(userDay, requestOf(planChange.booking, ids), options)
    case 'cancel':
      return client.cancelBooking(userDay, {}, options)
    case 'plan': {
      const locationId = planChange.office === null ? null : locationOf(ids, planChange.office)
      return client.setDayPlan(userDay, { plan: planChange.plan, locationId }, options)
    }
  }
}

export interface DayPlanChange {
  day: string
  planChange: PlanChange
}

/** Applies changes to plans and bookings, several concurrently. */
export const applyPlanChanges = (driving: Driving, planChanges: readonly DayPlanChange[]): Promise<void> => {
  const possible = possibleWith(driving.ids)
  return inParallel(
    planChanges.filter(({ planChange }) => possible.planChange(planChange)),
    driving.concurrency,
    driving.signal,
    ({ day, planChange }, signal) => attempt(driving, () => perform(driving.client, driving.ids, day, planChange, { signal })),
  )
}

import { t } from '@lingui/core/macro'
import { isUnusual } from './me.tsx'
import { bookedPlace, placeInShort, type UserDay } from './plans.ts'

type Booking = NonNullable<UserDay['booking']>

/** What is booked, in full, and its building unless it is the usual one: names of desks are the same in several. */
export const bookedWords = (booking: UserDay['booking']): string => {
  const place = bookedPlace(booking)
  if (!booking || !isUnusual(booking.locationId)) return place
  const { locationName, zoneName } = booking
  return zoneName ? `${place}, ${locationName}` : t`${locationName}, without a desk`
}

/** The same in short, as the beginning of a sentence. */
export const bookedInShort = (booking: Booking): string => {
  const place = placeInShort(booking)
  const { locationId, locationName, zoneName } = booking
  // Without a zone, the building is what is booked.
  return zoneName && isUnusual(locationId) ? `${place} (${locationName})` : place
}

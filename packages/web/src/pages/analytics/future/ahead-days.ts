import type { FutureFigures } from '@rollcall/contract'

type Location = FutureFigures['locations'][number]
export type AheadDay = Location['days'][number]

/** The day with most bookings, the first of several; none where nothing is booked. */
export const fullestOf = ({ days }: Location): AheadDay | undefined => {
  const fullest = days.reduce<AheadDay | undefined>((best, day) => (best && best.booked >= day.booked ? best : day), undefined)
  return fullest && fullest.booked > 0 ? fullest : undefined
}

/** Which share of the capacity that is. */
export const shareOf = ({ capacity }: Location, people: number): number | null => (capacity > 0 ? people / capacity : null)

/** Days on which more plan to come than there is room for. */
export const overfullOf = ({ days, capacity }: Location): number => days.filter(({ planned }) => planned > capacity).length

import type { FutureFigures } from '@rollcall/contract'

type Location = FutureFigures['locations'][number]
export type AheadDay = Location['days'][number]

/** The first of the days with the most bookings; undefined if nothing is booked. */
export const fullestOf = ({ days }: Location): AheadDay | undefined => {
  const fullest = days.reduce<AheadDay | undefined>((best, day) => (best && best.booked >= day.booked ? best : day), undefined)
  return fullest && fullest.booked > 0 ? fullest : undefined
}

/** The share of the capacity that this many people need. */
export const shareOf = ({ capacity }: Location, people: number): number | null => (capacity > 0 ? people / capacity : null)

/** The number of days on which more people plan to come than there is room for. */
export const overfullOf = ({ days, capacity }: Location): number => days.filter(({ planned }) => planned > capacity).length

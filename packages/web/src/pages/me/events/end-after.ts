import { addDays } from '../../../time/days.ts'

const DAY_MINUTES = 1440
/** How long an event is whose times say nothing about it. */
const USUAL_MINUTES = 60

const minutesOf = (time: string): number => {
  const [hours, minutes] = time.split(':').map(Number)
  return (hours ?? Number.NaN) * 60 + (minutes ?? Number.NaN)
}

const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** When an event ends that begins then and is as long as it was before. */
export const endAfter = (
  { day, from }: { readonly day: string; readonly from: string },
  before: { readonly from: string; readonly to: string },
): { readonly day: string; readonly time: string } => {
  const length = minutesOf(before.to) - minutesOf(before.from)
  const end = minutesOf(from) + (length > 0 ? length : USUAL_MINUTES)
  const [days, minutes] = [Math.floor(end / DAY_MINUTES), end % DAY_MINUTES]
  return { day: addDays(day, days), time: `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}` }
}

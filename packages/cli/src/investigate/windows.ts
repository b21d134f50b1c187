import { MAX_RANGE_DAYS } from '@rollcall/contract'
import { dayNumber, dayText } from '@rollcall/simulator'

/** A range of days in ranges that can be asked for. */
export const windowsOf = (from: string, to: string): { startDate: string; endDate: string }[] => {
  const [first, last] = [dayNumber(from), dayNumber(to)]
  const count = Math.ceil((last - first + 1) / (MAX_RANGE_DAYS + 1))
  return Array.from({ length: count }, (_, index) => {
    const day = first + index * (MAX_RANGE_DAYS + 1)
    return { startDate: dayText(day), endDate: dayText(Math.min(day + MAX_RANGE_DAYS, last)) }
  })
}

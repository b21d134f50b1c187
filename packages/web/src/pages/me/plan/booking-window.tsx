import { countOf } from '../../../components/number-format.ts'
import { addDays, shortDay } from '../../../time/days.ts'
import type { Building } from '../shared/use-me.ts'

const inDays = (count: number): string => countOf(count, 'day')

/** How far ahead somebody books, and what the service does by itself. */
export const BookingWindow = ({ home, today }: { home: Building | undefined; today: string }) => {
  if (!home) return 'You have no primary building: choose one when you book.'
  const { locationName, bookingWindowDays, bookingHorizonDays } = home
  return (
    <>
      {locationName} takes bookings until {shortDay(addDays(today, bookingWindowDays))} ({inDays(bookingWindowDays)} ahead). For
      office days until {shortDay(addDays(today, bookingHorizonDays))} your usual week is planned for you each night, with a desk
      if one is free; after that it is a forecast.
    </>
  )
}

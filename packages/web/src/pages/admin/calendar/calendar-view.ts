import { idOf, present } from '../../../shell/search.ts'
import { YEARS } from '../../../workplace/calendar-years.ts'

/** The building and year that are shown; they are in the address. */
export interface CalendarView {
  readonly locationId?: string
  readonly year?: number
}

export const readCalendarView = ({ locationId, year }: Readonly<Record<string, unknown>>): CalendarView => {
  const asked = Number(year)
  const isYear = Number.isInteger(asked) && asked >= YEARS.first && asked <= YEARS.last
  return present({ locationId: idOf(locationId), year: isYear ? asked : undefined })
}

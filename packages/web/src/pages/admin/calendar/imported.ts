import type { CALENDAR_YEARS } from '@rollcall/contract'
import { call } from '../../../api/call.ts'
import { type Calendar, yearOf } from '../../../workplace/calendar.ts'
import { YEARS } from '../../../workplace/calendar-years.ts'

/** Years before and after the current one from which holidays of a file are taken. */
const YEARS_AROUND: typeof CALENDAR_YEARS = 10

type Imported = Calendar['holidays'][number] & { readonly uid: string }

/** The imported holidays of a building in all years, by day. */
export const listImported = async ({ locationId, today }: Calendar): Promise<Imported[]> => {
  const first = Math.max(YEARS.first, yearOf(today) - YEARS_AROUND)
  const last = Math.min(YEARS.last, yearOf(today) + YEARS_AROUND)
  const years = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const calendars = await Promise.all(years.map((year) => call('getCalendar', { params: { locationId }, query: { year } })))
  return calendars.flatMap(({ holidays }) => holidays.flatMap((each) => (each.uid === null ? [] : [{ ...each, uid: each.uid }])))
}

const escaped = (text: string): string => text.replaceAll(/[\\;,]/g, '\\$&')

/** A calendar file that cancels these events: an event that is canceled loses its days (RFC 5545). */
export const removalFile = (holidays: readonly Imported[]): string => {
  const uids = [...new Set(holidays.map(({ uid }) => uid))]
  const events = uids.map((uid) => ['BEGIN:VEVENT', `UID:${escaped(uid)}`, 'STATUS:CANCELLED', 'END:VEVENT'])
  const head = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Rollcall//Removal//EN']
  return [...head, ...events.flat(), 'END:VCALENDAR', ''].join('\r\n')
}

import Type, { type Static } from 'typebox'
import { locationId, locationName } from '../datasets/columns.ts'
import { date, dateInput, flag, id, integer, list, named, nullable, oneOf, optional, text, timestamp } from '../schema/atoms.ts'

/** The longest closure or outage, in days. */
export const MAX_CLOSED_DAYS = 1100
/** The longest calendar file, in characters. */
export const MAX_CALENDAR_CHARACTERS = 1_000_000
/** The most events of a calendar file. */
export const MAX_CALENDAR_EVENTS = 2000
/** The most holidays that a calendar file may contain, with all recurrences. */
export const MAX_CALENDAR_DAYS = 5000
/** Years before and after the current one from which holidays of a file are taken. */
export const CALENDAR_YEARS = 10

const count = (description: string, example = 3) => integer({ minimum: 0 }, { description, example })
const day = date({ description: 'The local calendar day of the building.', example: '2026-12-25' })
const holidayName = text(200, { description: 'Name of the holiday.', example: 'Christmas Day' })
const closureReason = text(200, { description: 'Why it is closed, as people read it.', example: 'Water damage' })
const outageReason = text(200, { description: 'What happened.', example: 'Readers were replaced' })
const workingDays = list(
  integer({ minimum: 1, maximum: 7 }, { description: 'ISO weekday: Monday 1 to Sunday 7.' }),
  { maxItems: 7 },
  { description: 'The weekdays on which people work there; the others are the weekend.' },
)
const bookableOnClosedDays = flag({
  description: 'Whether people may be booked on holidays and while the building is closed.',
  example: false,
})
const OUTAGE_STATUSES = ['accepted', 'dismissed'] as const

const calendarName = text(200, {
  description: 'The calendar that it was last imported from, usually the name of the file; null if it has none.',
  example: 'holidays-germany.ics',
})

export const Holiday = named(
  'Holiday',
  Type.Object({
    day,
    name: holidayName,
    uid: nullable(
      text(255, {
        description: 'UID of the event in the file that it was imported from; null if it was entered.',
        example: 'christmas@example.com',
      }),
    ),
    calendarName: nullable(calendarName),
    importedAt: nullable(timestamp({ description: 'When it was last imported; null if it was entered.' })),
    importedName: nullable(
      text(200, {
        description: 'Its name in the file, if it was given another one; otherwise null.',
        example: 'Erster Weihnachtstag',
      }),
    ),
  }),
)
export type Holiday = Static<typeof Holiday>

const days = {
  firstDay: date({ description: 'First local day.', example: '2026-12-21' }),
  lastDay: date({ description: 'Last local day.', example: '2026-12-23' }),
}

export const Closure = named(
  'Closure',
  Type.Object({ closureId: id({ description: 'The closure.' }), ...days, reason: closureReason }),
)
export type Closure = Static<typeof Closure>

export const Outage = named(
  'Outage',
  Type.Object({
    outageId: id({ description: 'The outage.' }),
    ...days,
    reason: nullable(outageReason),
    status: oneOf(OUTAGE_STATUSES, { description: 'dismissed: a suggestion that was refused, which is no outage.' }),
  }),
)
export type Outage = Static<typeof Outage>

export const Calendar = named(
  'Calendar',
  Type.Object({
    locationId,
    locationName,
    year: integer({ minimum: 2000, maximum: 2100 }, { description: 'The year.', example: 2026 }),
    today: date({ description: 'The current local day of the building.' }),
    workingDays,
    bookableOnClosedDays,
    holidays: list(Holiday, {}, { description: 'Holidays of the year, by day.' }),
    closures: list(Closure, {}, { description: 'Closures with days in the year, by first day.' }),
    outages: list(Outage, {}, { description: 'Outages of presence reporting with days in the year, by first day.' }),
  }),
)
export type Calendar = Static<typeof Calendar>

export const CalendarEffect = named(
  'CalendarEffect',
  Type.Object({
    dryRun: flag({ description: 'Whether this was a dry run, which changes nothing.', example: false }),
    entryId: nullable(id({ description: 'The closure or outage; null for holidays and settings.' })),
    added: count('New days of holidays, closures or outages.'),
    changed: count('Days of holidays with another name.'),
    removed: count('Removed days of holidays, closures or outages.'),
    bookingCount: count('Bookings that were canceled, of desks, zones, the building and parking.'),
    userCount: count('People who had them.'),
    restatedDays: count('Published days that the next refresh restates.'),
  }),
)
export type CalendarEffect = Static<typeof CalendarEffect>

export const HolidayImport = named(
  'HolidayImport',
  Type.Object({
    ...CalendarEffect.properties,
    events: count('Events in the file.', 12),
    unchanged: count('Days that were already holidays with this name.'),
    ignored: count('Events that do not last whole days, or have no day within ten years.', 0),
  }),
)
export type HolidayImport = Static<typeof HolidayImport>

export const CalendarChanges = named(
  'CalendarChanges',
  Type.Object(
    { workingDays: Type.Optional(workingDays), bookableOnClosedDays: Type.Optional(bookableOnClosedDays) },
    { minProperties: 1 },
  ),
)
export type CalendarChanges = Static<typeof CalendarChanges>

export const NewHoliday = named(
  'NewHoliday',
  Type.Object({
    name: holidayName,
    uid: optional(
      text(255, {
        description:
          'Renames the imported holiday of the day with this UID; without one, the day gets or renames an entered holiday.',
        example: 'christmas@example.com',
      }),
    ),
  }),
)

export const CalendarFile = named(
  'CalendarFile',
  Type.Object({
    calendarName: optional(
      text(200, {
        description:
          'Names the calendar, for example by its file. In the years that the file covers, holidays that the same calendar brought before and no longer has are removed.',
        example: 'holidays-germany.ics',
      }),
    ),
    calendar: Type.String({
      minLength: 1,
      maxLength: MAX_CALENDAR_CHARACTERS,
      description: `An iCalendar file (RFC 5545) of at most ${MAX_CALENDAR_EVENTS} events. Its all-day events are holidays.`,
      examples: [
        'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Example//Holidays//EN\r\nBEGIN:VEVENT\r\nUID:christmas@example.com\r\nDTSTART;VALUE=DATE:20261225\r\nSUMMARY:Christmas Day\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
      ],
    }),
  }),
)

const givenDays = {
  firstDay: dateInput({ description: 'First local day.', example: '2026-12-21' }),
  lastDay: dateInput({ description: `Last local day, at most ${MAX_CLOSED_DAYS} days after the first.`, example: '2026-12-23' }),
}
export const NewClosure = named('NewClosure', Type.Object({ ...givenDays, reason: closureReason }))
export const NewOutage = named(
  'NewOutage',
  Type.Object({
    ...givenDays,
    reason: optional(outageReason),
    status: optional(oneOf(OUTAGE_STATUSES, { description: 'dismissed: refuses a suggestion; accepted when absent.' })),
  }),
)

export const OutageSuggestions = named(
  'OutageSuggestions',
  Type.Object({
    items: list(
      Type.Object({
        locationId,
        locationName,
        ...days,
        planned: count('Office plans of these days.', 84),
        usual: count('People who are usually seen there on such a day.', 71),
      }),
      {},
      { description: 'Silent buildings, the latest first.' },
    ),
  }),
)
export type OutageSuggestions = Static<typeof OutageSuggestions>

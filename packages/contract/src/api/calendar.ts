import Type from 'typebox'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { oneOf } from '../schema/atoms.ts'
import { locationParams, pathDay, pathId, pathLocationId } from '../schema/params.ts'
import { ADMINISTRATORS, ALL_USERS, WORKPLACE_ADMINISTRATORS } from '../user-roles.ts'
import {
  CALENDAR_YEARS,
  Calendar,
  CalendarChanges,
  CalendarEffect,
  CalendarFile,
  HolidayImport,
  NewClosure,
  NewHoliday,
  NewOutage,
  OutageSuggestions,
} from './calendar-rows.ts'

const shared = { tag: 'places', roles: AUTOMATION } as const
const query = Type.Object({
  dryRun: Type.Optional(oneOf(['true', 'false'], { description: 'true: only report what would change.' })),
})
const changing = { ...shared, people: WORKPLACE_ADMINISTRATORS, query } as const
const dayParams = Type.Object({ locationId: pathLocationId, date: pathDay })

export const getCalendar = endpoint({
  ...shared,
  operation: 'getCalendar',
  method: 'GET',
  path: '/api/locations/{locationId}/calendar',
  people: ALL_USERS,
  params: locationParams,
  query: Type.Object({
    year: Type.Optional(
      Type.Integer({ minimum: 2000, maximum: 2100, description: 'The year; the current one when absent.', examples: [2026] }),
    ),
  }),
  summary: 'The calendar of a building',
  description: 'Its working days, and the holidays, closures and outages of a year.',
  response: Calendar,
  errors: ['entity_not_found'],
})

export const updateCalendar = endpoint({
  ...changing,
  operation: 'updateCalendar',
  audit: 'calendar.update',
  method: 'PATCH',
  path: '/api/locations/{locationId}/calendar',
  params: locationParams,
  summary: 'Change the working days of a building',
  description:
    'Fields that are absent stay as they are. If people may no longer be booked on closed days, their bookings of such days are canceled. Try it with dryRun=true first, which runs the same change and rolls it back.',
  body: CalendarChanges,
  response: CalendarEffect,
  errors: ['entity_not_found'],
})

export const setHoliday = endpoint({
  ...changing,
  operation: 'setHoliday',
  audit: 'holiday.set',
  method: 'PUT',
  path: '/api/locations/{locationId}/holidays/{date}',
  params: dayParams,
  summary: 'Enter a public holiday',
  description:
    'Cancels the bookings of the day, from today on, unless the building allows them. A published day is restated. With `uid` it renames an imported holiday, which keeps the name when its file is imported again; its name in the file makes it follow the file again. With dryRun=true it only reports what would change.',
  body: NewHoliday,
  response: CalendarEffect,
  errors: ['entity_not_found'],
})

export const removeHoliday = endpoint({
  ...changing,
  operation: 'removeHoliday',
  audit: 'holiday.remove',
  method: 'DELETE',
  path: '/api/locations/{locationId}/holidays/{date}',
  params: dayParams,
  summary: 'Remove the public holidays of a day',
  description: 'Also removes imported ones; importing their file again brings them back. Canceled bookings do not return.',
  response: CalendarEffect,
  errors: ['entity_not_found'],
})

export const importHolidays = endpoint({
  ...changing,
  operation: 'importHolidays',
  audit: 'holiday.import',
  method: 'POST',
  path: '/api/locations/{locationId}/holiday-imports',
  params: locationParams,
  summary: 'Import public holidays from a calendar file',
  description: `Takes the all-day events of an iCalendar file, with their recurrences, up to ${CALENDAR_YEARS} years before and after the current one. Events are known by their UID: the days of an event become those of the file, and a canceled event loses its days. With \`calendarName\`, holidays of the same calendar that the file no longer has are removed, in the years that it covers. Other holidays stay, and so do names that administrators gave. The same file again changes nothing. A file with errors changes nothing; \`errors\` names their lines.`,
  body: CalendarFile,
  response: HolidayImport,
  errors: ['entity_not_found'],
})

export const createClosure = endpoint({
  ...changing,
  operation: 'createClosure',
  audit: 'closure.create',
  method: 'POST',
  path: '/api/locations/{locationId}/closures',
  params: locationParams,
  summary: 'Close a building for some days',
  description:
    'Cancels the bookings of these days, from today on, unless the building allows them. Published days are restated. The same days again only change the reason. With dryRun=true it only reports what would change.',
  body: NewClosure,
  response: CalendarEffect,
  errors: ['entity_not_found'],
})

export const removeClosure = endpoint({
  ...changing,
  operation: 'removeClosure',
  audit: 'closure.remove',
  method: 'DELETE',
  path: '/api/locations/{locationId}/closures/{closureId}',
  params: Type.Object({ locationId: pathLocationId, closureId: pathId('The closure.') }),
  summary: 'Remove a closure',
  description: 'Published days are restated. Canceled bookings do not return; the next night books by plan again.',
  response: CalendarEffect,
  errors: ['entity_not_found'],
})

export const createOutage = endpoint({
  ...changing,
  operation: 'createOutage',
  audit: 'outage.create',
  method: 'POST',
  path: '/api/locations/{locationId}/outages',
  params: locationParams,
  summary: 'Enter an outage of presence reporting',
  description:
    'On these days an office plan without presence is unconfirmed, never a no-show; published days are restated. With the status dismissed, a suggestion is not made again. The same days again only change the reason and status.',
  body: NewOutage,
  response: CalendarEffect,
  errors: ['entity_not_found'],
})

export const removeOutage = endpoint({
  ...changing,
  operation: 'removeOutage',
  audit: 'outage.remove',
  method: 'DELETE',
  path: '/api/locations/{locationId}/outages/{outageId}',
  params: Type.Object({ locationId: pathLocationId, outageId: pathId('The outage.') }),
  summary: 'Remove an outage',
  description: 'Published days are restated.',
  response: CalendarEffect,
  errors: ['entity_not_found'],
})

export const listOutageSuggestions = endpoint({
  ...shared,
  operation: 'listOutageSuggestions',
  method: 'GET',
  path: '/api/outage-suggestions',
  people: ADMINISTRATORS,
  summary: 'Buildings that fell silent on a workday',
  description:
    'Published workdays of the last 30 days on which a building that reports presence reported none, although people planned to be there and were seen on the workdays before. Accept one as an outage, or dismiss it, by POST /api/locations/{locationId}/outages.',
  response: OutageSuggestions,
})

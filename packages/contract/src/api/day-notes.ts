import Type, { type Static } from 'typebox'
import { createdAt, optionalId, optionalName } from '../datasets/columns.ts'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { date, dateInput, flag, id, list, named, optional, text, uuidInput } from '../schema/atoms.ts'
import { Done } from '../schema/done.ts'
import { idList } from '../schema/id-list.ts'
import { pathId } from '../schema/params.ts'
import { ADMINISTRATORS } from '../user-roles.ts'
import { period } from './analytics-scope.ts'
import { newId } from './entity.ts'

/** Notes of one day. */
export const MAX_NOTES_OF_DAY = 5
/** Days of one note. */
export const MAX_DAYS_OF_NOTE = 366

const notesOfLocations = Type.Optional(idList('Only notes about these buildings, or about all'))

const note = text(200, { description: 'What was special about the day.', example: 'Office party' })

export const DayNote = named(
  'DayNote',
  Type.Object({
    noteId: id({ description: 'The note.' }),
    day: date({ description: 'The calendar day, or the first of several.' }),
    lastDay: date({ description: 'The last day; the same for a note on one day.' }),
    locationId: optionalId('The building that the note is about; null: all of them'),
    locationName: optionalName('Its name', 'Berlin Mitte'),
    note,
    isOwn: flag({ description: 'Whether the caller wrote it.' }),
    createdAt,
  }),
)
export type DayNote = Static<typeof DayNote>

export const NewDayNote = named(
  'NewDayNote',
  Type.Object({
    noteId: newId,
    day: dateInput({ description: 'The calendar day, or the first of several.' }),
    lastDay: optional(
      dateInput({
        description: `The last day, at most ${MAX_DAYS_OF_NOTE - 1} days after the first; absent or null: the note is on one day.`,
      }),
    ),
    locationId: optional(uuidInput({ description: 'The building that the note is about; absent or null: all of them.' })),
    note,
  }),
)
export type NewDayNote = Static<typeof NewDayNote>

const shared = { tag: 'analytics', roles: AUTOMATION, people: ADMINISTRATORS } as const

export const listDayNotes = endpoint({
  ...shared,
  operation: 'listDayNotes',
  method: 'GET',
  path: '/api/analytics/day-notes',
  summary: 'Notes on days of a period',
  description:
    'What administrators wrote about days, by first day. Charts over days show it. With locationIds, notes about other buildings are left out.',
  query: Type.Object({ ...period, locationIds: notesOfLocations }),
  response: named('DayNotes', Type.Object({ items: list(DayNote, {}, { description: 'The notes.' }) })),
  errors: ['range_too_large'],
})

export const createDayNote = endpoint({
  ...shared,
  operation: 'createDayNote',
  audit: 'day-note.create',
  method: 'POST',
  path: '/api/analytics/day-notes',
  summary: 'Write a note on a day',
  description: `All administrators of the organization see it. A day has at most ${MAX_NOTES_OF_DAY}. A repeated call with the same noteId writes nothing more.`,
  body: NewDayNote,
  response: DayNote,
  status: 201,
  errors: ['entity_not_found', 'conflict'],
})

export const removeDayNote = endpoint({
  ...shared,
  operation: 'removeDayNote',
  audit: 'day-note.remove',
  method: 'DELETE',
  path: '/api/analytics/day-notes/{noteId}',
  params: Type.Object({ noteId: pathId('The note.') }),
  summary: 'Delete a note on a day',
  description: 'Any administrator may delete any note: they belong to the organization.',
  response: Done,
})

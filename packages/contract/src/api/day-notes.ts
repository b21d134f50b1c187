import Type, { type Static } from 'typebox'
import { createdAt } from '../datasets/columns.ts'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { date, dateInput, flag, id, list, named, text } from '../schema/atoms.ts'
import { Done } from '../schema/done.ts'
import { pathId } from '../schema/params.ts'
import { ADMINISTRATORS } from '../user-roles.ts'
import { period } from './analytics-scope.ts'
import { newId } from './entity.ts'

/** Notes of one day. */
export const MAX_NOTES_OF_DAY = 5

const note = text(200, { description: 'What was special about the day.', example: 'Office party' })

export const DayNote = named(
  'DayNote',
  Type.Object({
    noteId: id({ description: 'The note.' }),
    day: date({ description: 'The calendar day.' }),
    note,
    isOwn: flag({ description: 'Whether the caller wrote it.' }),
    createdAt,
  }),
)
export type DayNote = Static<typeof DayNote>

export const NewDayNote = named(
  'NewDayNote',
  Type.Object({ noteId: newId, day: dateInput({ description: 'The calendar day.' }), note }),
)
export type NewDayNote = Static<typeof NewDayNote>

const shared = { tag: 'analytics', roles: AUTOMATION, people: ADMINISTRATORS } as const

export const listDayNotes = endpoint({
  ...shared,
  operation: 'listDayNotes',
  method: 'GET',
  path: '/api/analytics/day-notes',
  summary: 'Notes on days of a period',
  description: 'What administrators wrote about days, by day. Charts over days show it.',
  query: Type.Object(period),
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
  errors: ['conflict'],
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

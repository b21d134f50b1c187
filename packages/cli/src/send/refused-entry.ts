import { RESULT_CODES } from '@rollcall/contract'
import type { EventFields } from './check-event.ts'
import type { PlacedEvent } from './made-events.ts'
import type { Refusal } from './make-event.ts'
import type { Row } from './rows.ts'

const PERSON = ['userId', 'userEmail', 'sourceUserId'] as const

/**
 * An id that was made here stays where the event waits for its person or place in quarantine under that id: what is sent of it later
 * is the same event. Where anything else is wrong, the id was made of what is wrong, so it is made anew of what is corrected.
 */
const keepsId = ({ isIdDerived, refusal: ours, event }: PlacedEvent, { resultCode }: Refusal): boolean => {
  if (!isIdDerived) return true
  if (ours) return false
  if (resultCode === RESULT_CODES.userNotFound) return PERSON.some((field) => event[field] !== undefined && event[field] !== null)
  return resultCode === RESULT_CODES.locationNotFound
}

/** What was in the row beyond the event: how the export says it. */
const originalOf = ({ values }: Row, event: EventFields): unknown => {
  if (values._row !== undefined) return values._row
  const own = Object.entries(values).filter(([name]) => !name.startsWith('_'))
  return own.every(([name, value]) => event[name] === value) ? undefined : Object.fromEntries(own)
}

/** What every line of a file of refused events begins with. */
export const ENTRY_BEGIN = '{"_line":'

/** One refused event as a line of NDJSON, that can be corrected and sent. */
export const entryOf = (made: PlacedEvent, refusal: Refusal): string => {
  const { row, place, event } = made
  const { eventId, ...fields } = event
  const { resultCode, reason } = refusal
  const told = keepsId(made, refusal) ? event : { ...fields, _locationId: made.toldPlace }
  const origin = { _line: place.line, _resultCode: resultCode, _reason: reason, _file: place.file }
  return `${JSON.stringify({ ...origin, ...told, _row: originalOf(row, event) })}\n`
}

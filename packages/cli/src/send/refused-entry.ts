import { RESULT_CODES } from '@rollcall/contract'
import type { EventFields } from './check-event.ts'
import type { PlacedEvent } from './made-events.ts'
import type { Refusal } from './make-event.ts'
import type { Row } from './rows.ts'

const PERSON = ['userId', 'userEmail', 'sourceUserId'] as const

/**
 * A derived id stays if the event waits in quarantine for its person or place, because a later correction is the same event. For
 * any other error, the id derives from wrong data and is derived again from the corrected data.
 */
const keepsId = ({ isIdDerived, refusal: ours, event }: PlacedEvent, { resultCode }: Refusal): boolean => {
  if (!isIdDerived) return true
  if (ours) return false
  if (resultCode === RESULT_CODES.userNotFound) return PERSON.some((field) => event[field] !== undefined && event[field] !== null)
  return resultCode === RESULT_CODES.locationNotFound
}

/** The original values of the row. */
const originalOf = ({ values }: Row, event: EventFields): unknown => {
  if (values._row !== undefined) return values._row
  const own = Object.entries(values).filter(([name]) => !name.startsWith('_'))
  return own.every(([name, value]) => event[name] === value) ? undefined : Object.fromEntries(own)
}

/** The start of every line in a file of refused events. */
export const ENTRY_BEGIN = '{"_line":'

/** A refused event as a line of NDJSON that can be corrected and sent. */
export const entryOf = (made: PlacedEvent, refusal: Refusal): string => {
  const { row, place, event } = made
  const { eventId, ...fields } = event
  const { resultCode, reason } = refusal
  const corrected = keepsId(made, refusal) ? event : { ...fields, _locationId: made.sourcePlace }
  const origin = { _line: place.line, _resultCode: resultCode, _reason: reason, _file: place.file }
  return `${JSON.stringify({ ...origin, ...corrected, _row: originalOf(row, event) })}\n`
}

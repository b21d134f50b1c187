import { RESULT_CODES } from '@rollcall/contract'
import type { Row } from '../rows/row.ts'
import { columnsOf, type Mapping } from './assignments.ts'
import { type EventFields, validationError } from './check-event.ts'
import type { DoorList } from './door-list.ts'
import { deriveEventId } from './event-id.ts'
import { EVENT_SCHEMAS, type FieldRules, fieldsOf, isOfType, type SentKind } from './event-kinds.ts'
import type { TimeReader } from './local-time.ts'

/** Status with which the service would reject the whole call; never a result code of an event. */
export const BREAKS_SCHEMA = 400

/** The reason of a refusal: a result code of the service, or `BREAKS_SCHEMA`. */
export interface Refusal {
  readonly resultCode: number
  readonly reason: string
}

/** The event of a row, and possibly why it cannot be sent. */
export interface MadeEvent {
  readonly event: EventFields
  readonly refusal?: Refusal
  /** Its local time occurred twice on that day, and the earlier one was used. */
  readonly isAmbiguous?: boolean
  /** Its id was derived from the row. */
  readonly isIdDerived?: boolean
  /** The place name in the export, which a list of doors may have replaced with a locationId. */
  readonly sourcePlace?: unknown
}

export interface EventRules {
  readonly kind: SentKind
  readonly sourceId: string
  readonly mapping: Mapping
  readonly doors: DoorList | undefined
  readonly readTime: TimeReader
}

/** Whether the row was refused by an earlier run; such rows already use the field names of the contract. */
export const isResent = ({ values }: Row): boolean => values._resultCode !== undefined

const WORDS: Readonly<Record<string, boolean>> = { true: true, yes: true, 1: true, false: false, no: false, 0: false }

/** Converts text or numbers of files to the type in the contract. A value that cannot be converted stays and is refused. */
const typed = (value: unknown, rules: FieldRules): unknown => {
  if (typeof value === 'number' && isOfType(rules, 'string')) return String(value)
  if (typeof value !== 'string') return value
  if (isOfType(rules, 'boolean')) return WORDS[value.toLowerCase()] ?? value
  return isOfType(rules, 'integer') && /^\d{1,15}$/.test(value) ? Number(value) : value
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

/** The value of a field in a row. */
const fieldValue = (row: Row, field: string, columns: readonly string[], constant: string | undefined): unknown => {
  if (isResent(row)) return isGiven(row.values[field]) ? row.values[field] : constant
  if (constant !== undefined) return constant
  const parts = columns.map((column) => row.values[column]).filter(isGiven)
  return parts.length > 1 ? parts.join(' ') : parts[0]
}

const refuse = (resultCode: number, reason: string): Refusal => ({ resultCode, reason })

/** Returns a function that converts rows of a file to events. @throws WrongUse if the header lacks columns */
export const eventMaker = (rules: EventRules, header: readonly string[] | undefined): ((row: Row) => MadeEvent) => {
  const { kind, sourceId, mapping, doors, readTime } = rules
  const columns = columnsOf(mapping, header)
  const { properties } = EVENT_SCHEMAS[kind]
  const fields = fieldsOf(kind)
  const locationIds = new Set([...(doors?.values() ?? [])].map(({ locationId }) => locationId))

  const readFields = (row: Row): EventFields =>
    Object.fromEntries(
      fields.flatMap((field) => {
        const value = fieldValue(row, field, columns.get(field) ?? [field], mapping.constants.get(field))
        return isGiven(value) ? [[field, typed(value, properties[field] as FieldRules)]] : []
      }),
    )

  const located = (row: Row, { locationId, locationType }: EventFields): { place: EventFields; refusal?: Refusal } => {
    const door = doors?.get(String(locationId))
    if (door) return { place: { locationId: door.locationId, locationType: door.locationType ?? locationType } }
    const place = { locationId, locationType }
    const isPlain = !doors || locationId === undefined || isResent(row) || locationIds.has(String(locationId))
    return isPlain
      ? { place }
      : { place, refusal: refuse(RESULT_CODES.locationNotFound, 'locationId is not in the list of --locations') }
  }

  return (row) => {
    // A malformed row has no values that could be assigned to columns.
    if (row.fault) return { event: {}, refusal: refuse(BREAKS_SCHEMA, `the row ${row.fault}`) }
    const given = readFields(row)
    const time = given.timestamp === undefined ? undefined : readTime(String(given.timestamp))
    const timestamp = time && 'timestamp' in time ? time.timestamp : given.timestamp
    // The place of a resent event may have been corrected; the id still derives from its name in the export.
    const sourcePlace = isResent(row) ? (row.values._locationId ?? undefined) : undefined
    const identity = { ...given, timestamp, locationId: sourcePlace ?? given.locationId }
    const eventId = given.eventId ?? deriveEventId(sourceId, identity)
    const { place, refusal } = located(row, given)
    const all: EventFields = { ...given, timestamp, ...place, eventId }
    const made = {
      event: Object.fromEntries(fields.flatMap((field) => (all[field] === undefined ? [] : [[field, all[field]]]))),
      isIdDerived: given.eventId === undefined,
      sourcePlace: doors ? identity.locationId : sourcePlace,
    }
    if (time && 'fault' in time) return { ...made, refusal: refuse(BREAKS_SCHEMA, `timestamp ${time.fault}`) }
    if (refusal) return { ...made, refusal }
    const fault = validationError(kind, made.event)
    if (fault) return { ...made, refusal: refuse(BREAKS_SCHEMA, fault) }
    return { ...made, isAmbiguous: time?.isAmbiguous === true }
  }
}

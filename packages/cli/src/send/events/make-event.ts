import { RESULT_CODES } from '@rollcall/contract'
import type { Row } from '../rows/row.ts'
import { columnsOf, type Mapping } from './assignments.ts'
import { type EventFields, faultOf } from './check-event.ts'
import type { DoorList } from './door-list.ts'
import { deriveEventId } from './event-id.ts'
import { EVENT_SCHEMAS, type FieldRules, fieldsOf, isOfType, type SentKind } from './event-kinds.ts'
import type { TimeReader } from './local-time.ts'

/** Status by which the service would refuse the whole call; no event has it as result code. */
export const BREAKS_SCHEMA = 400

/** Why an event is refused: by the result code of the service, or `BREAKS_SCHEMA`. */
export interface Refusal {
  readonly resultCode: number
  readonly reason: string
}

/** An event as far as a row gives it, and why it cannot be sent. */
export interface MadeEvent {
  readonly event: EventFields
  readonly refusal?: Refusal
  /** Its time came twice on that day, and the earlier one was taken. */
  readonly isAmbiguous?: boolean
  /** Its id was made here, of what the row says. */
  readonly isIdDerived?: boolean
  /** What the export calls the place, where a list of doors may have put a locationId in its stead. */
  readonly toldPlace?: unknown
}

export interface EventRules {
  readonly kind: SentKind
  readonly sourceId: string
  readonly mapping: Mapping
  readonly doors: DoorList | undefined
  readonly readTime: TimeReader
}

/** Rows that were refused before have the names of the contract already. */
export const isResent = ({ values }: Row): boolean => values._resultCode !== undefined

const WORDS: Readonly<Record<string, boolean>> = { true: true, yes: true, 1: true, false: false, no: false, 0: false }

/** Files hold text, and sometimes numbers, where the contract wants one type. What cannot be converted stays, and is refused. */
const typed = (value: unknown, rules: FieldRules): unknown => {
  if (typeof value === 'number' && isOfType(rules, 'string')) return String(value)
  if (typeof value !== 'string') return value
  if (isOfType(rules, 'boolean')) return WORDS[value.toLowerCase()] ?? value
  return isOfType(rules, 'integer') && /^\d{1,15}$/.test(value) ? Number(value) : value
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

/** Of what a row says, the value of a field. */
const told = (row: Row, field: string, columns: readonly string[], constant: string | undefined): unknown => {
  if (isResent(row)) return isGiven(row.values[field]) ? row.values[field] : constant
  if (constant !== undefined) return constant
  const parts = columns.map((column) => row.values[column]).filter(isGiven)
  return parts.length > 1 ? parts.join(' ') : parts[0]
}

const refuse = (resultCode: number, reason: string): Refusal => ({ resultCode, reason })

/** A function that makes events of the rows of one file. @throws WrongUse when its header lacks columns */
export const eventMaker = (rules: EventRules, header: readonly string[] | undefined): ((row: Row) => MadeEvent) => {
  const { kind, sourceId, mapping, doors, readTime } = rules
  const columns = columnsOf(mapping, header)
  const { properties } = EVENT_SCHEMAS[kind]
  const fields = fieldsOf(kind)
  const locationIds = new Set([...(doors?.values() ?? [])].map(({ locationId }) => locationId))

  const toldBy = (row: Row): EventFields =>
    Object.fromEntries(
      fields.flatMap((field) => {
        const value = told(row, field, columns.get(field) ?? [field], mapping.constants.get(field))
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
    // Which value is whose is anybody's guess.
    if (row.fault) return { event: {}, refusal: refuse(BREAKS_SCHEMA, `the row ${row.fault}`) }
    const given = toldBy(row)
    const time = given.timestamp === undefined ? undefined : readTime(String(given.timestamp))
    const timestamp = time && 'timestamp' in time ? time.timestamp : given.timestamp
    // Sent once more, a place may have been corrected; its name in the export is still what the id is made of.
    const toldPlace = isResent(row) ? (row.values._locationId ?? undefined) : undefined
    const identity = { ...given, timestamp, locationId: toldPlace ?? given.locationId }
    const eventId = given.eventId ?? deriveEventId(sourceId, identity)
    const { place, refusal } = located(row, given)
    const all: EventFields = { ...given, timestamp, ...place, eventId }
    const made = {
      event: Object.fromEntries(fields.flatMap((field) => (all[field] === undefined ? [] : [[field, all[field]]]))),
      isIdDerived: given.eventId === undefined,
      toldPlace: doors ? identity.locationId : toldPlace,
    }
    if (time && 'fault' in time) return { ...made, refusal: refuse(BREAKS_SCHEMA, `timestamp ${time.fault}`) }
    if (refusal) return { ...made, refusal }
    const fault = faultOf(kind, made.event)
    if (fault) return { ...made, refusal: refuse(BREAKS_SCHEMA, fault) }
    return { ...made, isAmbiguous: time?.isAmbiguous === true }
  }
}

import { OccupancyEvent, PresenceEvent } from '@rollcall/contract'

/** Kinds of events that files can be sent as. */
export const SENT_KINDS = ['presence', 'occupancy'] as const
export type SentKind = (typeof SENT_KINDS)[number]

/** What the contract says of one field: the rules that schemas of events use, all of them (a test holds us to it). */
export interface FieldRules {
  readonly type: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly examples?: readonly unknown[]
}

interface EventSchema {
  readonly required?: readonly string[]
  readonly properties: Readonly<Record<string, FieldRules>>
}

/** The schemas of the contract, read as data. */
export const EVENT_SCHEMAS: Record<SentKind, EventSchema> = {
  presence: PresenceEvent as unknown as EventSchema,
  occupancy: OccupancyEvent as unknown as EventSchema,
}

export const fieldsOf = (kind: SentKind): string[] => Object.keys(EVENT_SCHEMAS[kind].properties)

/** Whether a field can be of this type: optional ones may be null besides. */
export const isOfType = (rules: FieldRules, type: string): boolean =>
  typeof rules.type === 'string' ? rules.type === type : rules.type.includes(type)

/** A date-time that says its zone, as the contract wants it. */
export const ZONED_TIME = new RegExp(EVENT_SCHEMAS.presence.properties.timestamp?.pattern as string)

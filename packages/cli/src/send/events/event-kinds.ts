import { OccupancyEvent, PresenceEvent } from '@rollcall/contract'

/** Kinds of events that can be sent from files. */
export const SENT_KINDS = ['presence', 'occupancy'] as const
export type SentKind = (typeof SENT_KINDS)[number]

/** The rules of a field in the contract: all keywords that schemas of events use, as a test verifies. */
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

/** The schemas of the contract as data. */
export const EVENT_SCHEMAS: Record<SentKind, EventSchema> = {
  presence: PresenceEvent as unknown as EventSchema,
  occupancy: OccupancyEvent as unknown as EventSchema,
}

export const fieldsOf = (kind: SentKind): string[] => Object.keys(EVENT_SCHEMAS[kind].properties)

/** Whether a field can have this type; optional fields may also be null. */
export const isOfType = (rules: FieldRules, type: string): boolean =>
  typeof rules.type === 'string' ? rules.type === type : rules.type.includes(type)

/** A date-time with a zone, as the contract requires. */
export const ZONED_TIME = new RegExp(EVENT_SCHEMAS.presence.properties.timestamp?.pattern as string)

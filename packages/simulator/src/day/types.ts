import type { LocationType, VisitorEvent } from '@rollcall/contract'
import type { Plan } from '../company/types.ts'

/** A node by index into the company's list of its type: offices, levels, zones, desks (places) or spaces. */
export interface NodeRef {
  type: LocationType
  index: number
}

export interface Booking {
  office: number
  zone: number | null
  desk: number | null
}

export interface PersonPlan {
  person: number
  plan: Plan | null
  /** The origin of the plan: the import, a change by the person, announced time off, or the week plan once time off is called off. */
  origin: 'import' | 'change' | 'time-off' | 'week'
  /** Planned office; null unless the plan is office. */
  office: number | null
  booking: Booking | null
}

/** A period that a person really spent in an office. */
export interface Stay {
  person: number
  office: number
  level: number
  /** null if they found no desk. */
  desk: number | null
  arrivesAt: number
  leavesAt: number
}

/** How an event identifies its person; `stranger` is an id that is not in the directory. */
export type Who =
  | { by: 'badge'; badge: string }
  | { by: 'email'; email: string }
  | { by: 'user'; person: number }
  | { by: 'stranger'; userId: string }

interface DeliveryBase {
  sourceId: string
  /** The same in every run, and unique per source. */
  eventId: string
  /** When it happened (Unix ms). */
  at: number
  /** When the source delivers it (Unix ms): seconds, hours or days later. */
  deliverAt: number
  /** Whether it was delivered before; the service must return `Already recorded`. */
  isRepeat: boolean
  node: NodeRef
}

export interface PresenceDelivery extends DeliveryBase {
  kind: 'presence'
  who: Who
}

export interface OccupancyDelivery extends DeliveryBase {
  kind: 'occupancy'
  occupied?: boolean
  occupancy?: number
}

/** A visitor by name; `host` is a person of the company, or an address that may not be in the directory. */
export interface Visitor {
  name: string
  email: string | null
  type: string
  host: { person: number } | { email: string } | null
  badge: string
}

export interface VisitorDelivery extends DeliveryBase {
  kind: 'visitor'
  eventType: VisitorEvent['eventType']
  visitor: Visitor
}

export type Delivery = PresenceDelivery | OccupancyDelivery | VisitorDelivery

/** A visit, as announced and as it happened; either may be missing. */
export interface Visit {
  office: number
  visitor: Visitor
  /** When the host expects them; null for walk-ins. */
  expectedAt: number | null
  /** null if the visitor did not come. */
  arrivedAt: number | null
  /** null if no departure was recorded. */
  departedAt: number | null
}

/** The counts that the service must have for one source after all deliveries of the day. */
export interface ExpectedCounts {
  accepted: number
  duplicate: number
  refused: number
}

export interface SeenAt {
  office: number
  firstSeen: number
  lastSeen: number
}

/** The offices of a person on a local day according to valid presence events, ordered by index. */
export interface PresenceTruth {
  person: number
  offices: SeenAt[]
}

/** A person at a node according to a valid presence event. */
export interface Sighting {
  person: number
  office: number
  node: NodeRef
  at: number
}

/** A change that a person makes to the plan and booking of a day. It states the result, so repeating it has no effect. */
export type PlanChange = { person: number /** When (Unix ms). */; at: number } & (
  | { kind: 'book'; booking: Booking }
  | { kind: 'cancel' }
  | { kind: 'plan'; plan: Plan; office: number | null }
)

/** Time off, announced in advance. */
export interface TimeOff {
  eventId: string
  person: number
  firstDay: string
  lastDay: string
  kind: string
  announcedOn: string
  /** null: not canceled. */
  calledOffOn: string | null
}

/** A person with a parking bay in an office. */
export interface Parking {
  person: number
  office: number
}

export interface Invitation {
  person: number
  reply: 'invited' | 'accepted' | 'declined'
}

/** A workplace event in an office. */
export interface Gathering {
  name: string
  office: number
  /** null: anywhere in the building. */
  space: number | null
  isPrivate: boolean
  isCancelled: boolean
  startsAt: number
  endsAt: number
  organizer: number
  invitations: Invitation[]
}

export interface SimulatedDay {
  day: string
  /** One per person of the company, by index, after all changes. Leavers have no plan. */
  plans: PersonPlan[]
  planChanges: PlanChange[]
  parking: Parking[]
  /** Imported gatherings, and gatherings added through the application. */
  gatherings: Gathering[]
  meetups: Gathering[]
  stays: Stay[]
  visits: Visit[]
  /** In order of delivery. */
  deliveries: Delivery[]
  truth: PresenceTruth[]
  /** The valid presence events, each once, in no particular order. */
  sightings: Sighting[]
  expected: Map<string, ExpectedCounts>
}

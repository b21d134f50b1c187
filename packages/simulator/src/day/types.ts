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
  /** Why it is so: the week plan, or what overrides it. */
  origin: 'week' | 'change' | 'time-off' | 'travel'
  /** Planned office; null unless the plan is office. */
  office: number | null
  booking: Booking | null
}

/** What a person really did: they were in this office from then to then. */
export interface Stay {
  person: number
  office: number
  level: number
  /** null where they found no desk. */
  desk: number | null
  arrivesAt: number
  leavesAt: number
}

/** How an event names its person; `stranger` is an id that no directory knows. */
export type Who =
  | { by: 'badge'; badge: string }
  | { by: 'email'; email: string }
  | { by: 'user'; person: number }
  | { by: 'stranger'; userId: string }

interface DeliveryBase {
  sourceId: string
  /** Stable, and unique per source. */
  eventId: string
  /** When it happened (Unix ms). */
  at: number
  /** When the source hands it over (Unix ms): seconds, hours or days later. */
  deliverAt: number
  /** Delivered before: to be answered `Already recorded`. */
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

/** Somebody at a reception, by name; `host` is a person of the company, or an address that the directory may not know. */
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

/** A visit as it was announced, where it was, and as it happened, where it did. */
export interface Visit {
  office: number
  visitor: Visitor
  /** When the host expects them; null for walk-ins. */
  expectedAt: number | null
  /** null where nobody came. */
  arrivedAt: number | null
  /** null where nobody left past the reception. */
  departedAt: number | null
}

/** What a service must have counted for one source once every delivery of the day has arrived. */
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

/** Where valid presence events say that a person was on a local day; offices in index order. */
export interface PresenceTruth {
  person: number
  offices: SeenAt[]
}

/** What a person does to the plan and booking of a day; each says what comes of it, so doing it twice is doing it once. */
export type Deed = { person: number /** When (Unix ms). */; at: number } & (
  | { kind: 'book'; booking: Booking }
  | { kind: 'cancel' }
  | { kind: 'plan'; plan: Plan; office: number | null }
)

/** Time off as it is announced ahead. */
export interface TimeOff {
  eventId: string
  person: number
  firstDay: string
  lastDay: string
  kind: string
  announcedOn: string
  /** null: it is taken. */
  calledOffOn: string | null
}

/** Somebody with a parking bay in an office. */
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
  /** One per person of the company, by index, after the deeds; of leavers without plan. */
  plans: PersonPlan[]
  deeds: Deed[]
  parking: Parking[]
  /** Gatherings that were imported, and those that somebody adds. */
  gatherings: Gathering[]
  meetups: Gathering[]
  stays: Stay[]
  visits: Visit[]
  /** In order of delivery. */
  deliveries: Delivery[]
  truth: PresenceTruth[]
  expected: Map<string, ExpectedCounts>
}

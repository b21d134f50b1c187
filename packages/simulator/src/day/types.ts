import type { LocationType } from '@rollcall/contract'
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

export type Delivery = PresenceDelivery | OccupancyDelivery

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

export interface SimulatedDay {
  day: string
  /** One per person of the company, by index; of leavers without plan. */
  plans: PersonPlan[]
  stays: Stay[]
  /** In order of delivery. */
  deliveries: Delivery[]
  truth: PresenceTruth[]
  expected: Map<string, ExpectedCounts>
}

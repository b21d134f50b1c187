import type { Amenity } from '@rollcall/contract'

/** A plan for a day: office, remote or away; null without a plan. */
export type Plan = 'o' | 'r' | 'a'

export type ZoneKind = 'neighborhood' | 'individual'

/** A country whose holidays the company may keep. */
export type Country = 'germany' | 'united-states'

/** Nodes refer to each other by index into the flat lists of the company, which is compact and fast. */
export interface Office {
  index: number
  /** Short name, part of source and event ids. */
  code: string
  name: string
  address: string
  timeZone: string
  /** Null: its holidays are not known. */
  country: Country | null
  /** First day on which any system reports presence; null: never. */
  reportsFrom: string | null
  /** Its badge readers only know card numbers, which are submitted as access credentials. */
  readsCards: boolean
  levels: number[]
  desks: number[]
  spaces: number[]
  parkingBays: string[]
  /** Local time until which bookings are confirmed, or else released; null: they are not. */
  checkInBy: string | null
}

export interface Level {
  index: number
  office: number
  name: string
  ordinal: number
  zones: number[]
  spaces: number[]
}

export interface Zone {
  index: number
  office: number
  level: number
  name: string
  kind: ZoneKind
  desks: number[]
}

export interface Desk {
  index: number
  office: number
  level: number
  zone: number
  name: string
  x: number
  y: number
  hasSensor: boolean
  amenities: Amenity[]
  screens: number
  assignedTo: number | null
}

export interface Space {
  index: number
  office: number
  level: number
  name: string
  type: string
  capacity: number
  hasSensor: boolean
}

export interface Department {
  name: string
  division: string
}

/** What a policy requires of the members of a group: some days of each week, named ones (Monday 1 to Sunday 7), or nothing. */
export type PolicyRule =
  | { readonly kind: 'daysPerWeek'; readonly days: number }
  | { readonly kind: 'weekdays'; readonly weekdays: number[] }
  | { readonly kind: 'none' }

/** A policy of a group, which counts from the first day of the company on. */
export interface Policy {
  readonly groupType: 'department' | 'division'
  readonly groupName: string
  readonly rule: PolicyRule
}

/** An access card, used from its first day until the next card. */
export interface Card {
  number: string
  /** null: the first card, in use from the start. */
  from: string | null
  /** Day on which it is retired, some days after its replacement; null while in use. */
  retiredOn: string | null
}

export interface Person {
  index: number
  firstName: string
  lastName: string
  userName: string
  office: number
  department: number
  jobTitle: string
  /** Leavers are inactive: in the directory, but never seen. */
  active: boolean
  leftOn: string | null
  onboarded: boolean
  badgeNumber: string
  /** For readers that only know cards, in the order of issue; empty for people without access to those doors. */
  cards: readonly Card[]
  /** The badge works in every building, not only in the home office. */
  roams: boolean
  carriesBadge: boolean
  usesWifi: boolean
  /** Monday to Sunday. */
  weekPlan: readonly (Plan | null)[]
  homeZone: number
  favoriteDesk: number
  assignedDesk: number | null
  /** Usual time of arrival and length of stay, both in minutes. */
  arrival: number
  stay: number
}

export interface Company {
  seed: number
  /** Short digest of the options, part of every event id, so that events of two companies never look like repeats. */
  tag: string
  name: string
  domain: string
  startDay: string
  /** Shares of the events that are delivered at least an hour late, and that are delivered twice. */
  late: number
  duplicates: number
  /** First day on which people announce time off; null: never. */
  timeOffFrom: string | null
  /** Whether offices are closed on the public holidays of their country. */
  keepsHolidays: boolean
  offices: Office[]
  levels: Level[]
  zones: Zone[]
  desks: Desk[]
  spaces: Space[]
  departments: Department[]
  policies: readonly Policy[]
  people: Person[]
  /** People by home office. */
  peopleOf: number[][]
  /** Badges that open doors but are not in the directory. */
  unknownBadges: string[]
}

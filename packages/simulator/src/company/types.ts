/** A plan for a day: office, remote or away; null where there is none. */
export type Plan = 'o' | 'r' | 'a'

export type ZoneKind = 'neighborhood' | 'individual'

/** Nodes name each other by index into the company's flat lists: small, and quick to look up. */
export interface Office {
  index: number
  /** Short name, part of source and event ids. */
  code: string
  name: string
  address: string
  timeZone: string
  /** First day on which anything there reports who is there; null: nothing ever does. */
  reportsFrom: string | null
  /** Its badge readers know nothing but the numbers of cards, which come as access credentials. */
  readsCards: boolean
  levels: number[]
  desks: number[]
  spaces: number[]
  parkingBays: string[]
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
  /** Whether a sensor watches it. */
  hasSensor: boolean
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

/** An access card: used from its first day on until there is a newer one. */
export interface Card {
  number: string
  /** The first card is there from the beginning: null. */
  from: string | null
  /** Day on which it is retired, a while after it was replaced; null as long as it is in use. */
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
  /** Leavers are inactive; they are in the directory but never seen. */
  active: boolean
  leftOn: string | null
  onboarded: boolean
  badgeNumber: string
  /** For readers that know cards only; none for people whom those do not let in. In the order in which they were given out. */
  cards: readonly Card[]
  /** The badge is known in every building, not only in their own. */
  roams: boolean
  carriesBadge: boolean
  usesWifi: boolean
  /** Monday to Sunday. */
  weekPlan: readonly (Plan | null)[]
  homeZone: number
  favoriteDesk: number
  assignedDesk: number | null
  /** Usual arrival and length of stay, in minutes. */
  arrival: number
  stay: number
}

export interface Company {
  seed: number
  /** Short mark of these options, part of every event id: events of two companies are never taken for repeats. */
  tag: string
  name: string
  domain: string
  startDay: string
  /** Shares of the events that are delivered at least an hour late, and more than once. */
  late: number
  duplicates: number
  /** First day on which people announce time off; null: nobody does. */
  timeOffFrom: string | null
  offices: Office[]
  levels: Level[]
  zones: Zone[]
  desks: Desk[]
  spaces: Space[]
  departments: Department[]
  people: Person[]
  /** People by office: who is home there. */
  peopleOf: number[][]
  /** Badges that open doors but are in no directory. */
  unknownBadges: string[]
}

import { canEnter } from '../company/cards.ts'
import type { Company, Office, Person } from '../company/types.ts'
import { SOURCE_KINDS, type SourceKind } from './delivery.ts'

/** Doors, sensors and receptions report per building, Wi-Fi and room panels for the whole company. */
export const sourceIdOf = (office: Office, kind: SourceKind): string => {
  switch (kind) {
    case 'badge':
      return `badge-readers-${office.code}`
    case 'wifi':
      return 'wifi-controller'
    case 'desk':
      return `desk-check-in-${office.code}`
    case 'panel':
      return 'room-panels'
    case 'seat':
      return `desk-sensors-${office.code}`
    case 'room':
      return `room-sensors-${office.code}`
    case 'reception':
      return `reception-${office.code}`
  }
}

/** The badge sources that find a person through the identity map. */
export const badgeSourcesOf = (company: Company, person: Person): string[] =>
  company.offices
    .filter((office) => canEnter(person, office.index) && !office.readsCards)
    .map((office) => sourceIdOf(office, 'badge'))

/** All sources that a company may send from. */
export const sourcesOf = ({ offices }: Company): string[] => [
  ...new Set(offices.flatMap((office) => SOURCE_KINDS.map((kind) => sourceIdOf(office, kind)))),
]

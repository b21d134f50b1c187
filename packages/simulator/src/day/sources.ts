import type { Company, Office } from '../company/types.ts'
import type { SourceKind } from './delivery.ts'

/** Doors and sensors report per building, Wi-Fi and room panels for the whole company. */
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
  }
}

/** The badge readers that know a person's badge: those of their own building, for some people all. */
export const badgeSourcesOf = (company: Company, person: number): string[] => {
  const { office: home, roams } = company.people[person] ?? { office: 0, roams: false }
  return company.offices.filter(({ index }) => roams || index === home).map((office) => sourceIdOf(office, 'badge'))
}

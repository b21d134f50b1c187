import type { Company } from '../company/types.ts'
import type { NodeRef } from '../day/types.ts'
import type { NodeNames } from './rows.ts'

/** A building, or a level or zone of it, by index. */
export interface CountedNode {
  office: number
  level: number | null
  zone: number | null
}

/** The level and zone of a node, as far as it has them. */
export const containersOf = (company: Company, office: number, { type, index }: NodeRef): CountedNode => {
  switch (type) {
    case 'location':
      return { office, level: null, zone: null }
    case 'level':
      return { office, level: index, zone: null }
    case 'space':
      return { office, level: company.spaces[index]?.level ?? null, zone: null }
    case 'zone':
      return { office, level: company.zones[index]?.level ?? null, zone: index }
    case 'place': {
      const { level = null, zone = null } = company.desks[index] ?? {}
      return { office, level, zone }
    }
  }
}

export const namesOf = (company: Company, { office, level, zone }: CountedNode): NodeNames => ({
  locationName: company.offices[office]?.name ?? '',
  levelName: level === null ? null : (company.levels[level]?.name ?? null),
  zoneName: zone === null ? null : (company.zones[zone]?.name ?? null),
})

/** The hour of local time. */
export const hourOf = (timeZone: string, ms: number): number =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone).hour

import type { ImportFile } from '@rollcall/contract'
import type { Company, Level, Zone } from '../company/types.ts'

type ImportLocation = NonNullable<ImportFile['locations']>[number]
type ImportLevel = NonNullable<ImportLocation['levels']>[number]
type ImportZone = NonNullable<ImportLevel['zones']>[number]

const zoneOf = (company: Company, { name, kind, desks }: Zone): ImportZone => ({
  name,
  kind,
  ...(kind === 'neighborhood' ? { capacity: desks.length } : {}),
  places: desks.flatMap((index) => {
    const desk = company.desks[index]
    if (!desk) return []
    const assignee = desk.assignedTo === null ? undefined : company.people[desk.assignedTo]
    const { name, x, y, amenities, screens } = desk
    return [
      {
        ...{ name, x, y },
        ...(amenities.length > 0 ? { amenities } : {}),
        ...(screens > 0 ? { screens } : {}),
        ...(assignee ? { assignedUser: assignee.userName } : {}),
      },
    ]
  }),
})

const levelOf = (company: Company, level: Level): ImportLevel => ({
  name: level.name,
  ordinal: level.ordinal,
  zones: company.zones.filter((zone) => zone.level === level.index).map((zone) => zoneOf(company, zone)),
  spaces: company.spaces
    .filter((space) => space.level === level.index)
    .map(({ name, type, capacity }) => ({ name, type, capacity })),
})

export const importLocations = (company: Company): ImportLocation[] =>
  company.offices.map((office) => ({
    name: office.name,
    address: office.address,
    timeZone: office.timeZone,
    levels: company.levels.filter((level) => level.office === office.index).map((level) => levelOf(company, level)),
    parkingBays: office.parkingBays.map((name) => ({ name })),
  }))

import type { ImportFile } from '@rollcall/contract'
import type { Company } from '../company/types.ts'
import { type DayRange, daysBetween } from '../day/calendar.ts'
import { gatheringsOf } from '../day/gatherings.ts'
import type { Gathering } from '../day/types.ts'

type ImportEvent = NonNullable<ImportFile['events']>[number]

const spaceOf = ({ spaces, levels }: Company, index: number | null): Pick<ImportEvent, 'level' | 'space'> => {
  const space = spaces[index ?? -1]
  const level = space && levels[space.level]
  return space && level ? { level: level.name, space: space.name } : {}
}

const eventOf = (company: Company, gathering: Gathering): ImportEvent => {
  const { name, isPrivate, isCancelled, startsAt, endsAt, organizer, invitations } = gathering
  const userName = (person: number) => company.people[person]?.userName ?? ''
  return {
    name,
    status: isCancelled ? 'cancelled' : 'scheduled',
    isPrivate,
    startsAt: new Date(startsAt).toISOString(),
    endsAt: new Date(endsAt).toISOString(),
    location: company.offices[gathering.office]?.name ?? '',
    ...spaceOf(company, gathering.space),
    organizer: userName(organizer),
    invitations: invitations.map(({ person, reply }) => ({ user: userName(person), reply })),
  }
}

/** The gatherings of these days. */
export function* importGatherings(company: Company, { fromDay, toDay }: DayRange): Generator<ImportEvent, void, undefined> {
  for (const day of daysBetween(fromDay, toDay)) {
    for (const gathering of gatheringsOf(company, day)) yield eventOf(company, gathering)
  }
}

import { useQuery } from '@tanstack/react-query'
import { countOf } from '../../../components/number-format.ts'
import { dayRange } from '../../../time/days.ts'
import { groupsQuery, locationsQuery } from './directory.ts'
import { idsOf } from './scope.ts'
import { useScope } from './use-scope.ts'

/** Names that are written out; a caption is no list. */
const MAX_NAMED = 4

/** All locations · Engineering · 26 Oct – 22 Nov 2026: what the figures of the page are about. */
export const useCaption = (): string => {
  const [scope] = useScope()
  const { data: locations } = useQuery(locationsQuery)
  const { data: groups } = useQuery(groupsQuery)
  const places = new Map(locations?.map(({ locationId, locationName }) => [locationId, locationName]))
  const teams = new Map(groups?.map(({ groupId, groupName }) => [groupId, groupName]))
  return [
    namesOf(idsOf(scope.locations), places, 'All locations', 'location'),
    namesOf(idsOf(scope.groups), teams, 'All groups', 'group'),
    dayRange(scope.from, scope.to),
  ].join(' · ')
}

const namesOf = (ids: readonly string[], names: ReadonlyMap<string, string>, all: string, one: string): string => {
  if (ids.length === 0) return all
  if (ids.length > MAX_NAMED) return countOf(ids.length, one)
  return ids.map((id) => names.get(id) ?? (id === 'none' ? 'No building' : id)).join(', ')
}

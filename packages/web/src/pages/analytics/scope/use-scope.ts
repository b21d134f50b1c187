import { plural, t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { dayRange, todayIn } from '../../../time/days.ts'
import { groupsQuery, locationsQuery } from '../../../workplace/directory.ts'
import { idsOf, type Scope, type ScopeAddress, scopeOn } from './scope.ts'

const route = getRouteApi('/shell/analytics')

/** The scope of the address, and a function that changes parts of it. */
export const useScope = (): [Scope, (changes: ScopeAddress) => void] => {
  const scope = scopeOn(route.useSearch(), todayIn())
  const navigate = useNavigate()
  const change = (changes: ScopeAddress) =>
    // `to: '.'` works on every page. Undefined keys are kept, because a missing key would keep its old value.
    void navigate({ to: '.', search: (before: Record<string, unknown>) => ({ ...before, ...changes }), resetScroll: false })
  return [scope, change]
}

/** The number of names in a caption; more are counted. */
const MAX_NAMED = 4

/** The scope of the page in words: `All buildings · Engineering · 26 Oct – 22 Nov 2026`; of coming days, without groups. */
export const useCaption = (ahead?: readonly string[]): string => {
  const [scope] = useScope()
  const { data: locations } = useQuery(locationsQuery)
  const { data: groups } = useQuery(groupsQuery)
  const places = new Map(locations?.map(({ locationId, locationName }) => [locationId, locationName]))
  const teams = new Map(groups?.map(({ groupId, groupName }) => [groupId, groupName]))
  const buildings = namesOf(idsOf(scope.locations), places, t`All buildings`, (count) =>
    plural(count, { one: '# building', other: '# buildings' }),
  )
  const [first, last] = [ahead?.[0], ahead?.at(-1)]
  if (first && last) return `${buildings} · ${dayRange(first, last)}`
  return [
    buildings,
    namesOf(idsOf(scope.groups), teams, t`All groups`, (count) => plural(count, { one: '# group', other: '# groups' })),
    dayRange(scope.from, scope.to),
  ].join(' · ')
}

const namesOf = (
  ids: readonly string[],
  names: ReadonlyMap<string, string>,
  all: string,
  many: (count: number) => string,
): string => {
  if (ids.length === 0) return all
  if (ids.length > MAX_NAMED) return many(ids.length)
  return ids.map((id) => names.get(id) ?? (id === 'none' ? t`No building` : id)).join(', ')
}

import { plural, t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { Scope as Captioned } from '../../../components/caption.ts'
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

/** The number of names in a caption, and in the name of a file; more are counted. */
const MAX_NAMED = 4
const MAX_IN_FILE = 1

/**
 * The scope of the page in words: `All buildings · Engineering · 26 Oct – 22 Nov 2026`, and for the names of files:
 * `All buildings Engineering 2026-10-26 2026-11-22`. Of coming days, it is without groups.
 */
export const useCaption = (ahead?: readonly string[]): Captioned => {
  const [scope] = useScope()
  const { data: locations } = useQuery(locationsQuery)
  const { data: groups } = useQuery(groupsQuery)
  const places = new Map(locations?.map(({ locationId, locationName }) => [locationId, locationName]))
  const teams = new Map(groups?.map(({ groupId, groupName }) => [groupId, groupName]))
  const buildings = (most: number) =>
    namesOf(idsOf(scope.locations), places, most, t`All buildings`, (count) =>
      plural(count, { one: '# building', other: '# buildings' }),
    )
  const parts = (most: number) => [
    buildings(most),
    namesOf(idsOf(scope.groups), teams, most, t`All groups`, (count) => plural(count, { one: '# group', other: '# groups' })),
  ]
  const [first, last] = [ahead?.[0], ahead?.at(-1)]
  if (ahead) {
    const days = first && last ? [dayRange(first, last), daysOf(first, last)] : []
    return {
      text: [buildings(MAX_NAMED), ...days.slice(0, 1)].join(' · '),
      file: [buildings(MAX_IN_FILE), ...days.slice(1)].join(' '),
    }
  }
  const { from, to } = scope
  return {
    text: [...parts(MAX_NAMED), dayRange(from, to)].join(' · '),
    file: [...parts(MAX_IN_FILE), daysOf(from, to)].join(' '),
  }
}

const daysOf = (from: string, to: string): string => (from === to ? from : `${from} ${to}`)

const namesOf = (
  ids: readonly string[],
  names: ReadonlyMap<string, string>,
  most: number,
  all: string,
  many: (count: number) => string,
): string => {
  if (ids.length === 0) return all
  if (ids.length > most) return many(ids.length)
  return ids.map((id) => names.get(id) ?? (id === 'none' ? t`No building` : id)).join(', ')
}

import { useQuery } from '@tanstack/react-query'
import type { Answer } from '../../../api/call.ts'
import { allPages } from '../../../api/query.ts'
import { ME, useMe } from '../../../workplace/me.tsx'

type ColleagueDay = Answer<'listColleagueDays'>['items'][number]

/** More people of a group than this would not be a team that sits together. */
const MAX_PAGES = 1

export interface Team {
  readonly groupId: string
  readonly groupName: string
}

/** The groups of the user, the primary one first, and whether the others are still being read. */
export const useTeams = (): { readonly teams: readonly Team[]; readonly isLoading: boolean } => {
  const { primaryGroupId, primaryGroupName } = useMe()
  const { data, isLoading } = useQuery(allPages('listUserGroups', { params: ME }))
  const others = data?.items.filter(({ groupId, status }) => groupId !== primaryGroupId && status === 'active') ?? []
  const teams = primaryGroupId ? [{ groupId: primaryGroupId, groupName: primaryGroupName ?? '' }, ...others] : others
  return { teams, isLoading }
}

export interface Colleagues {
  /** Those who plan to be in the building. */
  readonly people: readonly ColleagueDay[]
  readonly elsewhere: readonly ColleagueDay[]
  /** Whether there are more than were read. */
  readonly isCut: boolean
}

/** Where the colleagues of a group who let others see them plan to be on a day. */
export const useColleagues = (locationId: string, day: string, team: Team | undefined) => {
  const { userId } = useMe()
  return useQuery({
    ...allPages('listColleagueDays', { query: { day, groupId: team?.groupId ?? '' } }, MAX_PAGES),
    enabled: team !== undefined,
    refetchInterval: 60_000,
    select: ({ items, isCut }): Colleagues => {
      const others = items.filter((each) => each.userId !== userId)
      const { here = [], elsewhere = [] } = Object.groupBy(others, (each) =>
        each.plan === 'o' && each.locationId === locationId ? 'here' : 'elsewhere',
      )
      return { people: here, elsewhere, isCut }
    },
  })
}

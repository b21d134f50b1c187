import { useSuspenseQuery } from '@tanstack/react-query'
import { allPages } from '../../../api/all-pages.ts'
import type { Answer } from '../../../api/call.ts'
import { apiQuery } from '../../../api/query.ts'
import { todayIn } from '../../../time/days.ts'

export type Me = Answer<'getUser'>
export type Building = Answer<'getLocation'>

/** In the path of whatever somebody does for themselves. */
export const ME = { userId: 'me' } as const

export const useMe = (): Me => useSuspenseQuery(apiQuery('getUser', { params: ME })).data

/** All buildings in use, by name. */
export const useBuildings = (): readonly Building[] =>
  useSuspenseQuery({ ...allPages('listLocations', { query: { status: 'active' } }), staleTime: 300_000 }).data.items

/** Where somebody works unless a plan says otherwise; undefined for who has no such building. */
export const useHome = (): Building | undefined => {
  const { primaryLocationId } = useMe()
  return useBuildings().find(({ locationId }) => locationId === primaryLocationId)
}

/** The local day of the primary location, else of the browser. */
export const useToday = (): string => todayIn(useHome()?.timeZone)

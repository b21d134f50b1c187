import { useSuspenseQuery } from '@tanstack/react-query'
import type { Answer } from '../api/call.ts'
import { allPages, apiQuery, queryClient } from '../api/query.ts'
import { todayIn } from '../time/days.ts'
import type { UserDay } from './plans.ts'

type Me = Answer<'getUser'>
export type Building = Answer<'getLocation'>

/** The user id in the paths of the user's own operations. */
export const ME = { userId: 'me' } as const

export const useMe = (): Me => useSuspenseQuery(apiQuery('getUser', { params: ME })).data

/** All active buildings, by name. */
export const useBuildings = (): readonly Building[] =>
  useSuspenseQuery({ ...allPages('listLocations', { query: { status: 'active' } }), staleTime: 300_000 }).data.items

/** The building where the user works unless a plan says otherwise; undefined if they have none. */
export const useHome = (): Building | undefined => {
  const { primaryLocationId } = useMe()
  return useBuildings().find(({ locationId }) => locationId === primaryLocationId)
}

/** Whether a building is known not to be the usual one, for what is said outside of components. */
export const isUnusual = (locationId: string): boolean => {
  const me = queryClient.getQueryData(apiQuery('getUser', { params: ME }).queryKey)
  return me !== undefined && me.primaryLocationId !== locationId
}

/** The building of an own day: where something is booked, else where it is planned, else the usual one. */
export const useBuildingOf = (): ((day: UserDay | undefined) => string | undefined) => {
  const home = useHome()
  return (day) => day?.booking?.locationId ?? day?.locationId ?? home?.locationId
}

/** Today at the primary location, or in the browser's time zone if there is none. */
export const useToday = (): string => todayIn(useHome()?.timeZone)

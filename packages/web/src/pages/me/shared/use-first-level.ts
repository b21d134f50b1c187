import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Answer } from '../../../api/call.ts'
import { allPages, apiQuery } from '../../../api/query.ts'
import { addDays } from '../../../time/days.ts'
import { ME, useMe, useToday } from '../../../workplace/me.tsx'
import { userDaysQuery } from '../../../workplace/user-days.ts'

type Level = Answer<'listLevels'>['items'][number]

/** All desks of a building; of a very large one the first thousands. They rarely change, so they stay fresh for five minutes. */
export const buildingDesksQuery = (locationId: string) => ({
  ...allPages('listPlaces', { query: { locationId, status: 'active' } }, 5),
  staleTime: 300_000,
})

/** The days before and after today among which the last booked desk is looked for. */
const LOOK_AROUND = 28

/** The level of the last desk that the reader booked in the building, or of a favorite; that of the former if both are there. */
const useUsualLevel = (locationId: string, isAsked: boolean) => {
  const today = useToday()
  const favorites = useQuery({ ...apiQuery('listFavoriteDesks', { params: ME }), enabled: isAsked })
  const days = useQuery({
    ...userDaysQuery(addDays(today, -LOOK_AROUND), addDays(today, LOOK_AROUND)),
    enabled: isAsked,
  })
  const liked = favorites.data?.items.filter((desk) => desk.locationId === locationId).map(({ levelId }) => levelId) ?? []
  const last = days.data?.items.findLast(({ booking }) => booking?.locationId === locationId && booking.levelId)?.booking?.levelId
  const levelId = last && liked.includes(last) ? last : (liked[0] ?? last)
  return { levelId, isLoading: favorites.isLoading || days.isLoading }
}

/**
 * The level that a map shows first: the requested or booked one, else that of the desk to sit near, else that of the reader's own
 * desk, of a favorite or of the last booked one, else the lowest with desks. Undefined while that is unknown. It stays when it is no
 * longer asked for, such as after a booking on it was canceled.
 */
export const useFirstLevel = (
  locationId: string,
  levels: readonly Level[] | undefined,
  wanted: string | null | undefined,
  nearId?: string,
): Level | undefined => {
  const { userId } = useMe()
  const shown = useRef<string>(undefined)
  const levelOf = (id: string | null | undefined) => levels?.find(({ levelId }) => levelId === id)
  const known = levelOf(wanted) ?? (nearId ? undefined : levelOf(shown.current))
  const isAsked = levels !== undefined && levels.length > 1 && !known
  const places = useQuery({ ...buildingDesksQuery(locationId), enabled: isAsked })
  const usual = useUsualLevel(locationId, isAsked)
  const first = (): Level | undefined => {
    if (known || !levels || levels.length === 1) return known ?? levels?.[0]
    if (places.isLoading || usual.isLoading) return undefined
    const items = places.data?.items ?? []
    const near = items.find(({ placeId }) => placeId === nearId)
    const own = items.find(({ assignedUserId }) => assignedUserId === userId)
    const withDesks = new Set(items.map(({ levelId }) => levelId))
    return (
      levels.find(({ levelId }) => levelId === (near ?? own)?.levelId) ??
      levels.find(({ levelId }) => levelId === usual.levelId) ??
      levels.find(({ levelId }) => withDesks.has(levelId)) ??
      levels[0]
    )
  }
  const level = first()
  if (level) shown.current = level.levelId
  return level
}

import { useQuery } from '@tanstack/react-query'
import type { Answer } from '../../../api/call.ts'
import { allPages } from '../../../api/query.ts'
import { useMe } from '../../../workplace/me.tsx'

type Level = Answer<'listLevels'>['items'][number]

/**
 * The level that a map shows first: the requested or booked one, else that of the desk to sit near, else that of the reader's own
 * desk, else the lowest with desks. Undefined while that is unknown.
 */
export const useFirstLevel = (
  locationId: string,
  levels: readonly Level[] | undefined,
  wanted: string | null | undefined,
  nearId?: string,
): Level | undefined => {
  const { userId } = useMe()
  const known = levels?.find(({ levelId }) => levelId === wanted)
  const places = useQuery({
    ...allPages('listPlaces', { query: { locationId, status: 'active' } }, 5),
    enabled: levels !== undefined && levels.length > 1 && !known,
    staleTime: 300_000,
  })
  if (known || !levels || levels.length === 1) return known ?? levels?.[0]
  if (places.isLoading) return undefined
  const items = places.data?.items ?? []
  const near = items.find(({ placeId }) => placeId === nearId)
  const own = items.find(({ assignedUserId }) => assignedUserId === userId)
  const withDesks = new Set(items.map(({ levelId }) => levelId))
  return (
    levels.find(({ levelId }) => levelId === (near ?? own)?.levelId) ??
    levels.find(({ levelId }) => withDesks.has(levelId)) ??
    levels[0]
  )
}

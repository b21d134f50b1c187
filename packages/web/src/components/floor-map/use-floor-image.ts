import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { FloorImage } from './floor-place.ts'

interface LevelWithPlan {
  readonly levelId: string
  readonly floorPlanVersion: string | null
}

/** The floor plan of a level for its floor map; nothing while it comes, or where there is none. Kept as long as it is current. */
export const useFloorImage = (level: LevelWithPlan | undefined): FloorImage | undefined => {
  const { levelId = '', floorPlanVersion = null } = level ?? {}
  const { data } = useQuery({
    queryKey: ['getFloorPlan', levelId, floorPlanVersion] as const,
    queryFn: ({ signal }) => readImage(levelId, signal),
    enabled: floorPlanVersion !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return floorPlanVersion === null ? undefined : data
}

const readImage = async (levelId: string, signal: AbortSignal): Promise<FloorImage> => {
  const { image, mediaType, widthMetres, heightMetres } = await call('getFloorPlan', { params: { levelId }, signal })
  return { url: `data:${mediaType};base64,${image}`, width: widthMetres, height: heightMetres }
}

import type { LevelLayout } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/query.ts'
import type { FloorPlace, Point } from './floor-place.ts'

/** What was drawn on the plan of a level: the outlines of its zones, and how far its desks are turned. */
export interface FloorLayout {
  readonly zones: readonly { readonly zoneId: string; readonly zoneName: string; readonly outline: readonly Point[] | null }[]
  readonly desks: readonly { readonly placeId: string; readonly rotation: number }[]
}

/** The layout of a level; undefined while it loads. A plan is rarely changed, so it stays fresh for five minutes. */
export const useFloorLayout = (level: { readonly levelId: string } | undefined): LevelLayout | undefined =>
  useQuery({
    ...apiQuery('getLevelLayout', { params: { levelId: level?.levelId ?? '' } }),
    enabled: level !== undefined,
    staleTime: 300_000,
  }).data

/** The desks, turned as they were drawn. */
export const turned = <P extends FloorPlace>(places: readonly P[], layout: FloorLayout | undefined): readonly P[] => {
  if (!layout) return places
  const rotations = new Map(layout.desks.map(({ placeId, rotation }) => [placeId, rotation]))
  return places.map((place) => ({ ...place, rotation: rotations.get(place.placeId) ?? 0 }))
}

import { t } from '@lingui/core/macro'
import { Button, Group } from '@mantine/core'
import type { FloorPlace } from '../../../components/floor-map/floor-map.tsx'

/** The free desk that is nearest to another one of the level, as far as their coordinates are known. */
export const nearestFree = <P extends FloorPlace>(
  places: readonly P[],
  nearId: string,
  isFree: (place: P) => boolean,
): P | undefined => {
  const near = places.find(({ placeId }) => placeId === nearId)
  const distance = ({ x, y }: P) =>
    Math.hypot((x ?? Number.NaN) - (near?.x ?? Number.NaN), (y ?? Number.NaN) - (near?.y ?? Number.NaN))
  return places
    .filter((place) => place.placeId !== nearId && isFree(place) && !Number.isNaN(distance(place)))
    .toSorted((a, b) => distance(a) - distance(b))[0]
}

interface Props<P extends FloorPlace> {
  readonly places: readonly P[]
  readonly nearId: string
  readonly isFree: (place: P) => boolean
  readonly onBook: (place: P) => void
}

/** Offers the free desk nearest to one of a colleague. */
export const NearOffer = <P extends FloorPlace>({ places, nearId, isFree, onBook }: Props<P>) => {
  const found = nearestFree(places, nearId, isFree)
  if (!found) return null
  const near = places.find(({ placeId }) => placeId === nearId)?.placeName ?? ''
  const { placeName } = found
  return (
    <Group>
      <Button size="xs" variant="default" onClick={() => onBook(found)}>
        {t`Book ${placeName}, the free desk nearest to ${near}`}
      </Button>
    </Group>
  )
}

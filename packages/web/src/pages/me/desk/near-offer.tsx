import { t } from '@lingui/core/macro'
import { Button, Group, Text } from '@mantine/core'
import type { FloorPlace } from '../../../components/floor-map/floor-map.tsx'
import { useKeptFocus } from '../../../components/kept-focus.ts'

/** Of one's own desk and the free ones, the one nearest to another desk of the level, as far as coordinates are known. */
const findNearest = <P extends FloorPlace>({
  places,
  nearId,
  mineId,
  isFree,
}: Omit<Props<P>, 'elsewhere' | 'onBook'>): P | undefined => {
  const near = places.find(({ placeId }) => placeId === nearId)
  const distance = ({ x, y }: P) =>
    Math.hypot((x ?? Number.NaN) - (near?.x ?? Number.NaN), (y ?? Number.NaN) - (near?.y ?? Number.NaN))
  const [nearest] = places
    .filter((place) => place.placeId !== nearId && (place.placeId === mineId || isFree(place)) && !Number.isNaN(distance(place)))
    // Of two that are as near, one's own goes first.
    .toSorted((a, b) => distance(a) - distance(b) || Number(b.placeId === mineId) - Number(a.placeId === mineId))
  return nearest
}

interface Props<P extends FloorPlace> {
  readonly places: readonly P[]
  readonly nearId: string
  /** The desk that the user has on the day. */
  readonly mineId: string | null | undefined
  /** The building, where the user is not in it on the day. */
  readonly elsewhere: string | undefined
  readonly isFree: (place: P) => boolean
  readonly onBook: (place: P) => void
}

/** Offers the free desk nearest to one of a colleague, and says so once the user has it. */
export const NearOffer = <P extends FloorPlace>({ elsewhere, onBook, ...asked }: Props<P>) => {
  const kept = useKeptFocus<HTMLParagraphElement>()
  const nearest = findNearest(asked)
  if (!nearest) return null
  const { places, nearId, mineId } = asked
  const near = places.find(({ placeId }) => placeId === nearId)?.placeName ?? ''
  const { placeId, placeName } = nearest
  return (
    <Group {...kept.area}>
      {placeId === mineId ? (
        <Text size="sm" {...kept.target}>
          {t`No free desk is nearer to ${near} than yours, ${placeName}.`}
        </Text>
      ) : (
        <Button size="xs" variant="default" onClick={() => onBook(nearest)}>
          {elsewhere
            ? t`Book ${placeName} in ${elsewhere}, the free desk nearest to ${near}`
            : t`Book ${placeName}, the free desk nearest to ${near}`}
        </Button>
      )}
    </Group>
  )
}

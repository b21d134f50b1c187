import { t } from '@lingui/core/macro'
import { Checkbox, Group, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Answer } from '../../../api/call.ts'
import { allPages } from '../../../api/query.ts'
import { amenitiesInWords, hasAll } from '../../../components/amenities.ts'
import { AmenityFilter } from '../../../components/amenity-filter.tsx'
import { useFloorLayout } from '../../../components/floor-map/floor-layout.ts'
import { FloorMap, type FloorMark, useFloorImage } from '../../../components/floor-map/floor-map.tsx'
import { DESKS } from '../../../components/floor-map/skip-to-desks.tsx'
import { personName } from '../../../components/format.ts'
import { QueryState } from '../../../components/states.tsx'
import { type Building, useMe } from '../../../workplace/me.tsx'
import type { UserDay } from '../../../workplace/plans.ts'
import type { DayCommand } from '../../../workplace/user-days.ts'
import { bookNode } from './book-command.ts'
import { FavoriteOffers } from './favorite-offers.tsx'
import { NearOffer } from './near-offer.tsx'
import { useFavorites } from './use-favorites.ts'
import { ZoneSeats } from './zone-seats.tsx'

type Place = Answer<'listPlaces'>['items'][number]
type Colleague = Answer<'listColleagueDays'>['items'][number]

interface Known {
  readonly mine: string | null | undefined
  readonly userId: string
  readonly free: ReadonlySet<string>
  readonly colleagues: ReadonlyMap<string, Colleague>
  readonly neighborhoods: ReadonlySet<string>
  readonly wanted: readonly string[]
  /** The only desks that are wanted; undefined: any. */
  readonly favorites: ReadonlySet<string> | undefined
}

/** How desks are drawn for a user who is about to book one. */
const deskMark =
  ({ mine, userId, free, colleagues, neighborhoods, wanted, favorites }: Known) =>
  (place: Place): FloorMark => {
    const isAssigned = place.assignedUserId === userId
    if (place.placeId === mine) return { color: 'petrol.7', label: t`booked by you`, symbol: 'mine' }
    if (neighborhoods.has(place.zoneId)) {
      return {
        color: 'gray.3',
        label: t`not booked one by one: take a seat in the zone`,
        symbol: 'off',
        legend: t`booked by zone`,
        isUnavailable: true,
      }
    }
    if (!free.has(place.placeId)) {
      const by = colleagues.get(place.placeId)
      const name = by && personName(by)
      const label = name ? t`taken by ${name}` : t`taken`
      return { color: 'gray.5', label, symbol: 'taken', legend: t`taken`, isUnavailable: true }
    }
    const amenities = amenitiesInWords(place)
    const withAll = (label: string) => (amenities ? t`${label}, has ${amenities}` : label)
    if (isAssigned) {
      return { color: 'lime.4', label: withAll(t`assigned to you, free`), symbol: 'assigned', legend: t`assigned to you` }
    }
    // It can be booked all the same: what is wanted only makes the others stand out.
    const isWanted = hasAll(place, wanted) && (favorites?.has(place.placeId) ?? true)
    return isWanted
      ? { color: 'teal.3', label: withAll(t`free`), symbol: 'free', legend: t`free` }
      : {
          color: 'gray.2',
          label: withAll(t`free, without all that you want`),
          symbol: 'free',
          legend: t`free, without all that you want`,
        }
  }

interface Props {
  readonly building: Building
  readonly level: Answer<'listLevels'>['items'][number]
  readonly day: string
  readonly mine: UserDay['booking']
  readonly isBookable: boolean
  /** The desk of a colleague to sit near. */
  readonly nearId: string | undefined
  readonly run: (command: DayCommand) => void
}

const MAP_HEIGHT = 480

/** The map of a level, and its zones that are booked by capacity. */
export const FloorOfDay = ({ building, level, day, mine, isBookable, nearId, run }: Props) => {
  const { userId } = useMe()
  const { locationId, locationName } = building
  const { levelId, levelName } = level
  const [wanted, setWanted] = useState<string[]>([])
  const favorites = useFavorites()
  const [isOnlyFavorites, setOnlyFavorites] = useState(false)
  const image = useFloorImage(level)
  const layout = useFloorLayout(level)
  const { places, zones, freeDesks, freeZones, colleagues } = useFloor(locationId, levelId, day)
  const all = zones.data?.items ?? []
  const neighborhoods = all.filter(({ zoneType }) => zoneType === 'neighborhood')
  const markOf = deskMark({
    mine: mine?.placeId,
    userId,
    free: new Set(freeDesks.data?.items.map(({ placeId }) => placeId)),
    colleagues: new Map(colleagues.data?.items.flatMap((each) => (each.placeId ? [[each.placeId, each] as const] : []))),
    neighborhoods: new Set(neighborhoods.map(({ zoneId }) => zoneId)),
    wanted,
    favorites: isOnlyFavorites ? favorites.ids : undefined,
  })
  const choose = (place: Place) => {
    const { placeName } = place
    const { label, symbol } = markOf(place)
    if (symbol === 'free' || symbol === 'assigned') run(bookNode(day, place))
    else notifications.show({ message: t`Desk ${placeName}: ${label}.`, color: 'gray' })
  }
  return (
    <Stack gap="md">
      <FavoriteOffers
        favorites={favorites.items.filter((desk) => desk.locationId === locationId)}
        locationId={locationId}
        levelId={levelId}
        day={day}
        mine={mine?.placeId}
        isBookable={isBookable}
        run={run}
      />
      {nearId && isBookable && freeDesks.data ? (
        <NearOffer
          places={places.data?.items ?? []}
          nearId={nearId}
          isFree={(place) => ['free', 'assigned'].includes(markOf(place).symbol ?? '')}
          onBook={choose}
        />
      ) : null}
      <ZoneSeats
        zones={neighborhoods}
        free={freeZones.data?.items}
        mine={mine?.bookingDepth === 2 ? mine.zoneId : null}
        onBook={isBookable ? (zone) => run(bookNode(day, zone)) : undefined}
      />
      <Group align="flex-end" gap="md">
        {places.data?.items.some((place) => amenitiesInWords(place) !== '') ? (
          <AmenityFilter wanted={wanted} onChange={setWanted} />
        ) : null}
        {places.data?.items.some(({ placeId }) => favorites.ids.has(placeId)) || isOnlyFavorites ? (
          <Checkbox
            label={t`Favorites only`}
            checked={isOnlyFavorites}
            onChange={({ currentTarget }) => setOnlyFavorites(currentTarget.checked)}
            mb={8}
          />
        ) : null}
      </Group>
      <div {...DESKS}>
        <QueryState query={freeDesks} height={MAP_HEIGHT + 40}>
          {() => (
            <QueryState query={places} height={MAP_HEIGHT + 40}>
              {({ items }) => (
                <FloorMap
                  places={items}
                  markOf={markOf}
                  selectedId={mine?.placeId ?? undefined}
                  firstId={nearId}
                  onSelect={isBookable ? choose : undefined}
                  favorites={{ ids: favorites.ids, onToggle: favorites.toggle, isOnly: isOnlyFavorites }}
                  layout={layout}
                  image={image}
                  label={t`Desks of ${levelName}, ${locationName}`}
                  height={MAP_HEIGHT}
                />
              )}
            </QueryState>
          )}
        </QueryState>
      </div>
    </Stack>
  )
}

/** The map refreshes, because other users book at the same time. */
const REFRESH_MS = 15_000

/** The bookable desks and zones of a level on a day, and the visible colleagues who sit there. */
const useFloor = (locationId: string, levelId: string, day: string) => {
  const params = { locationId }
  const isKnown = locationId !== '' && levelId !== ''
  const shared = { enabled: isKnown, placeholderData: keepPreviousData }
  const fresh = { ...shared, refetchInterval: REFRESH_MS, staleTime: 0 }
  return {
    places: useQuery({ ...allPages('listPlaces', { query: { levelId, status: 'active' } }), ...shared }),
    zones: useQuery({ ...allPages('listZones', { query: { levelId, status: 'active' } }), ...shared }),
    freeDesks: useQuery({ ...allPages('listFreeDesks', { params, query: { day, levelId } }), ...fresh }),
    freeZones: useQuery({ ...allPages('listFreeZones', { params, query: { day, levelId } }), ...fresh }),
    colleagues: useQuery({ ...allPages('listColleagueDays', { query: { day, locationId } }), ...shared }),
  }
}

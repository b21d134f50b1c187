import { t } from '@lingui/core/macro'
import { Checkbox, Group, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Answer } from '../../../api/call.ts'
import { amenitiesInWords, hasAll } from '../../../components/amenities.ts'
import { AmenityFilter } from '../../../components/amenity-filter.tsx'
import { useFloorLayout } from '../../../components/floor-map/floor-layout.ts'
import { FloorMap, useFloorImage } from '../../../components/floor-map/floor-map.tsx'
import { DESKS } from '../../../components/floor-map/skip-to-desks.tsx'
import { QueryState } from '../../../components/states.tsx'
import type { DayCommand } from '../../../workplace/day-commands.ts'
import { type Building, useMe } from '../../../workplace/me.tsx'
import type { UserDay } from '../../../workplace/plans.ts'
import { buildingDesksQuery } from '../shared/use-first-level.ts'
import { bookNode } from './book-command.ts'
import { deskMark, isBookableDesk, type Place } from './desk-mark.ts'
import { FavoriteOffers } from './favorite-offers.tsx'
import { NearOffer } from './near-offer.tsx'
import { OtherLevels } from './other-levels.tsx'
import { useFavorites } from './use-favorites.ts'
import { useFloor } from './use-floor.ts'
import { ZoneSeats } from './zone-seats.tsx'

type Level = Answer<'listLevels'>['items'][number]

interface Props {
  readonly building: Building
  readonly level: Level
  /** All levels of the building. */
  readonly levels: Level[]
  readonly day: string
  readonly mine: UserDay['booking']
  readonly isBookable: boolean
  /** Whether the user is in another building on the day, as far as it is known. */
  readonly isElsewhere: boolean
  /** The desk of a colleague to sit near. */
  readonly nearId: string | undefined
  readonly onLevel: (levelId: string) => void
  readonly run: (command: DayCommand) => void
}

const MAP_HEIGHT = 480

const isEquipped = (place: Place): boolean => amenitiesInWords(place) !== ''

/** The map of a level, and its zones that are booked by capacity. */
export const FloorOfDay = ({ building, level, levels, day, mine, isBookable, isElsewhere, nearId, onLevel, run }: Props) => {
  const { userId } = useMe()
  const { locationId, locationName } = building
  const { levelId, levelName } = level
  const [wanted, setWanted] = useState<string[]>([])
  const favorites = useFavorites()
  const [isOnlyFavorites, setOnlyFavorites] = useState(false)
  const image = useFloorImage(level)
  const layout = useFloorLayout(level)
  const { places, zones, freeDesks, freeZones, colleagues } = useFloor(locationId, levelId, day)
  const ofBuilding = useQuery({ ...buildingDesksQuery(locationId), enabled: levels.length > 1 })
  const all = zones.data?.items ?? []
  const neighborhoods = all.filter(({ zoneType }) => zoneType === 'neighborhood')
  const isWanted = (place: Place) => hasAll(place, wanted) && (!isOnlyFavorites || favorites.ids.has(place.placeId))
  const isNarrowed = wanted.length > 0 || isOnlyFavorites
  const markOf = deskMark({
    mine: mine?.placeId,
    userId,
    free: new Set(freeDesks.data?.items.map(({ placeId }) => placeId)),
    colleagues: new Map(colleagues.data?.items.flatMap((each) => (each.placeId ? [[each.placeId, each] as const] : []))),
    neighborhoods: new Set(neighborhoods.map(({ zoneId }) => zoneId)),
    isWanted,
  })
  const desks = places.data?.items ?? []
  const match = isNarrowed ? desks.find((place) => isBookableDesk(markOf(place)) && isWanted(place)) : undefined
  const choose = (place: Place) => {
    const { placeName } = place
    const mark = markOf(place)
    const { label } = mark
    if (isBookableDesk(mark)) run(bookNode(day, place))
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
          places={desks}
          nearId={nearId}
          mineId={mine?.placeId}
          elsewhere={isElsewhere ? locationName : undefined}
          isFree={(place) => isBookableDesk(markOf(place))}
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
        {desks.some(isEquipped) || ofBuilding.data?.items.some(isEquipped) ? (
          <AmenityFilter wanted={wanted} onChange={setWanted} />
        ) : null}
        {favorites.items.some((desk) => desk.locationId === locationId) || isOnlyFavorites ? (
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
                  levelId={levelId}
                  places={items}
                  markOf={markOf}
                  selectedId={mine?.placeId ?? undefined}
                  firstId={match?.placeId ?? nearId}
                  onSelect={isBookable ? choose : undefined}
                  favorites={{ ids: favorites.ids, onToggle: favorites.toggle, isOnly: isOnlyFavorites }}
                  layout={layout}
                  image={image}
                  label={t`Desks of ${levelName}, ${locationName}`}
                  height={MAP_HEIGHT}
                  elsewhere={(search) => (
                    <OtherLevels
                      locationId={locationId}
                      levelId={levelId}
                      levels={levels}
                      day={day}
                      isWanted={isNarrowed ? isWanted : undefined}
                      search={search}
                      onLevel={onLevel}
                    />
                  )}
                />
              )}
            </QueryState>
          )}
        </QueryState>
      </div>
    </Stack>
  )
}

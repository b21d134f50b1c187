import { Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Answer } from '../../../api/call.ts'
import { FloorMap } from '../../../components/floor-map/floor-map.tsx'
import { useFloorImage } from '../../../components/floor-map/use-floor-image.ts'
import { QueryState } from '../../../components/query-state.tsx'
import { type Building, useMe } from '../shared/use-me.ts'
import type { DayCommand, UserDay } from '../shared/user-days.ts'
import { bookNode } from './book-command.ts'
import { deskMark, type Place } from './desk-marks.ts'
import { useFloor } from './use-floor.ts'
import { ZoneSeats } from './zone-seats.tsx'

interface Props {
  readonly building: Building
  readonly level: Answer<'listLevels'>['items'][number]
  readonly day: string
  readonly mine: UserDay['booking']
  readonly isBookable: boolean
  readonly run: (command: DayCommand) => void
}

const MAP_HEIGHT = 480

/** The map of a level, and its zones that are booked by capacity. */
export const FloorOfDay = ({ building, level, day, mine, isBookable, run }: Props) => {
  const { userId } = useMe()
  const image = useFloorImage(level)
  const { places, zones, freeDesks, freeZones, colleagues } = useFloor(building.locationId, level.levelId, day)
  const all = zones.data?.items ?? []
  const neighborhoods = all.filter(({ zoneType }) => zoneType === 'neighborhood')
  const markOf = deskMark({
    mine: mine?.placeId,
    userId,
    free: new Set(freeDesks.data?.items.map(({ placeId }) => placeId)),
    colleagues: new Map(colleagues.data?.items.flatMap((each) => (each.placeId ? [[each.placeId, each] as const] : []))),
    neighborhoods: new Set(neighborhoods.map(({ zoneId }) => zoneId)),
  })
  const choose = (place: Place) => {
    const { label, symbol } = markOf(place)
    if (symbol === 'free' || symbol === 'assigned') run(bookNode(day, place))
    else notifications.show({ message: `Desk ${place.placeName}: ${label}.`, color: 'gray' })
  }
  return (
    <Stack gap="md">
      <ZoneSeats
        zones={neighborhoods}
        free={freeZones.data?.items}
        mine={mine?.bookingDepth === 2 ? mine.zoneId : null}
        onBook={isBookable ? (zone) => run(bookNode(day, zone)) : undefined}
      />
      <QueryState query={freeDesks} height={MAP_HEIGHT + 40}>
        {() => (
          <QueryState query={places} height={MAP_HEIGHT + 40}>
            {({ items }) => (
              <FloorMap
                places={items}
                markOf={markOf}
                selectedId={mine?.placeId ?? undefined}
                onSelect={isBookable ? choose : undefined}
                image={image}
                label={`Desks of ${level.levelName}, ${building.locationName}`}
                height={MAP_HEIGHT}
              />
            )}
          </QueryState>
        )}
      </QueryState>
    </Stack>
  )
}

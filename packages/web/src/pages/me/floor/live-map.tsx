import { t } from '@lingui/core/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Answer } from '../../../api/call.ts'
import type { Listed } from '../../../api/query.ts'
import { useFloorLayout } from '../../../components/floor-map/floor-layout.ts'
import { FloorMap, type FloorMark, useFloorImage } from '../../../components/floor-map/floor-map.tsx'
import { DESKS } from '../../../components/floor-map/skip-to-desks.tsx'
import { personName } from '../../../components/format.ts'
import { QueryState } from '../../../components/states.tsx'
import type { Floor } from './apply-news.ts'
import type { Colleagues } from './colleagues.ts'
import { initialsOf } from './team-today.tsx'

type Place = Answer<'listPlaces'>['items'][number]

interface Props {
  readonly floor: Floor
  readonly places: UseQueryResult<Listed<Place>>
  readonly level: Answer<'listLevels'>['items'][number]
  /** The colleagues whose initials are drawn on their desks. */
  readonly team: Colleagues['people']
  readonly selectedId: string | undefined
}

const HEIGHT = 420
/** With its legend and its buttons, until it is drawn. */
const WHOLE_HEIGHT = HEIGHT + 78

/** A map of the desks and their current use. */
export const LiveMap = ({ floor, places, level, team, selectedId }: Props) => {
  const { levelId, levelName } = level
  const image = useFloorImage(level)
  const layout = useFloorLayout(level)
  // The latest come first, and the last entry of a desk counts.
  const seen = floor.people.toReversed()
  const people = new Map(seen.flatMap((person) => (person.placeId ? [[person.placeId, person] as const] : [])))
  const teamAt = new Map(team.flatMap((person) => (person.placeId ? [[person.placeId, person] as const] : [])))
  const desks = new Map(floor.desks.map((desk) => [desk.placeId, desk]))
  const markOf = ({ placeId }: Place): FloorMark => {
    const person = people.get(placeId)
    const desk = desks.get(placeId)
    const colleague = teamAt.get(placeId)
    if (colleague && (!person || person.userId === colleague.userId)) {
      const name = personName(colleague)
      const label = person ? t`${name} of your team was seen here last` : t`${name} of your team booked this desk`
      return { color: 'lime.4', label, symbol: initialsOf(colleague), legend: t`your team` }
    }
    if (person) {
      const name = personName(person)
      return { color: 'petrol.7', label: t`${name} was seen here last`, symbol: 'assigned', legend: t`person seen` }
    }
    if (desk?.isOccupied) return { color: 'orange.4', label: t`occupied`, symbol: 'taken' }
    if (desk?.isBooked) return { color: 'gray.5', label: t`booked today`, symbol: 'off' }
    return { color: 'teal.2', label: t`no one`, symbol: 'free' }
  }
  return (
    <div {...DESKS}>
      <QueryState query={places} height={WHOLE_HEIGHT}>
        {({ items }) => (
          <FloorMap
            levelId={levelId}
            places={items}
            markOf={markOf}
            selectedId={selectedId}
            layout={layout}
            image={image}
            label={t`Desks of ${levelName}, now`}
            height={HEIGHT}
          />
        )}
      </QueryState>
    </div>
  )
}

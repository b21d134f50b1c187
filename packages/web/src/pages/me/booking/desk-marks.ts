import type { Answer } from '../../../api/call.ts'
import type { FloorMark } from '../../../components/floor-map/floor-map.tsx'
import { personName } from '../../../components/person-name.ts'

export type Place = Answer<'listPlaces'>['items'][number]
type Colleague = Answer<'listColleagueDays'>['items'][number]

interface Known {
  readonly mine: string | null | undefined
  readonly userId: string
  readonly free: ReadonlySet<string>
  readonly colleagues: ReadonlyMap<string, Colleague>
  readonly neighborhoods: ReadonlySet<string>
}

/** How desks are drawn for somebody who is about to book one. */
export const deskMark =
  ({ mine, userId, free, colleagues, neighborhoods }: Known) =>
  (place: Place): FloorMark => {
    const isAssigned = place.assignedUserId === userId
    if (place.placeId === mine) return { color: 'petrol.7', label: 'booked by you', symbol: 'mine' }
    if (neighborhoods.has(place.zoneId)) {
      return { color: 'gray.3', label: 'not booked one by one: take a seat in the zone', symbol: 'off', legend: 'booked by zone' }
    }
    if (!free.has(place.placeId)) {
      const by = colleagues.get(place.placeId)
      return { color: 'gray.5', label: by ? `taken by ${personName(by)}` : 'taken', symbol: 'taken', legend: 'taken' }
    }
    if (isAssigned) return { color: 'lime.4', label: 'assigned to you, free', symbol: 'assigned', legend: 'assigned to you' }
    return { color: 'teal.3', label: 'free', symbol: 'free' }
  }

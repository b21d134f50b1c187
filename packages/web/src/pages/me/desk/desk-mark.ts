import { t } from '@lingui/core/macro'
import type { Answer } from '../../../api/call.ts'
import { amenitiesInWords } from '../../../components/amenities.ts'
import type { FloorMark } from '../../../components/floor-map/floor-map.tsx'
import { personName } from '../../../components/format.ts'

export type Place = Answer<'listPlaces'>['items'][number]
type Colleague = Answer<'listColleagueDays'>['items'][number]

interface Known {
  readonly mine: string | null | undefined
  readonly userId: string
  readonly free: ReadonlySet<string>
  readonly colleagues: ReadonlyMap<string, Colleague>
  readonly neighborhoods: ReadonlySet<string>
  /** Whether a desk has all that is wanted. */
  readonly isWanted: (place: Place) => boolean
}

/** How desks are drawn for a user who is about to book one. */
export const deskMark =
  ({ mine, userId, free, colleagues, neighborhoods, isWanted }: Known) =>
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
    return isWanted(place)
      ? { color: 'teal.3', label: withAll(t`free`), symbol: 'free', legend: t`free` }
      : {
          color: 'gray.2',
          label: withAll(t`free, without all that you want`),
          symbol: 'free',
          legend: t`free, without all that you want`,
        }
  }

/** Whether the user can book a desk with this mark. */
export const isBookableDesk = ({ symbol }: FloorMark): boolean => symbol === 'free' || symbol === 'assigned'

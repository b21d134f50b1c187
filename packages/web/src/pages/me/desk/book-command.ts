import { t } from '@lingui/core/macro'
import { call } from '../../../api/call.ts'
import { shortDay } from '../../../time/days.ts'
import { bookedWords } from '../../../workplace/booked-words.ts'
import type { DayCommand } from '../../../workplace/day-commands.ts'
import { ME } from '../../../workplace/me.tsx'
import type { UserDay } from '../../../workplace/plans.ts'

interface Node {
  readonly locationId: string
  readonly locationName: string
  readonly levelId?: string
  readonly levelName?: string
  readonly zoneId?: string
  readonly zoneName?: string
  readonly placeId?: string
  readonly placeName?: string
}

/** Books the most specific node that is given: a desk, a seat in a zone, or the building. */
export const bookNode = (day: string, node: Node): DayCommand => {
  const { placeId, zoneId, locationId } = node
  const body = placeId ? { placeId } : zoneId ? { zoneId } : { locationId }
  return {
    day,
    name: `book ${placeId ?? zoneId ?? locationId}`,
    expected: (shown) => ({
      ...shown,
      plan: 'o',
      planOrigin: 'day-plan',
      locationId,
      locationName: node.locationName,
      booking: expectedBooking(shown, node),
    }),
    isUndoable: true,
    run: () => call('book', { params: { ...ME, day }, body }),
    done: ({ booking }) => {
      const [date, place] = [shortDay(day), bookedWords(booking)]
      return t`Booked for ${date}: ${place}.`
    },
  }
}

const expectedBooking = (shown: UserDay, node: Node): NonNullable<UserDay['booking']> => {
  const now = new Date().toISOString()
  return {
    bookingId: shown.booking?.bookingId ?? '',
    bookingDepth: node.placeId ? 3 : node.zoneId ? 2 : 1,
    locationId: node.locationId,
    locationName: node.locationName,
    levelId: node.levelId ?? null,
    levelName: node.levelName ?? null,
    zoneId: node.zoneId ?? null,
    zoneName: node.zoneName ?? null,
    placeId: node.placeId ?? null,
    placeName: node.placeName ?? null,
    changedBy: 'user',
    createdAt: shown.booking?.createdAt ?? now,
    updatedAt: now,
    checkedInAt: null,
  }
}

import { t } from '@lingui/core/macro'
import type { WorkplaceEventSummary } from '@rollcall/contract'
import { shortDay } from '../../time/days.ts'
import { readerZone, timeOf, zoneName } from '../../time/zoned-time.ts'
import { lostWords } from '../../workplace/lost-words.ts'
import { bookedPlace, type UserDay } from '../../workplace/plans.ts'

/** Something that needs the attention of a person. */
export interface Notification {
  /** The same as long as the cause is the same, so that it is read once. */
  readonly id: string
  readonly title: string
  readonly detail: string
  /** When it came up; null if it is a matter of today. */
  readonly at: string | null
  /** The page where the person finds the cause. */
  readonly to: string
  readonly search?: Readonly<Record<string, string>>
}

/** Desks that others canceled, and the check-in of today. */
export const ofDays = (days: readonly UserDay[], today: string): Notification[] =>
  days.flatMap(({ day, dayType, booking, lostBooking, checkInBy }) => {
    const found: Notification[] = []
    const [date, place] = [shortDay(day), bookedPlace(booking)]
    if (lostBooking) {
      const canChoose = !booking && dayType !== 'holiday' && dayType !== 'closed'
      found.push({
        id: `lost ${day} ${lostBooking.lostAt}`,
        title: t`You lost your booking on ${date}`,
        detail: [lostWords(lostBooking), booking && t`Booked instead: ${place}.`].filter(Boolean).join(' '),
        at: lostBooking.lostAt,
        to: canChoose ? '/me/desk' : '/me',
        search: { day },
      })
    }
    if (checkInBy && day === today) {
      // Pages show the time of the building, which may be another one, so this one names its zone.
      const time = `${timeOf(checkInBy, readerZone())} ${zoneName(readerZone(), checkInBy)}`
      const desk = booking?.placeName
      found.push({
        id: `check-in ${day}`,
        title: t`Check in by ${time}`,
        detail: desk ? t`Or else desk ${desk} is released for others.` : t`Or else your booking is released for others.`,
        at: null,
        to: '/me',
      })
    }
    return found
  })

/** Invitations without a reply, and gatherings that are canceled although the person would have come. */
export const ofEvents = (events: readonly WorkplaceEventSummary[], now: number): Notification[] =>
  events.flatMap(({ eventId, eventName, status, reply, startsAt, day, locationName, organizerName, createdAt, updatedAt }) => {
    if (Date.parse(startsAt) < now) return []
    const date = shortDay(day)
    const where = t`${date} in ${locationName}`
    if (status === 'scheduled' && reply === 'invited') {
      const title = eventName ? t`Invitation to ${eventName}` : t`Invitation to a private event`
      const detail = organizerName
        ? t`${where}. ${organizerName} waits for your reply.`
        : t`${where}. The organizer waits for your reply.`
      return [{ id: `invited ${eventId}`, title, detail, at: createdAt, to: '/me/events' }]
    }
    if (status === 'cancelled' && reply === 'accepted') {
      const title = eventName ? t`Canceled: ${eventName}` : t`Canceled: a private event`
      const detail = t`It was planned for ${where}.`
      return [{ id: `canceled ${eventId}`, title, detail, at: updatedAt, to: '/me/events' }]
    }
    return []
  })

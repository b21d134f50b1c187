import { call } from '../../../api/call.ts'
import { instantOf } from '../../../time/zoned-time.ts'
import type { Named } from './colleague-picker.tsx'

export interface EventValues {
  readonly eventName: string
  readonly isPrivate: boolean
  readonly locationId: string | null
  readonly spaceId: string | null
  readonly day: string
  readonly from: string
  readonly endDay: string
  readonly to: string
  readonly invited: readonly Named[]
  readonly groupId: string | null
}

const detailsOf = ({ eventName, isPrivate, locationId, spaceId, day, from, endDay, to }: EventValues, timeZone: string) => ({
  eventName: eventName.trim(),
  isPrivate,
  locationId: locationId ?? '',
  spaceId,
  startsAt: instantOf(day, from, timeZone),
  endsAt: instantOf(endDay, to, timeZone),
})

/** Adds the event; the id makes it safe to try again. */
export const createEvent = async (values: EventValues, timeZone: string, eventId: string | undefined): Promise<void> => {
  const invitees = values.invited.map(({ userId }) => userId)
  const body = { ...detailsOf(values, timeZone), invitees, ...(eventId ? { eventId } : {}) }
  const created = await call('createEvent', { body })
  if (values.groupId) {
    await call('changeInvitations', { params: { eventId: created.eventId }, body: { groupId: values.groupId } })
  }
}

/** Changes the event, and who is invited. */
export const changeEvent = async (
  eventId: string,
  values: EventValues,
  before: readonly Named[],
  timeZone: string,
): Promise<void> => {
  const params = { eventId }
  await call('updateEvent', { params, body: detailsOf(values, timeZone) })
  const ids = (people: readonly Named[]) => new Set(people.map(({ userId }) => userId))
  const [was, is] = [ids(before), ids(values.invited)]
  const [add, remove] = [[...is.difference(was)], [...was.difference(is)]]
  if (add.length + remove.length === 0 && !values.groupId) return
  await call('changeInvitations', { params, body: { add, remove, ...(values.groupId ? { groupId: values.groupId } : {}) } })
}

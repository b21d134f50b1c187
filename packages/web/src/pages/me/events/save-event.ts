import { call } from '../../../api/call.ts'
import { changedSince } from '../../../api/changed-since.ts'
import { LARGEST_PAGE, readPages } from '../../../api/query.ts'
import { personName } from '../../../components/format.ts'
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

/** An event as the form last knew it of the service. */
export interface StoredEvent {
  readonly eventId: string
  readonly details: ReturnType<typeof detailsOf>
  /** Those who are invited for certain. */
  readonly invited: readonly Named[]
  /** Those and others, whom a change without an answer may have invited, or may not have removed. */
  readonly perhapsInvited: readonly Named[]
}

/** The event as it was when the form opened. */
export const storedOf = (eventId: string, values: EventValues, timeZone: string): StoredEvent => ({
  ...{ eventId, details: detailsOf(values, timeZone) },
  ...{ invited: values.invited, perhapsInvited: values.invited },
})

const readInvited = async (eventId: string): Promise<readonly Named[]> => {
  const invitations = await readPages((cursor) =>
    call('listInvitations', { params: { eventId }, query: { limit: LARGEST_PAGE, ...(cursor ? { cursor } : {}) } }),
  )
  return invitations.map((each) => ({ userId: each.userId, name: personName(each) }))
}

/**
 * Adds the event; the id makes it safe to try again. If the answer to an earlier attempt was lost, the service has the event as it was
 * then, and what was changed in the form since is saved as well.
 */
export const createEvent = async (
  values: EventValues,
  timeZone: string,
  { id, isAgain }: { readonly id: string | undefined; readonly isAgain: boolean },
): Promise<StoredEvent> => {
  const invitees = values.invited.map(({ userId }) => userId)
  const details = detailsOf(values, timeZone)
  const created = await call('createEvent', { body: { ...details, invitees, ...(id ? { eventId: id } : {}) } })
  const { eventId, eventName, isPrivate, locationId, spaceId, startsAt, endsAt } = created
  const stored = { eventName: eventName ?? '', isPrivate, locationId, spaceId, startsAt, endsAt }
  const invited = isAgain ? await readInvited(eventId) : values.invited
  return changeEvent({ eventId, details: stored, invited, perhapsInvited: invited }, values, timeZone)
}

/** Changes what differs in the details. */
export const changeEvent = async (stored: StoredEvent, values: EventValues, timeZone: string): Promise<StoredEvent> => {
  const { eventId } = stored
  const details = detailsOf(values, timeZone)
  const body = changedSince(stored.details, details, ['startsAt', 'endsAt'], ['locationId', 'spaceId'])
  if (body) await call('updateEvent', { params: { eventId }, body })
  return { ...stored, details }
}

const idsOf = (people: readonly Named[]): Set<string> => new Set(people.map(({ userId }) => userId))

/** Changes who is invited to an event. `remember` receives what is known of them as long as no answer has come. */
export const changeInvitations = async (
  stored: StoredEvent,
  values: EventValues,
  remember: (stored: StoredEvent) => void,
): Promise<void> => {
  const { eventId, invited, perhapsInvited } = stored
  const wanted = idsOf(values.invited)
  const [add, remove] = [[...wanted.difference(idsOf(invited))], [...idsOf(perhapsInvited).difference(wanted)]]
  if (add.length + remove.length === 0 && !values.groupId) return
  remember({
    ...stored,
    invited: invited.filter(({ userId }) => wanted.has(userId)),
    perhapsInvited: [...perhapsInvited, ...values.invited],
  })
  const body = { add, remove, ...(values.groupId ? { groupId: values.groupId } : {}) }
  await call('changeInvitations', { params: { eventId }, body })
}

import type { QuarantineKind } from '@rollcall/contract'
import type { Refused } from './quarantine-query.ts'

/** The fields in which each kind of event names its person: an id, a user name or e-mail, and an id of the source. */
const FIELDS: Readonly<Record<QuarantineKind, readonly string[]>> = {
  presence: ['userId', 'userEmail', 'sourceUserId'],
  visitor: ['hostUserId', 'hostEmail'],
  timeoff: ['uid', 'email'],
  occupancy: [],
}

type Event = Pick<Refused, 'kind' | 'resultCode' | 'payload'>

const textIn = ({ payload }: Event, field: string | undefined): string | undefined => {
  const value = field === undefined ? undefined : payload[field]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** What a source sent for the person or, where the place is unknown, for the place; null if it named neither. */
export const sentText = (event: Event): string | null => {
  const fields = event.resultCode === 2 ? ['locationId'] : FIELDS[event.kind]
  return fields.flatMap((field) => textIn(event, field) ?? []).join(', ') || null
}

/** How the source named a person who is unknown. */
export interface Sent {
  readonly userId: string | undefined
  readonly email: string | undefined
  readonly sourceUserId: string | undefined
}

/** How the source named the person of an event; undefined if the person is not what is unknown. */
export const sentOf = (event: Event): Sent | undefined => {
  if (event.resultCode !== 1) return undefined
  const [userId, email, sourceUserId] = FIELDS[event.kind]
  return { userId: textIn(event, userId), email: textIn(event, email), sourceUserId: textIn(event, sourceUserId) }
}

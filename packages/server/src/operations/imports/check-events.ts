import type { ImportFile } from '@rollcall/contract'
import { inTurns } from '../../platform/jobs/in-turns.ts'
import { derivedId } from '../../platform/sql/derived-id.ts'
import { resolveNode } from './check-nodes.ts'
import { type CheckContext, type Listed, listed, type Row, resolve } from './import-context.ts'
import { utcTimestamp } from './import-dates.ts'

type FileEvent = NonNullable<ImportFile['events']>[number]

export interface EventRow extends Row {
  readonly name: string
  readonly starts_at: string
  readonly location_id: string
  readonly pointer: string
  /** Given in the file, or derived; an existing event of this name, start and place takes precedence over a derived id. */
  readonly isGiven: boolean
  /** The complete list, when the file has one. */
  readonly invitations: { user_id: string; reply: string }[] | undefined
}

/** An event without an id is identified by its name, start and location. */
export const eventKey = ({ name, starts_at, location_id }: Pick<EventRow, 'name' | 'starts_at' | 'location_id'>) =>
  JSON.stringify([name, starts_at, location_id])

export const checkEvents = async (context: CheckContext, file: ImportFile): Promise<EventRow[]> => {
  const { orgId, directory, errors } = context
  const rows: EventRow[] = []
  const seen = new Set<string>()
  const add = ({ item, pointer }: Listed<FileEvent>) => {
    const times = eventTimes(context, item, pointer)
    const node = resolveNode(context, pointer, [
      { register: directory.locations, ref: item.location, field: 'location' },
      { register: directory.levels, ref: item.level, field: 'level' },
      { register: directory.spaces, ref: item.space, field: 'space' },
    ])
    const organizer = resolve(context, directory.users, item.organizer, `${pointer}/organizer`)
    const invitations = eventInvitations(context, item, pointer)
    const location_id = node?.get(directory.locations)
    if (!times || location_id === undefined) return
    const identity = { name: item.name, starts_at: times.starts_at, location_id }
    const id = item.id?.toLowerCase() ?? derivedId(orgId, ['event', identity.name, identity.starts_at, location_id])
    const isGiven = item.id !== undefined
    const [key, field] = isGiven ? [id, '/id'] : [eventKey(identity), '']
    if (seen.has(key)) errors.add(pointer + field, isGiven ? 'duplicate_id' : 'duplicate_name', 'the file has this event already')
    seen.add(key)
    const space_id = item.space === undefined ? undefined : (node?.get(directory.spaces) ?? null)
    const { status, isPrivate: is_private } = item
    rows.push({
      id,
      pointer,
      isGiven,
      ...identity,
      ends_at: times.ends_at,
      status,
      is_private,
      space_id,
      organizer_user_id: organizer,
      invitations,
    })
  }
  for await (const chunk of inTurns(listed(file.events, '/events'))) for (const event of chunk) add(event)
  return rows
}

const eventTimes = ({ errors }: CheckContext, item: FileEvent, pointer: string) => {
  const [starts_at, ends_at] = [utcTimestamp(item.startsAt), utcTimestamp(item.endsAt)]
  if (starts_at === undefined) errors.add(`${pointer}/startsAt`, 'invalid_timestamp', 'is not a time that exists')
  if (ends_at === undefined) errors.add(`${pointer}/endsAt`, 'invalid_timestamp', 'is not a time that exists')
  if (starts_at === undefined || ends_at === undefined) return undefined
  // Both are UTC of the same width, so their order is that of their text.
  if (ends_at <= starts_at) errors.add(`${pointer}/endsAt`, 'ends_before_start', 'must be after startsAt')
  return { starts_at, ends_at }
}

const eventInvitations = (context: CheckContext, item: FileEvent, pointer: string): EventRow['invitations'] => {
  if (!item.invitations) return undefined
  const replies = new Map<string, string>()
  for (const { item: invitation, pointer: at } of listed(item.invitations, `${pointer}/invitations`)) {
    const user = resolve(context, context.directory.users, invitation.user, `${at}/user`)
    if (!user) continue
    if (replies.has(user)) context.errors.add(`${at}/user`, 'duplicate_member', 'is invited already')
    replies.set(user, invitation.reply ?? 'invited')
  }
  return [...replies].map(([user_id, reply]) => ({ user_id, reply }))
}

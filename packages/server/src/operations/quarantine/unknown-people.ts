import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/sql/uuid.ts'
import type { QuarantineKind } from './quarantine-kinds.ts'

/** A refused event, with the fields as its source sent them. */
interface Refused {
  readonly kind: QuarantineKind
  readonly resultCode: number
  readonly reason: string
  readonly payload: object
}

/** The field in which each kind has the id of a person, and the one for a userName or e-mail. */
const FIELDS: Readonly<Partial<Record<QuarantineKind, { readonly id: string; readonly name: string }>>> = {
  presence: { id: 'userId', name: 'userEmail' },
  visitor: { id: 'hostUserId', name: 'hostEmail' },
  timeoff: { id: 'uid', name: 'email' },
}

/** What an event has in the field of an id although it is none. */
const misplacedName = ({ kind, resultCode, payload }: Refused): string | undefined => {
  const field = resultCode === 1 ? FIELDS[kind]?.id : undefined
  const given = field === undefined ? undefined : (payload as Readonly<Record<string, unknown>>)[field]
  return typeof given === 'string' && given !== '' && !isUuid(given) ? given : undefined
}

/**
 * Adds to the reason of an event that its source sends a userName or e-mail in the field of an id, which leaves the person unknown.
 * It is looked up when events are listed: sources get the result without it, and the way of an event stays short.
 */
export const explainUnknownPeople = async <E extends Refused>(db: Db, orgId: string, events: readonly E[]): Promise<E[]> => {
  const names = new Set(events.flatMap((event) => misplacedName(event) ?? []))
  const known = names.size > 0 ? await selectKnown(db, orgId, [...names]) : new Set<string>()
  return events.map((event) => {
    const name = misplacedName(event)
    const fields = FIELDS[event.kind]
    if (!fields || name === undefined || !known.has(name)) return event
    return { ...event, reason: `${event.reason}: ${fields.id} is a userName or e-mail, which belongs in ${fields.name}` }
  })
}

/** Those of the names that are the userName or e-mail of a user, each through an index. */
const selectKnown = async (db: Db, orgId: string, names: readonly string[]): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ name: string }>`
    select name
    from json_array_elements_text(${JSON.stringify(names)}::json) as name
    where exists (
      select from users u where u.org_id = ${orgId} and u.user_name = name and u.erased_at is null
    ) or exists (
      select from users u
      where u.org_id = ${orgId} and lower(u.email) = lower(name) and u.email = name and u.erased_at is null
    )`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

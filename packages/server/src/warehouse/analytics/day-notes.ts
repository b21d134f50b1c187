import { randomUUID } from 'node:crypto'
import { type DayNote, MAX_DAYS_OF_NOTE, MAX_NOTES_OF_DAY, type NewDayNote } from '@rollcall/contract'
import { sql } from 'kysely'
import { getLocation } from '../../directory/places/find-location.ts'
import type { Principal } from '../../gate/access/principal.ts'
import { recordChange } from '../../gate/audit/audit-log.ts'
import { readWrittenDay } from '../../gate/parameters/written-days.ts'
import { lockForTransaction } from '../../platform/db/advisory-lock.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import { daysBetween } from '../../platform/time/day.ts'
import { transact } from '../../platform/transactions/transact.ts'
import type { Period } from './covered-days.ts'

type Caller = Pick<Principal, 'orgId' | 'userId'>

type Filter = Partial<Period> & { readonly noteId?: string; readonly locationIds?: ReadonlySet<string> | null }

/** The notes on any day of a period, or with an id, by first day. */
export const listNotes = async (
  db: Db,
  { orgId, userId }: Caller,
  { from, to, noteId, locationIds }: Filter,
): Promise<DayNote[]> => {
  const { rows } = await sql<Omit<DayNote, 'createdAt'> & { createdAt: Date }>`
    select n.id as "noteId", n.day, n.last_day as "lastDay", n.location_id as "locationId", l.name as "locationName", n.note,
      coalesce(n.user_id = ${userId}, false) as "isOwn", n.created_at as "createdAt"
    from day_notes n
    left join locations l on l.org_id = n.org_id and l.id = n.location_id
    where n.org_id = ${orgId} and (${noteId ?? null}::uuid is null or n.id = ${noteId ?? null})
      and (${from ?? null}::date is null or (n.day <= ${to ?? null}::date and n.last_day >= ${from ?? null}::date))
      ${locationIds ? sql`and (n.location_id is null or n.location_id = any (${arrayLiteral([...locationIds])}::uuid[]))` : sql``}
    order by n.day, n.created_at, n.id`.execute(db)
  return rows.map(({ createdAt, ...note }) => ({ ...note, createdAt: createdAt.toISOString() }))
}

/** A note as the audit log shows it. */
const audited = ({ day, lastDay, locationName, note }: DayNote) => ({ day, lastDay, locationName, note })
const entityOf = ({ noteId, day }: DayNote) => ({ type: 'day-note', id: noteId, name: day })

const readLastDay = (day: string, given: string | null | undefined): string => {
  if (!given) return day
  const lastDay = readWrittenDay('lastDay', given)
  const days = daysBetween(day, lastDay) + 1
  if (days >= 1 && days <= MAX_DAYS_OF_NOTE) return lastDay
  const message = days < 1 ? 'must not be before day' : `must be at most ${MAX_DAYS_OF_NOTE - 1} days after day`
  throw new AppError('invalid_body', { errors: [{ pointer: '/lastDay', message, code: 'range' }] })
}

/** @throws AppError invalid_body; entity_not_found; conflict if a day of it has as many notes as it may have */
export const createNote = (db: Db, caller: Caller, body: NewDayNote): Promise<DayNote> => {
  const day = readWrittenDay('day', body.day)
  const lastDay = readLastDay(day, body.lastDay)
  const locationId = body.locationId ?? null
  const { orgId, userId } = caller
  return transact(db, async (trx) => {
    await lockForTransaction(trx, `notes of ${orgId}`)
    if (locationId) await getLocation(trx, orgId, locationId, 'locationId')
    const noteId = body.noteId || randomUUID()
    const { rows } = await sql`
      insert into day_notes (org_id, id, day, last_day, location_id, note, user_id)
      select ${orgId}, ${noteId}, ${day}, ${lastDay}, ${locationId}, ${body.note}, ${userId}
      where ${MAX_NOTES_OF_DAY} > all (
        select count(*)
        from day_notes n
        cross join lateral generate_series(greatest(n.day, ${day}::date), least(n.last_day, ${lastDay}::date), '1 day') noted
        where n.org_id = ${orgId} and n.day <= ${lastDay} and n.last_day >= ${day}
        group by noted
      )
      on conflict (org_id, id) do nothing
      returning 1`.execute(trx)
    const [note] = await listNotes(trx, caller, { noteId })
    if (!note) throw new AppError('conflict', { detail: `A day has at most ${MAX_NOTES_OF_DAY} notes.` })
    if (rows.length > 0) {
      await recordChange(trx, orgId, { entity: entityOf(note), before: null, after: audited(note) })
    }
    return note
  })
}

/** @throws AppError entity_not_found */
export const removeNote = (db: Db, caller: Caller, noteId: string): Promise<void> =>
  transact(db, async (trx) => {
    const [note] = await listNotes(trx, caller, { noteId })
    const { numAffectedRows } = await sql`delete from day_notes where org_id = ${caller.orgId} and id = ${noteId}`.execute(trx)
    if (!note || numAffectedRows === 0n) throw new AppError('entity_not_found', { detail: 'There is no note with this id.' })
    await recordChange(trx, caller.orgId, { entity: entityOf(note), before: audited(note), after: null })
  })

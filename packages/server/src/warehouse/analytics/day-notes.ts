import { randomUUID } from 'node:crypto'
import { type DayNote, MAX_NOTES_OF_DAY, type NewDayNote } from '@rollcall/contract'
import { sql } from 'kysely'
import type { Principal } from '../../gate/access/principal.ts'
import { recordChange } from '../../gate/audit/audit-log.ts'
import { readWrittenDay } from '../../gate/parameters/written-days.ts'
import { lockForTransaction } from '../../platform/db/advisory-lock.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { transact } from '../../platform/transactions/transact.ts'
import type { Period } from './covered-days.ts'

type Caller = Pick<Principal, 'orgId' | 'userId'>

type Filter = Partial<Period> & { readonly noteId?: string }

/** The notes of a period or with an id, by day. */
export const listNotes = async (db: Db, { orgId, userId }: Caller, { from, to, noteId }: Filter): Promise<DayNote[]> => {
  const { rows } = await sql<Omit<DayNote, 'createdAt'> & { createdAt: Date }>`
    select id as "noteId", day, note, coalesce(user_id = ${userId}, false) as "isOwn", created_at as "createdAt"
    from day_notes
    where org_id = ${orgId} and (${noteId ?? null}::uuid is null or id = ${noteId ?? null})
      and (${from ?? null}::date is null or day between ${from ?? null} and ${to ?? null}::date)
    order by day, created_at, id`.execute(db)
  return rows.map(({ createdAt, ...note }) => ({ ...note, createdAt: createdAt.toISOString() }))
}

const entityOf = ({ noteId, day }: DayNote) => ({ type: 'day-note', id: noteId, name: day })

/** @throws AppError conflict for a day that has as many notes as it may have */
export const createNote = (db: Db, caller: Caller, body: NewDayNote): Promise<DayNote> => {
  const day = readWrittenDay('day', body.day)
  const { orgId, userId } = caller
  return transact(db, async (trx) => {
    await lockForTransaction(trx, `notes of ${orgId} ${day}`)
    const noteId = body.noteId || randomUUID()
    const { rows } = await sql`
      insert into day_notes (org_id, id, day, note, user_id)
      select ${orgId}, ${noteId}, ${day}, ${body.note}, ${userId}
      where ${MAX_NOTES_OF_DAY} > (select count(*) from day_notes where org_id = ${orgId} and day = ${day})
      on conflict (org_id, id) do nothing
      returning 1`.execute(trx)
    const [note] = await listNotes(trx, caller, { noteId })
    if (!note) throw new AppError('conflict', { detail: `A day has at most ${MAX_NOTES_OF_DAY} notes.` })
    if (rows.length > 0) {
      await recordChange(trx, orgId, { entity: entityOf(note), before: null, after: { day: note.day, note: note.note } })
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
    await recordChange(trx, caller.orgId, { entity: entityOf(note), before: { day: note.day, note: note.note }, after: null })
  })

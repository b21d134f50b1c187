import { REPORT_PAGES, type SavedView, type Subscription } from '@rollcall/contract'
import { sql } from 'kysely'
import type { Principal } from '../../gate/access/principal.ts'
import { readClock } from '../../platform/db/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { transact } from '../../platform/transactions/transact.ts'
import { getOwnView } from '../views/view-service.ts'
import { nextDue } from './due-times.ts'

/** @throws AppError entity_not_found, invalid_body, conflict for a page of which no reports are made */
export const subscribe = (db: Db, caller: Principal, viewId: string, wanted: Subscription): Promise<SavedView> =>
  transact(db, async (trx) => {
    const { userId, view } = await getOwnView(trx, caller, viewId)
    if (!(REPORT_PAGES as readonly string[]).includes(view.page)) {
      throw new AppError('conflict', { detail: 'Reports have figures only, and this page has none: open the view instead.' })
    }
    const { frequency, day, time, byMail } = wanted
    if (frequency === 'weekly' && day > 7) {
      const error = { pointer: '/day', message: 'must be a weekday from 1 to 7 with weekly', code: 'range' as const }
      throw new AppError('invalid_body', { errors: [error] })
    }
    const next = nextDue(wanted, await getTimeZone(trx, caller.orgId), await readClock(trx))
    await sql`
      insert into view_subscriptions (org_id, user_id, view_id, frequency, day, time_of_day, by_mail, next_at)
      values (${caller.orgId}, ${userId}, ${viewId}, ${frequency}, ${day}, ${time}, ${byMail}, ${next})
      on conflict (org_id, user_id, view_id) do update
      set frequency = excluded.frequency, day = excluded.day, time_of_day = excluded.time_of_day, by_mail = excluded.by_mail,
        next_at = excluded.next_at`.execute(trx)
    return (await getOwnView(trx, caller, viewId)).view
  })

/** @throws AppError entity_not_found */
export const unsubscribe = (db: Db, caller: Principal, viewId: string): Promise<SavedView> =>
  transact(db, async (trx) => {
    const { userId } = await getOwnView(trx, caller, viewId)
    await sql`
      delete from view_subscriptions
      where org_id = ${caller.orgId} and user_id = ${userId} and view_id = ${viewId}`.execute(trx)
    return (await getOwnView(trx, caller, viewId)).view
  })

const getTimeZone = async (db: Db, orgId: string): Promise<string> => {
  const { rows } = await sql<{ zone: string }>`select time_zone as zone from organizations where id = ${orgId}`.execute(db)
  return rows[0]?.zone ?? 'UTC'
}

import type { AuditAction } from '@rollcall/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { type Act, type Actor, currentAct } from './act.ts'
import { changedFields } from './changed-fields.ts'

/** What an act was done to. */
export interface Entity {
  /** The kind, such as `key`. */
  readonly type: string
  readonly id?: string | null
  /** The name at this time. People have none here: their names are looked up, so that an erased person has none. */
  readonly name?: string | null
}

/** One change of an act, or the parameters of an act that changes nothing by itself. */
export interface Change {
  readonly entity?: Entity
  /** The entity before and after. Only fields that differ are stored; if none does, there is no entry. */
  readonly before?: object | null
  readonly after?: object | null
  /** If it is not that of the act in progress. */
  readonly action?: AuditAction
  /** If it is not that of the act in progress: a person who signs in is known only afterwards. */
  readonly actor?: Actor
}

/**
 * Writes to the audit log, in the transaction of the change: the only function that does. It does nothing outside of an act
 * (`runAct`), which `serve()` starts for every endpoint with an action, and the command line for every command.
 */
export const recordChanges = async (trx: Db, orgId: string, changes: readonly Change[]): Promise<void> => {
  const act = currentAct()
  if (!act) return
  const rows = changes.flatMap((change) => rowOf(orgId, act, change) ?? [])
  if (rows.length > 0) await trx.insertInto('audit_log').values(rows).execute()
}

/** Records one change of the act in progress, as `recordChanges`. */
export const recordChange = (trx: Db, orgId: string, change: Change): Promise<void> => recordChanges(trx, orgId, [change])

const MAX_USER_AGENT = 300

const rowOf = (orgId: string, act: Act, { entity, before, after, action, actor = act.actor }: Change) => {
  const changed = before || after ? changedFields(before, after) : NOTHING
  if (!changed) return undefined
  return {
    org_id: orgId,
    action: action ?? act.action,
    actor_type: actor.type,
    actor_id: actor.id ?? null,
    actor_name: actor.name ?? null,
    address: act.address ?? null,
    user_agent: act.userAgent?.slice(0, MAX_USER_AGENT) ?? null,
    request_id: act.requestId ?? null,
    entity_type: entity?.type ?? null,
    entity_id: entity?.id ?? null,
    entity_name: entity?.name ?? null,
    before: changed.before && JSON.stringify(changed.before),
    after: changed.after && JSON.stringify(changed.after),
  }
}

const NOTHING = { before: null, after: null }

/** A reader who looks at the same thing again within this time is not recorded again. */
const READ_AGAIN = '10 minutes'

/** Records that the act in progress read something, once in a while: a page reads the same again whenever it is shown. */
export const recordRead = async (db: Db, orgId: string, change: Change): Promise<void> => {
  const act = currentAct()
  const row = act && rowOf(orgId, act, change)
  if (!row) return
  const { rows } = await sql`
    select
    from audit_log
    where org_id = ${orgId} and action = ${row.action} and at > now() - ${READ_AGAIN}::interval
      and actor_id is not distinct from ${row.actor_id} and entity_id is not distinct from ${row.entity_id}
      and address is not distinct from ${row.address} and after is not distinct from ${row.after}::jsonb
    limit 1`.execute(db)
  if (rows.length === 0) await db.insertInto('audit_log').values(row).execute()
}

import {
  type PrivacyStatus,
  RETENTION_KINDS,
  type RetentionKind,
  type RetentionRun,
  SHOWN_PRIVACY_ITEMS,
} from '@rollcall/contract'
import { sql } from 'kysely'
import { recordChange } from '../../gate/audit/audit-log.ts'
import type { Db } from '../../platform/db/database.ts'
import { transact } from '../../platform/transactions/transact.ts'

/** The number of deleted or changed rows by table. */
export type ChangedRows = Readonly<Record<string, number>>

const DAYS_COLUMN: Record<RetentionKind, string> = {
  presence: 'presence_retention_days',
  occupancy: 'occupancy_retention_days',
  log: 'log_retention_days',
  visitors: 'visitor_retention_days',
}

/** A kind of data with limited retention. */
export interface RetainedKind {
  readonly kind: RetentionKind
  /**
   * The last day that must be anonymous: it is older than the setting allows, or was anonymized before the setting was raised.
   */
  readonly lastDay: string
  /** The last day that is anonymous; null if there is none. */
  readonly through: string | null
}

/** Returns the kinds with limited retention. Days are those of the organization's time zone. */
export const listRetainedKinds = async (db: Db, orgId: string, moment: Date): Promise<RetainedKind[]> => {
  const settings = RETENTION_KINDS.map((kind) => sql`(${kind}, o.${sql.ref(DAYS_COLUMN[kind])})`)
  const { rows } = await sql<RetainedKind>`
    select k.kind, greatest(d.last_day, r.through) as "lastDay", r.through
    from organizations o
    cross join lateral (values ${sql.join(settings)}) as k (kind, days)
    cross join lateral (select (${moment}::timestamptz at time zone o.time_zone)::date - k.days - 1 as last_day) d
    cross join lateral (
      select max(r.through) as through from retention_runs r where r.org_id = o.id and r.kind = k.kind
    ) r
    where o.id = ${orgId} and k.days is not null
  `.execute(db)
  return rows
}

/** Returns the organizations with limited retention of any kind. */
export const listRetainingOrganizations = async (db: Db): Promise<string[]> => {
  const columns = Object.values(DAYS_COLUMN).map((column) => sql.ref(column))
  const { rows } = await sql<{ id: string }>`
    select id
    from organizations o
    where placement = 'here' and (
      coalesce(${sql.join(columns)}) is not null
      or deleted_user_retention_days is not null
        and exists (select from provisioned_users p where p.org_id = o.id and p.deleted_at is not null)
    )
    order by id
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** Notes a run before it changes anything. If a person asked for it, it is an act from then on. */
export const startRetentionRun = (db: Db, orgId: string, kind: RetentionKind): Promise<number> =>
  transact(db, async (trx) => {
    const { rows } = await sql<{ runNo: number }>`
      insert into retention_runs (org_id, kind) values (${orgId}, ${kind}) returning run_no as "runNo"
    `.execute(trx)
    const { runNo } = rows[0] as { runNo: number }
    await recordChange(trx, orgId, { entity: { type: 'retention', id: String(runNo) }, after: { kind } })
    return runNo
  })

/** Stores the progress in the transaction of the batch: once it is committed, everything up to this day is anonymous. */
export const advanceRun = async (
  trx: Db,
  orgId: string,
  runNo: number,
  { through, rows }: { readonly through: string; readonly rows: ChangedRows },
): Promise<void> => {
  await sql`
    update retention_runs r
    set through = greatest(r.through, ${through}),
      rows = r.rows || (
        select coalesce(jsonb_object_agg(n.key, n.value::int8 + coalesce((r.rows ->> n.key)::int8, 0)), '{}')
        from jsonb_each_text(${JSON.stringify(rows)}::jsonb) n
        where n.value <> '0'
      )
    where r.org_id = ${orgId} and r.run_no = ${runNo}
  `.execute(trx)
}

export const endRetentionRun = async (db: Db, orgId: string, runNo: number, error: string | null): Promise<void> => {
  await sql`
    update retention_runs
    set ended_at = clock_timestamp(), error = ${error}
    where org_id = ${orgId} and run_no = ${runNo}
  `.execute(db)
}

/** Reports what was anonymized and erased, for privacy officers. */
export const readPrivacyStatus = async (db: Db, orgId: string): Promise<PrivacyStatus> => {
  const settings = RETENTION_KINDS.map((kind) => sql`(${kind}, o.${sql.ref(DAYS_COLUMN[kind])})`)
  const retention = await sql<PrivacyStatus['retention'][number]>`
    select k.kind, k.days, (select max(r.through) from retention_runs r where r.org_id = o.id and r.kind = k.kind) as through
    from organizations o
    cross join lateral (values ${sql.join(settings)}) as k (kind, days)
    where o.id = ${orgId}
  `.execute(db)
  const runs = await sql<RetentionRun>`
    select run_no as "runNo", kind, iso_timestamp(started_at) as "startedAt", iso_timestamp(ended_at) as "endedAt", through, rows,
      error
    from retention_runs
    where org_id = ${orgId}
    order by run_no desc
    limit ${SHOWN_PRIVACY_ITEMS}
  `.execute(db)
  const erasures = await sql<PrivacyStatus['erasures'][number]>`
    select user_id as "userId", iso_timestamp(erased_at) as "erasedAt", erased_by_user_id as "erasedByUserId", reason
    from erasures
    where org_id = ${orgId}
    order by erased_at desc, user_id
    limit ${SHOWN_PRIVACY_ITEMS}
  `.execute(db)
  return { retention: retention.rows, runs: runs.rows, erasures: erasures.rows }
}

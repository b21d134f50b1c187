import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { startPeriodic } from '../../platform/jobs/periodic.ts'

const HOUR_MS = 3_600_000
/** Rows of one statement, so that none runs long. */
const BATCH = 5_000

/** Deletes entries of the audit log that are past the retention of their organization, and returns how many. */
export const deleteOldEntries = async (db: Db): Promise<number> => {
  for (let deleted = 0; ; ) {
    const { numAffectedRows = 0n } = await sql`
      delete from audit_log
      where ctid = any (array(
        select e.ctid
        from organizations o
        cross join lateral (
          select ctid
          from audit_log
          where org_id = o.id and at < now() - make_interval(days => o.audit_retention_days)
          order by at
          limit ${sql.lit(BATCH)}
        ) e
        where o.placement = 'here' and o.audit_retention_days is not null
        limit ${sql.lit(BATCH)}
      ))`.execute(db)
    deleted += Number(numAffectedRows)
    if (numAffectedRows < BATCH) return deleted
  }
}

/** Does so every hour on any node. */
export const startAuditRetention = (db: Db, onError: (error: unknown) => void): AsyncDisposable =>
  startPeriodic(HOUR_MS, () => deleteOldEntries(db).then(() => {}), onError)

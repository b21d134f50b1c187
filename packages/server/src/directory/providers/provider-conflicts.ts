import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** A change that was refused because two sources want something different of one person or group. */
export interface ProviderConflict {
  readonly providerId: string
  readonly subjectId: string
  /** What was refused, without personal data. */
  readonly detail: string
}

/** Who wanted the change. */
type ConflictSource = 'provider' | 'import' | 'attributes'

/** Notes conflicts, the newest of each subject and source, so that administrators see who wanted what. */
export const recordConflicts = async (
  db: Db,
  orgId: string,
  source: ConflictSource,
  conflicts: readonly ProviderConflict[],
): Promise<void> => {
  const newest = new Map(conflicts.map((conflict) => [`${conflict.providerId} ${conflict.subjectId}`, conflict]))
  if (newest.size === 0) return
  await sql`
    insert into provisioning_conflicts as c (org_id, provider_id, source, subject_id, detail)
    select ${orgId}::uuid, "providerId", ${source}, "subjectId", detail
    from json_to_recordset(${JSON.stringify([...newest.values()])}::json)
      as n ("providerId" uuid, "subjectId" uuid, detail text)
    on conflict (org_id, provider_id, source, subject_id) do update
    set detail = excluded.detail, last_at = now(), occurrences = c.occurrences + 1`.execute(db)
}

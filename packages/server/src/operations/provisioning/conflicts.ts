import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Provider } from './provider.ts'
import { type Conflict, ConflictError } from './user-changes.ts'
import type { Result } from './user-service.ts'

/** Notes the conflicts among the results, the newest of each subject, so that administrators see who wanted what. */
export const recordConflicts = async (
  db: Db,
  { orgId, id }: Provider,
  results: readonly (Result<unknown> | undefined)[],
): Promise<void> => {
  const bySubject = new Map<string, Conflict>()
  for (const result of results) if (result instanceof ConflictError) bySubject.set(result.conflict.subjectId, result.conflict)
  if (bySubject.size === 0) return
  await sql`
    insert into provisioning_conflicts as c (org_id, provider_id, source, subject_id, detail)
    select ${orgId}::uuid, ${id}::uuid, 'provider', "subjectId", detail
    from json_to_recordset(${JSON.stringify([...bySubject.values()])}::json) as n ("subjectId" uuid, detail text)
    on conflict (org_id, provider_id, source, subject_id) do update
    set detail = excluded.detail, last_at = now(), occurrences = c.occurrences + 1`.execute(db)
}

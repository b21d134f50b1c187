import type { RetentionKind } from '@rollcall/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** A date before all days. */
const NEVER = '0001-01-01'

/**
 * Returns the last day up to which all data of a kind is anonymous (table retention_runs). Published segments of such days stay as
 * they are, because they cannot be computed again.
 */
export const anonymousThrough = async (db: Db, orgId: string, kind: RetentionKind): Promise<string> => {
  const { rows } = await sql<{ through: string | null }>`
    select max(through) as through from retention_runs where org_id = ${orgId} and kind = ${kind}
  `.execute(db)
  return rows[0]?.through ?? NEVER
}

import type { RetentionKind } from '@rollcall/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** Before all days. */
const NEVER = '0001-01-01'

/**
 * Up to which day everything of a kind is anonymous (table retention_runs): what was made of such days
 * stands, and cannot be made again.
 */
export const anonymousThrough = async (db: Db, orgId: string, kind: RetentionKind): Promise<string> => {
  const { rows } = await sql<{ through: string | null }>`
    select max(through) as through from retention_runs where org_id = ${orgId} and kind = ${kind}
  `.execute(db)
  return rows[0]?.through ?? NEVER
}

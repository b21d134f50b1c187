import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { QUARANTINE_DAYS } from './quarantine-service.ts'

/** How many events of an organisation were refused, and are kept. */
export interface QuarantineGrowth {
  readonly orgId: string
  readonly kept: number
  /** In the last 24 hours. */
  readonly lastDay: number
  /** A day, on average of the days before that the quarantine goes back. */
  readonly usualDay: number
}

/** Across all organisations, for operators. Reads the whole quarantine once. */
export const listQuarantineGrowth = async (db: Db): Promise<QuarantineGrowth[]> => {
  const { rows } = await sql<QuarantineGrowth>`
    select org_id as "orgId",
      count(*)::int as kept,
      count(*) filter (where refused_at > now() - interval '1 day')::int as "lastDay",
      (count(*) filter (where refused_at <= now() - interval '1 day'))::float8
        / greatest(1, least(${QUARANTINE_DAYS} - 1, extract(epoch from now() - min(refused_at)) / 86400 - 1))::float8 as "usualDay"
    from quarantine
    group by org_id
    order by org_id
  `.execute(db)
  return rows
}

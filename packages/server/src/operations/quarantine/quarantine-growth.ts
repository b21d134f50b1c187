import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { servedHere } from '../../platform/db/served-here.ts'
import { QUARANTINE_DAYS } from './quarantine-service.ts'

/**
 * Counts of refused and kept events of an organization. History counts by the day that it is about, because a backfill refuses in
 * an hour what would have been refused over weeks.
 */
export interface QuarantineGrowth {
  readonly orgId: string
  readonly kept: number
  /** Refused in the last 24 hours, without history. */
  readonly lastDay: number
  /** The average per day over the earlier days that the quarantine covers. */
  readonly usualDay: number
  /** Refused in the last 24 hours, about earlier days. */
  readonly history: number
  /** All events that the organization's sources ever sent. */
  readonly sent: number
}

/** Covers all organizations, for operators, and reads the whole quarantine once. */
export const listQuarantineGrowth = async (db: Db): Promise<QuarantineGrowth[]> => {
  const { rows } = await sql<QuarantineGrowth>`
    select q.org_id as "orgId",
      count(*)::int as kept,
      count(*) filter (where c.counted_at > now() - interval '1 day')::int as "lastDay",
      (count(*) filter (
        where c.counted_at <= now() - interval '1 day' and c.counted_at > now() - make_interval(days => ${QUARANTINE_DAYS})
      ))::float8
        / greatest(1, least(${QUARANTINE_DAYS} - 1, extract(epoch from now() - min(c.counted_at)) / 86400 - 1))::float8 as "usualDay",
      count(*) filter (where q.refused_at > now() - interval '1 day' and c.counted_at < q.refused_at)::int as history,
      (
        select coalesce(sum(s.accepted + s.repeated + s.user_not_found + s.location_not_found + s.refused), 0)::float8
        from sources s
        where s.org_id = q.org_id
      ) as sent
    from quarantine q
    cross join lateral (
      select
        case
          when q.utc_day between date '1970-01-01' and (q.refused_at at time zone 'UTC')::date - 2
          then q.utc_day::timestamp at time zone 'UTC'
          else q.refused_at
        end as counted_at
    ) c
    where ${servedHere('q.org_id')}
    group by q.org_id
    order by q.org_id
  `.execute(db)
  return rows
}

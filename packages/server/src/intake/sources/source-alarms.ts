import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** Weekends and a public holiday are no silence. */
const SILENT_DAYS = 4
/** Who sent for so long is expected to go on. */
const USUAL_DAYS = 7
/** Who has been silent for so long was retired. */
const RETIRED_DAYS = 60
/** Further in the future than any queue explains. */
const AHEAD_MS = 60_000

export interface SourceAlarm {
  readonly orgId: string
  readonly sourceId: string
  /** It used to send, and does so no more; or its clock is ahead of ours. */
  readonly what: 'silent' | 'ahead'
}

/** Sources that somebody should look at, across all organizations, for operators. */
export const listSourceAlarms = async (db: Db): Promise<SourceAlarm[]> => {
  const { rows } = await sql<SourceAlarm>`
    select org_id as "orgId", source_id as "sourceId",
      case when last_received_at < now() - make_interval(days => ${SILENT_DAYS}) then 'silent' else 'ahead' end as what
    from sources
    where (
        last_received_at < now() - make_interval(days => ${SILENT_DAYS})
        and last_received_at > now() - make_interval(days => ${RETIRED_DAYS})
        and last_received_at > first_seen_at + make_interval(days => ${USUAL_DAYS})
      )
      or (last_received_at >= now() - make_interval(days => ${SILENT_DAYS}) and clock_skew_ms > ${AHEAD_MS})
    order by org_id, source_id
  `.execute(db)
  return rows
}

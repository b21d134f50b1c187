import { sql } from 'kysely'
import { ENTRY_COLUMNS, ENTRY_NAMES } from '../../gate/audit/entry-columns.ts'
import type { Db } from '../../platform/db/database.ts'
import type { LiveDataset } from '../reading/live-reader.ts'

const OF_RANGE = `
  from audit_log e
  join organizations o on o.id = e.org_id
  cross join lateral (select (e.at at time zone o.time_zone)::date as day) d
  where e.org_id = $org
    and e.at >= $firstDay::date::timestamp at time zone 'UTC' - interval '14 hours'
    and e.at < ($lastDay::date + 1)::timestamp at time zone 'UTC' + interval '12 hours'
    and d.day between $firstDay::date and $lastDay::date`

/** Reads the audit log (contract §6) by a range of its primary key; its days are marked by tick_audit_log. */
export const AUDIT_LOG: LiveDataset = {
  tables: ['users', 'api_keys'],
  topics: ['audit'],
  count: `select count(*) ${OF_RANGE}`,
  rows: `
    select e.entry_no as "entryNo", iso_timestamp(e.at) as timestamp, e.day, ${ENTRY_COLUMNS}
    from (select e.*, d.day ${OF_RANGE}) e ${ENTRY_NAMES}
    order by e.at, e.entry_no`,
}

/** Returns since when the organization has its time zone: an ETag from before says nothing about the days of another zone. */
export const zoneOf = async (db: Db, orgId: string): Promise<string> => {
  const { rows } = await sql<{ zone: string }>`
    select concat_ws(' ', time_zone, time_zone_changed_at) as zone from organizations where id = ${orgId}`.execute(db)
  return rows[0]?.zone ?? ''
}

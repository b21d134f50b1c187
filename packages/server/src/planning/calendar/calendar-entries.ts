import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { daysBetween } from '../../platform/time/day.ts'
import type { ReadCalendar } from './calendar-file.ts'

/** What a change did to the entries of a calendar. */
export interface EntryCounts {
  readonly entryId?: string | null
  readonly added?: number
  readonly changed?: number
  readonly removed?: number
}

/**
 * Enters a holiday, or gives the entered one of the day another name, or with a UID an imported one, which keeps the name when its file is
 * imported again. Undefined if there is no such imported one.
 */
export const saveHoliday = async (
  trx: Db,
  orgId: string,
  locationId: string,
  { day, name, uid = null }: { day: string; name: string; uid?: string | null | undefined },
): Promise<EntryCounts | undefined> => {
  if (uid !== null) return renameImported(trx, orgId, locationId, { day, name, uid })
  const { rows } = await sql<{ isNew: boolean }>`
    insert into holidays as h (org_id, location_id, day, name)
    values (${orgId}, ${locationId}, ${day}, ${name})
    on conflict (org_id, location_id, day, uid) do update
    set name = excluded.name
    where h.name <> excluded.name
    returning h.xmax = 0 as "isNew"`.execute(trx)
  return rows.length === 0 ? {} : rows[0]?.isNew ? { added: 1 } : { changed: 1 }
}

/** The name of the file again makes it follow its file. */
const renameImported = async (
  trx: Db,
  orgId: string,
  locationId: string,
  { day, name, uid }: { day: string; name: string; uid: string },
): Promise<EntryCounts | undefined> => {
  const { rows } = await sql<{ before: string }>`
    update holidays h
    set name = ${name}, imported_name = nullif(coalesce(h.imported_name, h.name), ${name})
    from (
      select name from holidays
      where org_id = ${orgId} and location_id = ${locationId} and day = ${day} and uid = ${uid} and uid <> ''
      for no key update
    ) o
    where h.org_id = ${orgId} and h.location_id = ${locationId} and h.day = ${day} and h.uid = ${uid}
    returning o.name as before`.execute(trx)
  const [renamed] = rows
  return renamed && (renamed.before === name ? {} : { changed: 1 })
}

/** Removes all holidays of a day, and returns their names. */
export const deleteHolidays = async (trx: Db, orgId: string, locationId: string, day: string): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    delete from holidays where org_id = ${orgId} and location_id = ${locationId} and day = ${day}
    returning name`.execute(trx)
  return rows.map(({ name }) => name)
}

/** Where a file comes from: its holidays are those of this calendar. */
export interface FileOrigin {
  readonly calendarName: string | null
}

/**
 * Makes the days of the file's events those of the file, within its years. If the calendar has a name, its other holidays of the years that
 * the file covers go as well, because they are no longer in it. Holidays of other calendars and entered ones stay.
 */
export const saveFile = async (
  trx: Db,
  orgId: string,
  locationId: string,
  { holidays, firstDay, lastDay }: ReadCalendar,
  { calendarName }: FileOrigin,
): Promise<Required<Omit<EntryCounts, 'entryId'>>> => {
  const rows = [...holidays].flatMap(([uid, days]) => [...days].map(([day, name]) => ({ uid, day, name })))
  const uids = JSON.stringify([...holidays.keys()])
  const file = sql`json_to_recordset(${JSON.stringify(rows)}::json) as f (uid text, day date, name text)`
  const years = rows.map(({ day }) => day.slice(0, 4)).sort()
  const [from, to] = [`${years[0] ?? '9999'}-01-01`, `${years.at(-1) ?? '0001'}-12-31`]
  const removed = await sql`
    delete from holidays h
    where h.org_id = ${orgId} and h.location_id = ${locationId}
      and (
        h.day between ${firstDay} and ${lastDay} and h.uid in (select json_array_elements_text(${uids}::json))
        or h.day between ${from} and ${to} and h.uid <> '' and h.calendar_name = ${calendarName}
      )
      and not exists (select from ${file} where f.uid = h.uid and f.day = h.day)`.execute(trx)
  const changed = await sql`
    update holidays h
    set name = case when h.imported_name is null then f.name else h.name end,
      imported_name = case when h.imported_name is not null then nullif(f.name, h.name) end
    from ${file}
    where h.org_id = ${orgId} and h.location_id = ${locationId} and h.uid = f.uid and h.day = f.day
      and f.name not in (h.name, coalesce(h.imported_name, h.name))`.execute(trx)
  await sql`
    update holidays h
    set calendar_name = ${calendarName}, imported_at = now()
    from ${file}
    where h.org_id = ${orgId} and h.location_id = ${locationId} and h.uid = f.uid and h.day = f.day`.execute(trx)
  const added = await sql`
    insert into holidays (org_id, location_id, day, uid, name, calendar_name, imported_at)
    select ${orgId}::uuid, ${locationId}::uuid, f.day, f.uid, f.name, ${calendarName}, now() from ${file}
    on conflict do nothing`.execute(trx)
  return {
    ...{ removed: Number(removed.numAffectedRows), changed: Number(changed.numAffectedRows) },
    added: Number(added.numAffectedRows),
  }
}

export interface Period {
  readonly firstDay: string
  readonly lastDay: string
}

const lengthOf = ({ firstDay, lastDay }: Period): number => daysBetween(firstDay, lastDay) + 1

/** Closes a building; a closure of the same days gets the reason. */
export const saveClosure = async (
  trx: Db,
  orgId: string,
  locationId: string,
  closure: Period & { reason: string },
): Promise<EntryCounts> => {
  const { firstDay, lastDay, reason } = closure
  const { rows } = await sql<{ id: string; isNew: boolean }>`
    insert into closures as c (org_id, id, location_id, first_day, last_day, reason)
    values (${orgId}, ${randomUUID()}, ${locationId}, ${firstDay}, ${lastDay}, ${reason})
    on conflict (org_id, location_id, first_day, last_day) do update
    set reason = excluded.reason
    returning c.id, c.xmax = 0 as "isNew"`.execute(trx)
  return { entryId: rows[0]?.id ?? null, added: rows[0]?.isNew ? lengthOf(closure) : 0 }
}

export const saveOutage = async (
  trx: Db,
  orgId: string,
  locationId: string,
  outage: Period & { reason: string | null; status: 'accepted' | 'dismissed' },
): Promise<EntryCounts> => {
  const { firstDay, lastDay, reason, status } = outage
  const { rows } = await sql<{ id: string; isNew: boolean }>`
    insert into outages as o (org_id, id, location_id, first_day, last_day, reason, status)
    values (${orgId}, ${randomUUID()}, ${locationId}, ${firstDay}, ${lastDay}, ${reason}, ${status})
    on conflict (org_id, location_id, first_day, last_day) do update
    set reason = excluded.reason, status = excluded.status
    returning o.id, o.xmax = 0 as "isNew"`.execute(trx)
  return { entryId: rows[0]?.id ?? null, added: rows[0]?.isNew ? lengthOf(outage) : 0 }
}

/** Removes a closure or an outage of the building; undefined if there is none with this id. */
export const deletePeriod = async (
  trx: Db,
  orgId: string,
  locationId: string,
  table: 'closures' | 'outages',
  id: string,
): Promise<(Period & { reason: string | null; days: number }) | undefined> => {
  const { rows } = await sql<Period & { reason: string | null }>`
    delete from ${sql.table(table)} where org_id = ${orgId} and location_id = ${locationId} and id = ${id}
    returning first_day as "firstDay", last_day as "lastDay", reason`.execute(trx)
  return rows[0] && { ...rows[0], days: lengthOf(rows[0]) }
}

import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { type EventRow, eventKey } from './check-events.ts'
import { inChunks } from './import-run.ts'

/** The events with their ids in the database, and which of them exist. */
export interface MatchedEvents {
  readonly rows: EventRow[]
  readonly existing: ReadonlySet<string>
}

interface StoredEvent {
  id: string
  name: string
  starts_at: string
  location_id: string
}

/** Matches events without an id by their name, start and location; those with one by the id. */
export const matchEvents = async (db: Db, orgId: string, rows: readonly EventRow[]): Promise<MatchedEvents> => {
  const stored: StoredEvent[] = []
  await inChunks(rows, async (chunk) => {
    const input = JSON.stringify(chunk.map(({ id, name, starts_at, location_id }) => ({ id, name, starts_at, location_id })))
    const found = await sql<StoredEvent>`
      with input as (
        select *
        from json_to_recordset(${input}::json) as i(id uuid, name text, starts_at timestamptz, location_id uuid)
      )
      select e.id, e.name, iso_timestamp(e.starts_at) as starts_at, e.location_id
      from input i
      join workplace_events e on e.org_id = ${orgId} and e.id = i.id
      union
      select e.id, e.name, iso_timestamp(e.starts_at), e.location_id
      from input i
      join workplace_events e
        on e.org_id = ${orgId} and e.location_id = i.location_id and e.starts_at = i.starts_at and e.name = i.name`.execute(db)
    stored.push(...found.rows)
  })
  const existing = new Set(stored.map(({ id }) => id))
  const given = new Set(rows.filter(({ isGiven }) => isGiven).map(({ id }) => id))
  // An event that the file gives by id is not the match of another one.
  const byKey = new Map(stored.filter(({ id }) => !given.has(id)).map((event) => [eventKey(event), event.id]))
  const matched = rows.map((row) => {
    if (row.isGiven) return row
    const id = byKey.get(eventKey(row))
    if (id !== undefined) return { ...row, id }
    // The id belongs to an event that once had this name and start.
    return existing.has(row.id) || given.has(row.id) ? { ...row, id: crypto.randomUUID() } : row
  })
  return { rows: matched, existing }
}

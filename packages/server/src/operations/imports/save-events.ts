import { sql } from 'kysely'
import type { MatchedEvents } from './import-events.ts'
import { count, type ImportRun, inChunks } from './import-run.ts'
import { saveEntities, TABLES } from './save-entities.ts'

interface Counts {
  created: number
  updated: number
  removed: number
}

export const saveEvents = async (run: ImportRun, { rows, existing }: MatchedEvents): Promise<void> => {
  const invited = rows.flatMap(({ id, invitations }) => (invitations ? [{ event_id: id, invitations }] : []))
  const total = invited.reduce((sum, { invitations }) => sum + invitations.length, 0)
  run.begin('events', rows.length + total)
  await saveEntities(run, TABLES.events, rows, (id) => existing.has(id))
  // Event by event, so that users who are no longer in its list are found; an event has 10,000 invitations at most.
  await inChunks(invited, (chunk) => saveInvitations(run, chunk), 100)
}

type Invited = { event_id: string; invitations: { user_id: string; reply: string }[] }[]

/** The file's list of an event replaces the stored one. */
const saveInvitations = async (run: ImportRun, events: Invited): Promise<void> => {
  const lists = events.map(({ event_id, invitations }) => ({ event_id, users: invitations.map(({ user_id }) => user_id) }))
  const invitations = events.flatMap(({ event_id, invitations: list }) => list.map((row) => ({ event_id, ...row })))
  const result = await sql<Counts>`
    with removed as (
      delete from event_invitations e
      using json_to_recordset(${JSON.stringify(lists)}::json) as i(event_id uuid, users uuid[])
      where e.org_id = ${run.orgId} and e.event_id = i.event_id and e.user_id <> all (i.users)
      returning 1
    ), saved as (
      insert into event_invitations as e (org_id, event_id, user_id, reply)
      select ${run.orgId}::uuid, i.*
      from json_to_recordset(${JSON.stringify(invitations)}::json) as i(event_id uuid, user_id uuid, reply text)
      on conflict (org_id, event_id, user_id) do update
      set reply = excluded.reply
      where e.reply <> excluded.reply
      returning xmax = 0 as created
    )
    select
      (select count(*) from saved where created) as created,
      (select count(*) from saved where not created) as updated,
      (select count(*) from removed) as removed`.execute(run.db)
  const { created, updated, removed } = result.rows[0] ?? { created: 0, updated: 0, removed: 0 }
  count(run.changes.invitations, invitations.length, created, updated, removed)
  run.advance(invitations.length)
}

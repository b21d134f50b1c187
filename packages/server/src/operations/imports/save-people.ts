import { sql } from 'kysely'
import type { Identity, UserRows } from './check-users.ts'
import { count, type ImportRun, inChunks } from './import-run.ts'
import { MOST_NAMED_IDENTITIES } from './record-import.ts'

interface Counts {
  created: number
  updated: number
  removed: number
}

const tally = (run: ImportRun, kind: 'memberships' | 'identities', total: number, rows: Counts[]): void => {
  const { created, updated, removed } = rows[0] ?? { created: 0, updated: 0, removed: 0 }
  count(run.changes[kind], total, created, updated, removed)
}

/** Rows that `savePeople` writes. */
export const countPeople = ({ memberships, identities }: UserRows): number =>
  memberships.reduce((sum, { groups }) => sum + groups.length, 0) + identities.length

/** Writes memberships and identities that differ from the stored ones. */
export const savePeople = async (
  run: ImportRun,
  { memberships, identities }: UserRows,
  isStored: (userId: string) => boolean,
): Promise<void> => {
  await inChunks(memberships, async (chunk) => {
    await saveMemberships(
      run,
      chunk.filter(({ user_id }) => isStored(user_id)),
    )
    await addMemberships(
      run,
      chunk.filter(({ user_id }) => !isStored(user_id)),
    )
  })
  await inChunks(identities, (chunk) => saveIdentities(run, chunk))
}

/** Users whom this import has created have no memberships with which to compare. */
const addMemberships = async (run: ImportRun, users: UserRows['memberships']): Promise<void> => {
  if (users.length === 0) return
  await sql`
    insert into group_members (org_id, group_id, user_id)
    select ${run.orgId}::uuid, g.group_id, i.user_id
    from json_to_recordset(${JSON.stringify(users)}::json) as i(user_id uuid, groups uuid[])
    cross join unnest(i.groups) as g(group_id)`.execute(run.db)
  const total = users.reduce((sum, { groups }) => sum + groups.length, 0)
  tally(run, 'memberships', total, [{ created: total, updated: 0, removed: 0 }])
  run.advance(total)
}

const saveMemberships = async (run: ImportRun, users: UserRows['memberships']): Promise<void> => {
  if (users.length === 0) return
  const { rows } = await sql<Counts>`
    with input as (
      select * from json_to_recordset(${JSON.stringify(users)}::json) as i(user_id uuid, groups uuid[])
    ), removed as (
      delete from group_members m
      using input i
      where m.org_id = ${run.orgId} and m.user_id = i.user_id and m.group_id <> all (i.groups)
        and not exists (select from provisioned_groups p where p.org_id = m.org_id and p.group_id = m.group_id)
      returning 1
    ), created as (
      insert into group_members (org_id, group_id, user_id)
      select ${run.orgId}::uuid, g.group_id, i.user_id
      from input i
      cross join unnest(i.groups) as g(group_id)
      on conflict do nothing
      returning 1
    )
    select (select count(*) from created) as created, 0 as updated, (select count(*) from removed) as removed`.execute(run.db)
  const total = users.reduce((sum, { groups }) => sum + groups.length, 0)
  tally(run, 'memberships', total, rows)
  run.advance(total)
}

const saveIdentities = async (run: ImportRun, identities: Identity[]): Promise<void> => {
  const { rows } = await sql<Counts & { named: Identity[] }>`
    with saved as (
      insert into source_identities as s (org_id, source_id, source_user_id, user_id)
      select ${run.orgId}::uuid, i.*
      from json_to_recordset(${JSON.stringify(identities)}::json)
        as i(source_id text, source_user_id text, user_id uuid)
      on conflict (org_id, source_id, source_user_id) do update
      set user_id = excluded.user_id
      where s.user_id <> excluded.user_id
      returning source_id, source_user_id, user_id, xmax = 0 as created
    )
    select
      count(*) filter (where created) as created,
      count(*) filter (where not created) as updated,
      0 as removed,
      (
        select coalesce(json_agg(n), '[]')
        from (
          select source_id, source_user_id, user_id
          from saved
          limit ${MOST_NAMED_IDENTITIES + 1}
        ) n
      ) as named
    from saved`.execute(run.db)
  tally(run, 'identities', identities.length, rows)
  const room = MOST_NAMED_IDENTITIES + 1 - run.identities.length
  run.identities.push(...(rows[0]?.named ?? []).slice(0, room))
  run.advance(identities.length)
}

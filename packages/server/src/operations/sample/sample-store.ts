import type { SampleCompany as SampleState } from '@rollcall/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { SampleIds } from './sample-rows.ts'

export type SampleKind = 'location' | 'group' | 'user' | 'source' | 'key'

/** A sample company as it is stored. */
export interface StoredSample {
  readonly state: Exclude<SampleState['state'], 'none'>
  readonly step: SampleState['step']
  readonly done: number
  readonly total: number
  readonly startedAt: Date
  readonly madeAt: Date | null
  readonly until: string
  readonly sentUntil: Date | null
  readonly userId: string | null
  readonly error: string | null
}

/** Locks the row if asked to: one caller at a time decides what becomes of the company. */
export const findSample = async (db: Db, orgId: string, isLocked = false): Promise<StoredSample | undefined> => {
  const { rows } = await sql<StoredSample>`
    select state, step, done, total, started_at as "startedAt", made_at as "madeAt", until, sent_until as "sentUntil", user_id as "userId", error
    from sample_companies
    where org_id = ${orgId}
    ${isLocked ? sql`for update` : sql``}`.execute(db)
  return rows[0]
}

export const createSample = (trx: Db, orgId: string, userId: string | null, startedAt: Date, until: string) =>
  trx
    .insertInto('sample_companies')
    .values({ org_id: orgId, state: 'making', step: 'directory', started_at: startedAt, until, user_id: userId })
    .execute()

export const saveMaking = (trx: Db, orgId: string) =>
  trx.updateTable('sample_companies').set({ state: 'making', error: null }).where('org_id', '=', orgId).execute()

export const saveRemoving = (trx: Db, orgId: string) =>
  trx
    .updateTable('sample_companies')
    .set({ state: 'removing', step: 'removal', done: 0, total: 0, error: null })
    .where('org_id', '=', orgId)
    .execute()

/** Says why the work failed, unless other work was asked for meanwhile. */
export const saveFailed = (db: Db, orgId: string, during: StoredSample['state'], error: string) =>
  db
    .updateTable('sample_companies')
    .set({ state: 'failed', error })
    .where('org_id', '=', orgId)
    .where('state', '=', during)
    .execute()

export const saveMade = (db: Db, orgId: string, sentUntil: Date) =>
  db
    .updateTable('sample_companies')
    .set({
      state: 'made',
      step: null,
      done: 0,
      total: 0,
      error: null,
      made_at: sql<Date>`clock_timestamp()`,
      sent_until: sentUntil,
    })
    .where('org_id', '=', orgId)
    .where('state', '=', 'making')
    .execute()

export const saveSent = (db: Db, orgId: string, sentUntil: Date) =>
  db
    .updateTable('sample_companies')
    .set({ sent_until: sentUntil })
    .where('org_id', '=', orgId)
    .where('state', '=', 'made')
    .execute()

/** Returns false if the company is no longer being made: its removal was requested, perhaps on another node. */
export const saveProgress = async (
  db: Db,
  orgId: string,
  { step, done, total }: { readonly step: NonNullable<StoredSample['step']>; readonly done: number; readonly total: number },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('sample_companies')
    .set({ step, done, total })
    .where('org_id', '=', orgId)
    .where('state', '=', 'making')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Deletes the row of the company, and with it the list of what it consists of. */
export const forgetSample = (trx: Db, orgId: string) => trx.deleteFrom('sample_companies').where('org_id', '=', orgId).execute()

export const addEntities = async (db: Db, orgId: string, kind: SampleKind, ids: readonly string[]): Promise<void> => {
  await sql`
    insert into sample_entities (org_id, kind, id)
    select ${orgId}, ${kind}, id from unnest(${[...ids]}::text[]) id
    on conflict do nothing`.execute(db)
}

/** Lists organizations whose company is being made or removed: a stopped service resumes these. */
export const listUnfinished = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ orgId: string }>`
    select s.org_id as "orgId"
    from sample_companies s
    join organizations o on o.id = s.org_id and o.placement = 'here'
    where s.state in ('making', 'removing')`.execute(db)
  return rows.map(({ orgId }) => orgId)
}

/** Lists organizations with a company whose people still come, of which nothing was sent since that time. */
export const listWaiting = async (db: Db, notSince: Date): Promise<string[]> => {
  const { rows } = await sql<{ orgId: string }>`
    select s.org_id as "orgId"
    from sample_companies s
    join organizations o on o.id = s.org_id and o.placement = 'here'
    where s.state = 'made' and s.sent_until < ${notSince} and s.sent_until < (s.until + 1)::timestamp at time zone 'UTC'`.execute(
    db,
  )
  return rows.map(({ orgId }) => orgId)
}

/** Returns why the organization is not empty, in words; null if it is: only then a removal can restore it. */
export const findObstacle = async (db: Db, orgId: string): Promise<string | null> => {
  const { rows } = await sql<{ has: string | null }>`
    select case
      when exists (select from locations where org_id = ${orgId}) then 'The organization has buildings of its own.'
      when exists (select from groups where org_id = ${orgId}) then 'The organization has groups of its own.'
      when exists (select from sources where org_id = ${orgId}) then 'The organization has received events of its own.'
      when exists (
        select from users u
        where u.org_id = ${orgId}
          and not exists (select from user_accounts a where a.org_id = u.org_id and a.user_id = u.id)
      ) then 'The organization has people of its own.'
    end as has`.execute(db)
  return rows[0]?.has ?? null
}

/** Counts plans and bookings in sample buildings of people who do not belong to the company. */
export const countOwnPlans = async (db: Db, orgId: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    with sample as (select kind, id::uuid as id from sample_entities where org_id = ${orgId} and kind in ('location', 'user'))
    select count(*)::integer as count
    from (
      select user_id, location_id from bookings where org_id = ${orgId} and status = 'booked'
      union all
      select user_id, location_id from day_plans where org_id = ${orgId}
    ) p
    where p.location_id in (select id from sample where kind = 'location')
      and p.user_id not in (select id from sample where kind = 'user')`.execute(db)
  return rows[0]?.count ?? 0
}

/** Reads the ids of everything that belongs to the company. */
export const readSampleIds = async (db: Db, orgId: string, since: Date): Promise<SampleIds> => {
  const { rows } = await sql<Omit<SampleIds, 'since'>>`
    with sample as (select kind, id from sample_entities where org_id = ${orgId}),
    location as (select id::uuid from sample where kind = 'location'),
    level as (select id from levels where org_id = ${orgId} and location_id in (select id from location)),
    zone as (select id from zones where org_id = ${orgId} and level_id in (select id from level)),
    source as (select id from sample where kind = 'source')
    select ${idsOf(sql`select id from location`)} as locations,
      ${idsOf(sql`select id from sample where kind = 'user'`)} as users,
      ${idsOf(sql`select id from sample where kind = 'group'`)} as groups,
      ${idsOf(sql`select id from sample where kind = 'key'`)} as keys,
      ${idsOf(sql`select id from level`)} as levels,
      ${idsOf(sql`select id from zone`)} as zones,
      ${idsOf(sql`select id from places where org_id = ${orgId} and zone_id in (select id from zone)`)} as places,
      ${idsOf(sql`select id from spaces where org_id = ${orgId} and level_id in (select id from level)`)} as spaces,
      ${idsOf(sql`select id from workplace_events where org_id = ${orgId} and location_id in (select id from location)`)} as events,
      array(select source_no from sources where org_id = ${orgId} and source_id in (select id from source)) as sources`.execute(
    db,
  )
  return { ...(rows[0] as Omit<SampleIds, 'since'>), since }
}

const idsOf = (query: ReturnType<typeof sql>) => sql`array(select id::text from (${query}) q)`

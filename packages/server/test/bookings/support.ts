import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { changingNodes, changingUsers } from '../../src/directory/consequences/changing.ts'
import { BY_DIRECTORY } from '../../src/directory/consequences/directory-consequences.ts'
import { createOrganization } from '../../src/directory/organizations/organization-service.ts'
import { type Booking, type BookingRequest, book, findBookingOfDay } from '../../src/planning/bookings/booking-service.ts'
import type { Actor } from '../../src/planning/commands/command.ts'
import { directoryConsequences } from '../../src/planning/consequences/directory-consequences.ts'
import { type Db, openDatabase } from '../../src/platform/db/database.ts'
import { transact } from '../../src/platform/transactions/transact.ts'
import { awaitSteadyDay } from '../../src/testing/steady-day.ts'
import { createTestDatabase, LONG_WAITS, type TestDatabase } from '../../src/testing/test-database.ts'

export const USER: Actor = { changedBy: 'user', userId: null }
export const ADMINISTRATOR: Actor = { changedBy: 'administrator', userId: randomUUID() }

/** A database with enough connections for many people at once. */
export const openCrowd = async (): Promise<TestDatabase> => {
  await using stack = new AsyncDisposableStack()
  const own = stack.use(await createTestDatabase())
  const { db, pool } = stack.use(openDatabase({ url: own.url, poolSize: 40, ...LONG_WAITS }))
  const open = stack.move()
  return { db, pool, url: own.url, [Symbol.asyncDispose]: () => open.disposeAsync() }
}

export interface Office {
  readonly db: Db
  readonly orgId: string
  readonly locationId: string
  readonly levelId: string
  /** A zone of individual desks. */
  readonly zoneId: string
  /** A neighborhood with a capacity of 10. */
  readonly neighborhoodId: string
  readonly desks: readonly string[]
  readonly users: readonly string[]
  readonly timeZone: string
}

/** A building and its people, in an organization of their own. */
export const createOffice = async (db: Db, { timeZone = 'Europe/Berlin', desks = 4, users = 4 } = {}): Promise<Office> => {
  await awaitSteadyDay()
  const { id: orgId } = await createOrganization(db, { name: `Office ${randomUUID()}` })
  const office = await addBuilding(db, orgId, { timeZone, desks })
  const ids = Array.from({ length: users }, () => randomUUID())
  for (const id of ids) {
    await sql`
      insert into users (org_id, id, user_name, primary_location_id)
      values (${orgId}, ${id}, ${`user ${id}`}, ${office.locationId})`.execute(db)
  }
  return { ...office, users: ids }
}

export const addBuilding = async (db: Db, orgId: string, { timeZone = 'Europe/Berlin', desks = 1 } = {}) => {
  const [locationId, levelId, zoneId, neighborhoodId] = Array.from({ length: 4 }, () => randomUUID()) as [
    string,
    string,
    string,
    string,
  ]
  const ids = Array.from({ length: desks }, () => randomUUID())
  await sql`insert into locations (org_id, id, name, time_zone) values (${orgId}, ${locationId}, ${locationId}, ${timeZone})`.execute(
    db,
  )
  await sql`insert into levels (org_id, id, location_id, name) values (${orgId}, ${levelId}, ${locationId}, 'Level')`.execute(db)
  await sql`
    insert into zones (org_id, id, level_id, name, kind, capacity)
    values (${orgId}, ${zoneId}, ${levelId}, 'Desks', 'individual', null),
      (${orgId}, ${neighborhoodId}, ${levelId}, 'Neighborhood', 'neighborhood', 10)`.execute(db)
  for (const [index, id] of ids.entries()) {
    await sql`
      insert into places (org_id, id, zone_id, name)
      values (${orgId}, ${id}, ${zoneId}, ${`Desk ${String(index).padStart(4, '0')}`})`.execute(db)
  }
  return { db, orgId, locationId, levelId, zoneId, neighborhoodId, desks: ids, timeZone }
}

/** So many days after the office's local today. */
export const dayAt = ({ timeZone }: Pick<Office, 'timeZone'>, days: number): string =>
  Temporal.Now.plainDateISO(timeZone).add({ days }).toString()

/** Books, and returns the booking. */
export const bookAs = async ({ db, orgId }: Office, actor: Actor, request: BookingRequest): Promise<Booking> => {
  await book(db, orgId, actor, request)
  return (await findBookingOfDay(db, orgId, request.userId, request.day)) as Booking
}

/** Code of the error, or `ok`. */
export const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'ok',
    (error) => (error as { code?: string }).code ?? String(error),
  )

export const tally = (outcomes: readonly string[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(outcomes, (outcome) => outcome)].map(([outcome, all]) => [outcome, all.length]))

/** Changes a user or node by a statement of its own, with what follows from it. */
export const changeRow = (db: Db, orgId: string, table: string, id: string | undefined, change: RawBuilder<unknown>) =>
  transact(db, (trx) => {
    const write = () => sql`update ${sql.table(table)} set ${change} where org_id = ${orgId} and id = ${id}`.execute(trx)
    return table === 'users'
      ? changingUsers(trx, directoryConsequences, orgId, [id as string], write)
      : changingNodes(trx, directoryConsequences, orgId, { table }, BY_DIRECTORY, [id as string], write)
  })

export const liveBookings = async ({ db, orgId }: Pick<Office, 'db' | 'orgId'>) => {
  const { rows } = await sql<{ user_id: string; day: string; place_id: string | null; zone_id: string | null }>`
    select user_id, day, place_id, zone_id from bookings where org_id = ${orgId} and status = 'booked'`.execute(db)
  return rows
}

export interface LoggedAction {
  action: string
  changedBy: string
  reason: string | null
  actionId: string
  day: string | null
  before: object | null
  after: object | null
}

/** The log of a user, in the order in which it was written. */
export const actionsOf = async ({ db, orgId }: Pick<Office, 'db' | 'orgId'>, userId: string): Promise<LoggedAction[]> => {
  const { rows } = await sql<LoggedAction>`
    select action, changed_by as "changedBy", reason, action_id as "actionId", day, before, after
    from user_actions
    where org_id = ${orgId} and user_id = ${userId}
    order by action_no`.execute(db)
  return rows
}

/** Finds broken invariants: bookings are on office days, in active nodes, counted, and match the log. */
export const inconsistencies = async ({ db, orgId }: Pick<Office, 'db' | 'orgId'>): Promise<object[]> => {
  const { rows } = await sql<object>`
    with counted as (
      select zone_id, day, count(*)::integer as taken
      from bookings
      where org_id = ${orgId} and status = 'booked' and zone_id is not null
      group by zone_id, day
    ), stored as (
      select zone_id, day, taken from zone_days where org_id = ${orgId} and taken <> 0
    ), last_booking as (
      select distinct on (user_id, day) user_id, day, after
      from user_actions
      where org_id = ${orgId} and action in ('booked', 'moved', 'cancelled')
      order by user_id, day, action_no desc
    ), live as (
      select user_id, day, booked_node(b) as node from bookings b where org_id = ${orgId} and status = 'booked'
    ), last_plan as (
      select distinct on (user_id, day) user_id, day, after
      from user_actions
      where org_id = ${orgId} and action in ('planSet', 'planChanged', 'planRemoved')
      order by user_id, day, action_no desc
    )
    select 'office day' as what, to_jsonb(b) as found, to_jsonb(d) as expected
    from bookings b
    left join day_plans d on d.org_id = b.org_id and d.user_id = b.user_id and d.day = b.day
    where b.org_id = ${orgId} and b.status = 'booked' and (d.plan is distinct from 'o' or d.location_id <> b.location_id)
    union all
    select 'in use', to_jsonb(b), to_jsonb(u)
    from bookings b
    join users u on u.org_id = b.org_id and u.id = b.user_id
    join locations l on l.org_id = b.org_id and l.id = b.location_id
    left join zones z on z.org_id = b.org_id and z.id = b.zone_id
    left join levels v on v.org_id = z.org_id and v.id = z.level_id
    left join places p on p.org_id = b.org_id and p.id = b.place_id
    where b.org_id = ${orgId} and b.status = 'booked' and b.day > (now() at time zone l.time_zone)::date
      and 'inactive' in (u.status, l.status, v.status, z.status, p.status)
    union all
    select 'counter', to_jsonb(c), to_jsonb(s)
    from counted c
    full join stored s using (zone_id, day)
    where c.taken is distinct from s.taken
    union all
    select 'booking', l.after, v.node
    from last_booking l
    full join live v using (user_id, day)
    where l.after is distinct from v.node
    union all
    select 'plan', l.after, plan_as_logged(d.plan, d.location_id)
    from last_plan l
    full join (select * from day_plans where org_id = ${orgId}) d using (user_id, day)
    where l.after is distinct from plan_as_logged(d.plan, d.location_id)`.execute(db)
  return rows
}

import { randomUUID } from 'node:crypto'
import { createOrganization } from '../../src/directory/organizations/organization-service.ts'
import { runHorizon } from '../../src/planning/horizon/horizon-service.ts'
import type { TestDatabase } from '../../src/testing/test-database.ts'

export const TODAY = Temporal.Now.plainDateISO('UTC')
/** The day so many days after today, in UTC. */
export const dayAfter = (days: number): string => TODAY.add({ days }).toString()
/** Noon of that day. */
export const momentOf = (days: number): Date => new Date(`${dayAfter(days)}T12:00:00Z`)

interface Person {
  group?: string | undefined
  location?: string | null
  /** The plan of every day of the week; null: no week plan. */
  week?: 'o' | 'r' | 'a' | null
  weekLocation?: string
  isLeaver?: boolean
}

interface ZoneOptions {
  capacity?: number
  desks?: number
  groups?: string[]
  isOverflow?: boolean
  location?: string
}

export interface Booked {
  zone: string | null
  desk: string | null
  reason: string
  changedBy: string
}

/** An organization with one office in UTC and a horizon of today alone, with what the tests do to it and look at. */
export const setUp = async ({ db, pool }: TestDatabase, settings: Record<string, unknown> = {}) => {
  const { id: orgId } = await createOrganization(db, { name: `Organization ${randomUUID()}` })
  const names = new Map<string, string>()
  const sign = `'administrator', gen_random_uuid()`

  const put = async (table: string, row: Record<string, unknown>): Promise<void> => {
    const all = Object.entries({ org_id: orgId, ...row })
    const slots = all.map((_, index) => `$${index + 1}`)
    const columns = all.map(([name]) => name)
    await pool.query(
      `insert into ${table} (${columns.join(', ')}) values (${slots.join(', ')})`,
      all.map(([, value]) => value),
    )
  }
  const named = async (table: string, row: { name: string } & Record<string, unknown>): Promise<string> => {
    const id = randomUUID()
    names.set(id, row.name)
    await put(table, { id, ...row })
    return id
  }
  const addLocation = async (name: string, more: Record<string, unknown> = {}): Promise<string> => {
    const id = await named('locations', { name, time_zone: 'UTC', booking_horizon_days: 0, ...more })
    await named('levels', { name: 'Level', location_id: id })
    return id
  }
  const location = await addLocation('Office')
  for (const [name, value] of Object.entries(settings)) {
    await pool.query(`update organizations set ${name} = $2 where id = $1`, [orgId, value])
  }

  const addGroup = (name: string, parent_id: string | null = null): Promise<string> =>
    named('groups', { name, type: 'team', origin: 'administrator', parent_id })
  /** A neighborhood where it has a capacity, else with so many desks, named after the zone: `North 1`, … */
  const addZone = async (name: string, options: ZoneOptions = {}) => {
    const { capacity, desks = 0, groups = [], isOverflow = false } = options
    const { rows } = await pool.query(`select id from levels where org_id = $1 and location_id = $2`, [
      orgId,
      options.location ?? location,
    ])
    const kind = capacity === undefined ? 'individual' : 'neighborhood'
    const id = await named('zones', { name, level_id: rows[0].id, kind, capacity, is_overflow: isOverflow })
    for (const group_id of groups) await put('zone_allocations', { zone_id: id, group_id })
    const deskIds: string[] = []
    for (let number = 1; number <= desks; number++)
      deskIds.push(await named('places', { name: `${name} ${number}`, zone_id: id }))
    return { id, desks: deskIds }
  }
  const addUser = async (name: string, { group, location: at = location, week = 'o', ...more }: Person = {}) => {
    const id = randomUUID()
    names.set(id, name)
    const status = more.isLeaver ? 'inactive' : 'active'
    await put('users', { id, user_name: name, status, primary_location_id: at, primary_group_id: group ?? null })
    if (week !== null) {
      await pool.query(
        `insert into week_plans (org_id, user_id, weekday, plan, location_id, changed_by, command_id)
         select $1, $2, weekday, $3, $4, ${sign} from generate_series(1, 7) weekday`,
        [orgId, id, week, more.weekLocation ?? null],
      )
    }
    return id
  }
  const setPlan = async (user: string, plan: string, day = dayAfter(0), at: string | null = null, origin = 'day-plan') => {
    await pool.query(
      `insert into day_plans (org_id, user_id, day, plan, location_id, origin, changed_by, command_id)
       values ($1, $2, $3, $4, $5, $6, ${sign})
       on conflict (org_id, user_id, day) do update set plan = excluded.plan, location_id = excluded.location_id,
         origin = excluded.origin, changed_by = excluded.changed_by, command_id = excluded.command_id`,
      [orgId, user, day, plan, at, origin],
    )
  }
  const book = async (user: string, desk: string, day = dayAfter(0)): Promise<void> => {
    await setPlan(user, 'o', day)
    await pool.query(
      `insert into bookings (org_id, id, user_id, day, location_id, zone_id, place_id, changed_by, command_id)
       select p.org_id, gen_random_uuid(), $2, $3, l.location_id, z.id, p.id, ${sign}
       from places p
       join zones z on z.org_id = p.org_id and z.id = p.zone_id
       join levels l on l.org_id = z.org_id and l.id = z.level_id
       where p.org_id = $1 and p.id = $4`,
      [orgId, user, day, desk],
    )
  }
  const see = async (user: string, day: string, at = location): Promise<void> => {
    await pool.query('select ensure_event_partitions($1)', [day])
    await pool.query(`insert into sources (org_id, source_no, source_id) values ($1, 1, 'badges') on conflict do nothing`, [
      orgId,
    ])
    await pool.query(
      `insert into presence_events
         (org_id, utc_day, source_no, event_id, occurred_at, local_day, user_id, location_id, node_type, node_id)
       values ($1, $2::date, 1, $3, $2::date + interval '9 hours', $2::date, $4, $5, 'location', $5)`,
      [orgId, day, randomUUID(), user, at],
    )
  }
  const assign = (desk: string, user: string | null) =>
    pool.query('update places set assigned_user_id = $3 where org_id = $1 and id = $2', [orgId, desk, user])
  const run = (days = 0, at = location) => runHorizon(db, orgId, at, { moment: momentOf(days) })
  const nameOf = (id: string | null): string | null => (id === null ? null : (names.get(id) ?? id))

  /** Live bookings of a day by user name. */
  const bookings = async (day = dayAfter(0)): Promise<Record<string, Booked>> => {
    const { rows } = await pool.query(
      `select user_id, zone_id, place_id, reason, changed_by from bookings
       where org_id = $1 and day = $2 and status = 'booked'`,
      [orgId, day],
    )
    return Object.fromEntries(
      rows.map(({ user_id, zone_id, place_id, reason, changed_by }) => [
        nameOf(user_id),
        { zone: nameOf(zone_id), desk: nameOf(place_id), reason, changedBy: changed_by },
      ]),
    )
  }
  /** The same as `reason: desk or zone`. */
  const said = async (day = dayAfter(0)): Promise<Record<string, string>> =>
    Object.fromEntries(
      Object.entries(await bookings(day)).map(([name, { zone, desk, reason }]) => [name, `${reason}: ${desk ?? zone ?? 'any'}`]),
    )
  /** Plans of a day by user name. */
  const plans = async (day = dayAfter(0)): Promise<Record<string, string>> => {
    const { rows } = await pool.query(`select user_id, plan, origin from day_plans where org_id = $1 and day = $2`, [orgId, day])
    return Object.fromEntries(rows.map(({ user_id, plan, origin }) => [nameOf(user_id), `${plan} ${origin}`]))
  }
  /** Everything that a run could change, except when it ran. */
  const everything = async (): Promise<unknown> => {
    const tables = ['day_plans', 'bookings', 'zone_days', 'user_actions']
    const read = tables.map(async (table) => {
      const { rows } = await pool.query(`select to_jsonb(t) as row from ${table} t where org_id = $1 order by 1`, [orgId])
      return [table, rows.map(({ row }) => row)]
    })
    return Object.fromEntries(await Promise.all(read))
  }
  /** Counters that are wrong or above the capacity, and desks or people booked twice: none, ever. */
  const violations = async (): Promise<unknown[]> => {
    const { rows } = await pool.query(
      `select 'counter' as what, z.id::text, t.day, t.taken, count(b.id)
       from zone_days t
       join zones z on z.org_id = t.org_id and z.id = t.zone_id
       left join bookings b on b.org_id = t.org_id and b.zone_id = t.zone_id and b.day = t.day and b.status = 'booked'
       where t.org_id = $1
       group by z.id, z.kind, z.capacity, t.day, t.taken
       having t.taken <> count(b.id) or (z.kind = 'neighborhood' and t.taken > z.capacity)
       union all
       select 'twice', coalesce(place_id, user_id)::text, day, count(*), 0
       from bookings
       where org_id = $1 and status = 'booked'
       group by grouping sets ((place_id, day), (user_id, day))
       having count(*) > 1 and coalesce(place_id, user_id) is not null
       union all
       select 'not an office day', b.user_id::text, b.day, 0, 0
       from bookings b
       left join day_plans d using (org_id, user_id, day)
       where b.org_id = $1 and b.status = 'booked' and d.plan is distinct from 'o'`,
      [orgId],
    )
    return rows
  }
  return {
    ...{ db, pool, orgId, location, addLocation, addGroup, addZone, addUser, setPlan, book, see, assign, put, run },
    ...{ bookings, said, plans, everything, violations, nameOf },
  }
}

export type Office = Awaited<ReturnType<typeof setUp>>

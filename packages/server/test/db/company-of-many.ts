import { randomUUID } from 'node:crypto'
import type { TestDatabase } from '../../src/testing/test-database.ts'

/** The id of the n-th of its kind: what has the same number belongs together. */
const id = (kind: string) => `md5('${kind} ' || n)::uuid`

/** Everything of the numbers from $2 to $3, in the order in which it can be inserted; $1 is the organization. */
const ROWS: readonly (readonly [table: string, columns: string, values: string])[] = [
  ['locations', 'id, name, time_zone', `${id('location')}, 'Building ' || n, 'UTC'`],
  ['levels', 'id, location_id, name', `${id('level')}, ${id('location')}, 'Level'`],
  ['zones', 'id, level_id, name, kind, capacity', `${id('zone')}, ${id('level')}, 'Zone', 'individual', 10`],
  ['places', 'id, zone_id, name', `${id('place')}, ${id('zone')}, 'Desk'`],
  ['parking_bays', 'id, location_id, name', `${id('bay')}, ${id('location')}, 'Bay'`],
  ['groups', 'id, name, type, origin', `${id('group')}, 'Team ' || n, 'team', 'administrator'`],
  [
    'users',
    'id, user_name, primary_location_id, primary_group_id',
    `${id('user')}, 'user ' || n, ${id('location')}, ${id('group')}`,
  ],
  [
    'week_plans',
    'user_id, weekday, plan, changed_by, command_id',
    `${id('user')}, extract(isodow from now() + '2 days'::interval), 'o', 'directory', md5(now()::text)::uuid`,
  ],
  [
    'day_plans',
    'user_id, day, plan, location_id, origin, changed_by, command_id',
    `${id('user')}, (now() + '2 days'::interval)::date, 'o', ${id('location')}, 'week-plan', 'directory', md5(now()::text)::uuid`,
  ],
  [
    'bookings',
    'id, user_id, day, location_id, zone_id, place_id, changed_by, command_id',
    `${id('booking')}, ${id('user')}, (now() + '2 days'::interval)::date, ${id('location')}, ${id('zone')}, ${id('place')},
     'auto-booking', md5(now()::text)::uuid`,
  ],
  [
    'parking_bookings',
    'id, user_id, day, location_id, bay_id, changed_by',
    `${id('parking')}, ${id('user')}, (now() + '2 days'::interval)::date, ${id('location')}, ${id('bay')}, 'directory'`,
  ],
  [
    'workplace_events',
    'id, name, starts_at, ends_at, location_id',
    `${id('event')}, 'Talk', now(), now() + '1 hour', ${id('location')}`,
  ],
  ['event_invitations', 'event_id, user_id', `${id('event')}, ${id('user')}`],
  [
    'published_locations',
    'location_id, published_through, published_at',
    `${id('location')}, (now() + '1 day'::interval)::date, now()`,
  ],
  ['location_presence', 'location_id, first_day', `${id('location')}, '2026-03-02'`],
  ['live_watches', 'location_id, watched_until', `${id('location')}, now() + '1 hour'::interval`],
]

/** An organization that grows: one more of each kind with each number. */
export const openCompanyOfMany = async ({ pool }: TestDatabase) => {
  const orgId = randomUUID() as string
  await pool.query('insert into organizations (id, name) values ($1, gen_random_uuid())', [orgId])
  return {
    orgId,
    async grow(first: number, last: number) {
      for (const [table, columns, values] of ROWS) {
        await pool.query(
          `insert into ${table} (org_id, ${columns}) select $1, ${values} from generate_series($2::int, $3::int) n`,
          [orgId, first, last],
        )
      }
    },
  }
}

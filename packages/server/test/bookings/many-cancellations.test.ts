import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { createOrganization } from '../../src/directory/organizations/organization-service.ts'
import { createCommand } from '../../src/planning/commands/command.ts'
import { cancelBookings } from '../../src/planning/consequences/cancel-bookings.ts'
import { createTestDatabase } from '../../src/testing/test-database.ts'

const USERS = 100
const DAYS = 51
const AT_ONCE = 5_000

it('a command that cancels many bookings cancels 5,000 of them at a time, and counts all', async () => {
  await using database = await createTestDatabase()
  const { db, pool } = database
  const { id: orgId } = await createOrganization(db, { name: 'Many bookings' })
  const locationId = randomUUID()
  const location = `insert into locations (org_id, id, name, time_zone) values ($1, $2, 'Berlin', 'UTC')`
  await pool.query(location, [orgId, locationId])
  await pool.query(
    `insert into users (org_id, id, user_name)
     select $1, gen_random_uuid(), 'user ' || n from generate_series(1, $2::int) n`,
    [orgId, USERS],
  )
  const days = `from users u cross join generate_series(1, $3::int) n where u.org_id = $1`
  await pool.query(
    `insert into day_plans (org_id, user_id, day, plan, location_id, origin, changed_by, command_id)
     select u.org_id, u.id, current_date + n, 'o', $2, 'week-plan', 'auto-booking', gen_random_uuid() ${days}`,
    [orgId, locationId, DAYS],
  )
  const { rows: booked } = await pool.query<{ id: string }>(
    `insert into bookings (org_id, id, user_id, day, location_id, changed_by, command_id)
     select u.org_id, gen_random_uuid(), u.id, current_date + n, $2, 'auto-booking', gen_random_uuid() ${days}
     returning id`,
    [orgId, locationId, DAYS],
  )
  const command = { ...createCommand({ changedBy: 'directory', userId: null }, 'inactive'), cancellations: { bookings: 0 } }
  const ids = booked.map(({ id }) => id)
  const canceled = await db.transaction().execute((trx) => cancelBookings(trx, orgId, command, ids))
  expect([canceled, command.cancellations.bookings]).toEqual([USERS * DAYS, USERS * DAYS])
  // Each statement writes its entries of the log at one time.
  const { rows } = await pool.query(
    `select count(*)::int as bookings from user_actions where org_id = $1 and action = 'cancelled'
     group by recorded_at order by 1`,
    [orgId],
  )
  expect(rows).toEqual([{ bookings: USERS * DAYS - AT_ONCE }, { bookings: AT_ONCE }])
})

import { expect, test } from 'vitest'
import { runHorizon } from '../../src/horizon/horizon-service.ts'
import { createTestDatabase } from '../../src/testing/test-database.ts'
import { setUp } from './support.ts'

const PEOPLE = 10_000
const HISTORY_DAYS = 90

/**
 * 10,000 people of 50 groups, 8,000 desks in 40 zones and 1,000 of capacity in 20; each has used one of 20 desks on 60 of 90 days,
 * with four events each. Prints what runs of one day, of fifteen and of none take: `ROLLCALL_MEASURE=1 npx vitest run <this file>`.
 */
test.runIf(process.env.ROLLCALL_MEASURE)('what a night costs', { timeout: 900_000 }, async () => {
  await using database = await createTestDatabase()
  const { pool, db, orgId, location } = await setUp(database)
  const query = async (text: string) => {
    const client = await pool.connect()
    await client.query(`set session_replication_role = replica`)
    await client.query(text.replaceAll('$org', `'${orgId}'`).replaceAll('$location', `'${location}'`))
    await client.query('reset session_replication_role')
    client.release()
  }
  const id = (kind: string, n: string) => `md5($org || '${kind}' || ${n})::uuid`
  await query(`
    insert into groups (org_id, id, name, type, origin)
    select $org, ${id('group', 'n')}, 'Group ' || n, 'team', 'administrator' from generate_series(0, 49) n;
    insert into zones (org_id, id, level_id, name, kind, capacity, is_overflow)
    select $org, ${id('zone', 'n')}, l.id, 'Zone ' || n, case when n < 40 then 'individual' else 'neighborhood' end,
      case when n >= 40 then 50 end, n % 20 = 19
    from levels l, generate_series(0, 59) n where l.org_id = $org;
    insert into zone_allocations (org_id, group_id, zone_id)
    select distinct $org::uuid, ${id('group', '(n % 50)')}, ${id('zone', '(n % 60)')} from generate_series(0, 119) n where n % 20 <> 19;
    insert into places (org_id, id, zone_id, name)
    select $org, ${id('place', 'n')}, ${id('zone', '(n % 40)')}, 'Desk ' || n from generate_series(0, 7999) n;
    insert into users (org_id, id, user_name, primary_location_id, primary_group_id)
    select $org, ${id('user', 'n')}, 'user ' || n, $location, ${id('group', '(n % 50)')} from generate_series(1, ${PEOPLE}) n;
    update places p set assigned_user_id = ${id('user', 'n')} from generate_series(1, 500) n
    where p.org_id = $org and p.id = ${id('place', 'n')};
    insert into week_plans (org_id, user_id, weekday, plan, changed_by, command_id)
    select $org, id, weekday, 'o', 'directory', gen_random_uuid() from users, generate_series(1, 7) weekday where org_id = $org;
    insert into sources (org_id, source_no, source_id) values ($org, 1, 'badges');
    select ensure_event_partitions((current_date - month * 28)::date) from generate_series(0, 4) month;
    insert into bookings (org_id, id, user_id, day, location_id, zone_id, place_id, changed_by, command_id)
    select $org, gen_random_uuid(), ${id('user', 'n')}, current_date - d, $location,
      ${id('zone', '((n * 7 + d % 20) % 8000 % 40)')}, ${id('place', '((n * 7 + d % 20) % 8000)')}, 'user', gen_random_uuid()
    from generate_series(1, ${PEOPLE}) n, generate_series(1, ${HISTORY_DAYS}) d where (n + d) % 3 > 0
    on conflict do nothing;
    insert into presence_events
      (org_id, utc_day, source_no, event_id, occurred_at, local_day, user_id, location_id, node_type, node_id)
    select $org, current_date - d, 1, n || '-' || e, current_date - d + make_interval(hours => 7 + e), current_date - d,
      ${id('user', 'n')}, $location, 'location', $location
    from generate_series(1, ${HISTORY_DAYS}) d, generate_series(1, ${PEOPLE}) n, generate_series(1, 4) e where (n + d) % 3 > 0`)
  await pool.query('vacuum analyze')

  const measure = async (what: string, horizonDays: number) => {
    await pool.query('update locations set booking_horizon_days = $1', [horizonDays])
    const report = await runHorizon(db, orgId, location)
    console.log(`${what}: ${report?.plans} plans, ${report?.bookings} bookings, ${report?.seconds.toFixed(1)} s`)
    return report
  }
  expect(await measure('1 day', 0)).toMatchObject({ days: 1, bookings: PEOPLE })
  expect(await measure('15 days, 14 new', 14)).toMatchObject({ days: 15, bookings: 14 * PEOPLE })
  expect(await measure('15 days, none new', 14)).toMatchObject({ days: 15, bookings: 0 })
  await pool.query(`update organizations set desk_fairness = 'equal-distribution'`)
  expect(await measure('16 days, 1 new, equal distribution', 15)).toMatchObject({ bookings: PEOPLE })
  const { rows } = await pool.query(`select reason, count(*) from bookings where day >= current_date group by 1 order by 2 desc`)
  console.log(rows.map(({ reason, count }) => `${reason} ${count}`).join(', '))
})

import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { mapAttribute } from '../../src/directory/attributes/mapping-service.ts'
import { createOrganization } from '../../src/directory/organizations/organization-service.ts'
import { directoryConsequences } from '../../src/planning/consequences/directory-consequences.ts'
import { createTestDatabase } from '../../src/testing/test-database.ts'

const AT_ONCE = 500

it('the days of users whose building an attribute names are written for 500 users at a time', async () => {
  await using database = await createTestDatabase()
  const { db, pool } = database
  const { id: orgId } = await createOrganization(db, { name: 'Many people' })
  const location = `insert into locations (org_id, id, name, time_zone) values ($1, $2, 'Berlin', 'UTC')`
  await pool.query(location, [orgId, randomUUID()])
  await pool.query(
    `insert into users (org_id, id, user_name, attributes)
     select $1, gen_random_uuid(), 'user ' || n, '{"site": "Berlin"}' from generate_series(1, $2::int) n`,
    [orgId, AT_ONCE + 1],
  )
  await pool.query(
    `insert into week_plans (org_id, user_id, weekday, plan, changed_by, command_id)
     select org_id, id, extract(isodow from now() + '2 days'::interval), 'o', 'directory', gen_random_uuid()
     from users where org_id = $1`,
    [orgId],
  )
  const site = { attribute: 'site', groupType: null, isPrimaryGroup: false, isPrimaryLocation: true }
  const { usersUpdated } = await mapAttribute(db, directoryConsequences, orgId, site)
  expect(usersUpdated).toBe(AT_ONCE + 1)
  // Each statement writes its entries of the log at one time.
  const { rows } = await pool.query(
    `select count(distinct user_id)::int as users from user_actions where org_id = $1 and action = 'planSet'
     group by recorded_at order by 1`,
    [orgId],
  )
  expect(rows).toEqual([{ users: 1 }, { users: AT_ONCE }])
})

import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { bindConnection } from '../../src/platform/db/bound-connection.ts'
import { createTestDatabase } from '../../src/testing/test-database.ts'
import { replacePeople } from '../../src/warehouse/analytics/month-store.ts'
import { openSession } from '../db/session-plans.ts'

const MONTH = '2026-01-01'
const PEOPLE = 1_000
/** Each step may meet each person a few times; one that compares each with all others meets 500 on average. */
const ROWS_PER_PERSON = 30

it('a month that is in no statistics yet takes no more steps for each person', async () => {
  await using database = await createTestDatabase()
  await using session = await openSession(database.url)
  const { pool } = database
  const db = bindConnection(session.client)
  const orgId = randomUUID()
  await pool.query('alter table person_months set (autovacuum_enabled = off)')
  await pool.query(
    `insert into person_months (org_id, month, user_id, planned, seen, no_show, involved)
     select $1, make_date(2025, m, 1), gen_random_uuid(), 1, 1, 0, 1
     from generate_series(1, 12) m cross join generate_series(1, 200)`,
    [orgId],
  )
  await pool.query('analyze person_months')
  const ids = Array.from({ length: PEOPLE }, () => randomUUID())
  const peopleOn = (mask: number, some: readonly string[]) =>
    new Map(some.map((id) => [id, { planned: mask, seen: mask, noShow: 0, involved: mask }]))
  await replacePeople(db, orgId, { month: MONTH, mask: 1 }, peopleOn(1, ids))

  const steps = await session.stepsOf(() => replacePeople(db, orgId, { month: MONTH, mask: 3 }, peopleOn(3, ids.slice(1))))
  expect(steps.some(({ rows }) => rows >= PEOPLE - 1)).toBe(true)
  expect(steps.filter(({ rows }) => rows > ROWS_PER_PERSON * PEOPLE)).toEqual([])
  const { rows } = await pool.query(
    'select involved, count(*)::int as people from person_months where org_id = $1 and month = $2 group by involved order by 1',
    [orgId, MONTH],
  )
  expect(rows).toEqual([
    { involved: 0, people: 1 },
    { involved: 3, people: PEOPLE - 1 },
  ])
})

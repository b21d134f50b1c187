import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../src/testing/test-service.ts'
import { send } from '../http/support/send.ts'

const LEVELS = 50_000
const EACH = 100
const PERIOD = { from: '2026-01-05', to: '2026-01-30' }

let service: TestService
let orgId: string
let top: string
let lowest: string
let headers: Record<string, string>

/** Groups below each other as they could be stored before there was a limit. Six people in each hundredth, and in none. */
beforeAll(async () => {
  service = await startTestService()
  orgId = (await service.createOrganization()).id
  const { pool } = service.database
  await pool.query(
    `insert into groups (org_id, id, name, type, origin, parent_id)
     select $1::uuid, md5($1::text || n)::uuid, 'g' || n, 'team', 'hierarchy',
       case when n > 1 then md5($1::text || n - 1)::uuid end
     from generate_series(1, $2::integer) as n`,
    [orgId, LEVELS],
  )
  await pool.query(
    `insert into users (org_id, id, user_name, primary_group_id)
     select $1::uuid, gen_random_uuid(), 'u' || n || '-' || m, case when n > 0 then md5($1::text || n)::uuid end
     from generate_series(0, $2::integer, $3::integer) as n, generate_series(1, 6) as m`,
    [orgId, LEVELS, EACH],
  )
  const { rows } = await pool.query<{ id: string }>(
    `select id from groups where org_id = $1 and name in ('g1', $2) order by name`,
    [orgId, `g${LEVELS}`],
  )
  ;[top, lowest] = rows.map(({ id }) => id) as [string, string]
  headers = (await service.signIn(orgId, ['analytics-administrator'])).headers
})
afterAll(() => service?.[Symbol.asyncDispose]())

const get = async <T>(path: string, query: Record<string, string> = {}): Promise<T> => {
  const search = new URLSearchParams({ ...PERIOD, ...query })
  const answer = await send(service.baseUrl, { method: 'GET', path: `/api/analytics/${path}?${search}`, headers })
  if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`)
  return answer.json<T>()
}

it('groups below each other 50,000 times are all summed up', async () => {
  const { groups } = await get<{ groups: { groupId: string; members: number; hidden: boolean }[] }>('groups')
  const of = (id: string) => groups.find(({ groupId }) => groupId === id)
  expect(groups).toHaveLength(LEVELS)
  expect(of(top)).toMatchObject({ members: (LEVELS / EACH) * 6, hidden: false })
  expect(of(lowest)).toMatchObject({ members: 6, hidden: false })
})

it.each(['attendance', 'hours', 'desks', 'people'])('%s are narrowed to a group with 50,000 levels below it', async (path) => {
  const figures = await get<{ hidden?: boolean; kpis?: { people: number }; items?: unknown[] }>(path, {
    groupIds: `${top},${lowest}`,
  })
  expect(figures.hidden).not.toBe(true)
  if (path === 'attendance') expect(figures.kpis?.people).toBe((LEVELS / EACH) * 6)
  if (path === 'people') expect(figures.items?.length).toBeGreaterThan(0)
})

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { SignedIn } from '../../src/testing/test-service.ts'
import { type Bench, openBench } from '../attendance/support.ts'
import { send } from '../http/support/send.ts'
import { refresh } from '../refresh/support.ts'
import { type Groups, openGroups } from './support.ts'

const FROM = '2026-03-02'
const AFTER = new Date('2026-03-16T12:00:00Z')

let bench: Bench
let office: Groups
let admin: SignedIn
let group: string
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())
beforeEach(async () => {
  office = await openGroups(bench)
  admin = await bench.service.signIn(office.orgId, ['workplace-administrator'])
  group = await office.addGroup(null, 'Platform')
})

const call = async (method: string, path: string, body?: object) => {
  const headers = { 'content-type': 'application/json', ...admin.headers }
  const { status } = await send(bench.service.baseUrl, { method, path, headers, ...(body ? { body } : {}) })
  return status
}
const policy = (of: string) => `/api/groups/${of}/policies/${FROM}`
const setDays = (days: number, of = group) => call('PUT', policy(of), { kind: 'daysPerWeek', days })
const daysOf = async (of: string) =>
  (await office.run('select days from attendance_policies where org_id = $1 and group_id = $2', of)).map(({ days }) => days)
const logged = () =>
  office.run(
    `select action, before -> 'days' as before, after -> 'days' as after
     from audit_log where org_id = $1 and entity_type = 'group' order by entry_no`,
  )

/** Makes these calls at the same time: each of them is held at the row of the group until all have come. */
const atOnce = async (...calls: (() => Promise<number>)[]) => {
  const { pool } = bench.service.database
  const holder = await pool.connect()
  try {
    await holder.query('begin')
    await holder.query('select from groups where org_id = $1 and id = $2 for no key update', [office.orgId, group])
    const answers = Promise.all(calls.map((each) => each()))
    const waiting = `
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and wait_event <> 'advisory'`
    await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(calls.length)
    await holder.query('commit')
    return await answers
  } finally {
    holder.release(true)
  }
}

it('a policy that two administrators set at once is that of the later, whose entry of the audit log starts from the other', async () => {
  expect(
    await atOnce(
      () => setDays(2),
      () => setDays(4),
    ),
  ).toEqual([200, 200])
  const entries = await logged()
  const first = entries[0]?.after
  const second = first === 2 ? 4 : 2
  expect(entries).toEqual([
    { action: 'policy.set', before: null, after: first },
    { action: 'policy.set', before: first, after: second },
  ])
  expect(await daysOf(group)).toEqual([second])
})

it('a policy that is removed at once by two administrators is removed by one of them', async () => {
  await setDays(3)
  const remove = () => call('DELETE', policy(group))
  expect((await atOnce(remove, remove)).sort()).toEqual([200, 404])
  expect(await logged()).toEqual([
    { action: 'policy.set', before: null, after: 3 },
    { action: 'policy.remove', before: 3, after: null },
  ])
})

it('policies of groups above and below change while one is renamed and a refresh runs, and none waits for another in a circle', async () => {
  const below = await office.addGroup(group, 'Search')
  const person = await office.addPerson(below, await office.addBuilding())
  await office.setPolicy(group, FROM, { kind: 'daysPerWeek', days: 1 })
  await refresh(office, AFTER)
  const answers = await Promise.all([
    ...[2, 3, 4, 5].flatMap((days) => [setDays(days), setDays(days, below)]),
    call('PATCH', `/api/groups/${group}`, { groupName: 'Platforms' }),
    refresh(office, AFTER).then(() => 200),
    call('PATCH', `/api/groups/${below}`, { groupName: 'Finding' }),
  ])
  expect(new Set(answers)).toEqual(new Set([200]))
  expect([await setDays(2), await setDays(5, below)]).toEqual([200, 200])
  expect([await daysOf(group), await daysOf(below)]).toEqual([[2], [5]])
  await refresh(office, AFTER)
  expect(await office.weeksOf(person, '2026-03-08')).toEqual(['2026-03-08 0/5 missed'])
  expect(await office.run(`select day::text, missed, required from policy_rollups where org_id = $1 order by day`)).toEqual([
    { day: '2026-03-08', missed: 1, required: 5 },
    { day: '2026-03-15', missed: 1, required: 5 },
  ])
})

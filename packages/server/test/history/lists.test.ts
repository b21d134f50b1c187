import type { DeskPeriod, LocationPeriod, PastGroup, PastMember } from '@rollcall/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type SignedIn, startTestService, type TestService } from '../../src/testing/test-service.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { send } from '../http/support/send.ts'
import { type HistoryOffice, openHistory } from './support.ts'

let service: TestService
let office: HistoryOffice
let analyst: SignedIn

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service?.[Symbol.asyncDispose]())
beforeEach(async () => {
  office = await openHistory(service.database)
  analyst = await service.signIn(office.orgId, ['analytics-administrator'])
})

interface Page<I> {
  readonly items: I[]
  readonly nextCursor: string | null
}
const ask = (path: string, { headers } = analyst) => send(service.baseUrl, { path, headers })
const items = async <I>(path: string): Promise<I[]> => {
  const answer = await ask(path)
  expect(answer.status, answer.text).toBe(200)
  return answer.json<Page<I>>().items
}
/** All items, one page of one item after the other. */
const paged = async <I>(path: string): Promise<I[]> => {
  const all: I[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Page<I> = (await ask(`${path}?limit=1${cursor ? `&cursor=${cursor}` : ''}`)).json()
    all.push(...page.items)
    cursor = page.nextCursor
  }
  return all
}
const ago = (today: string, days: number): string => new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10)

it('a desk has its zones and assignees with their days, the newest first, as of a day, and page by page', async () => {
  const { orgId, run, zones } = office
  const [user] = await office.addUsers(1)
  const [desk] = await office.addDesks(1)
  await office.pass(10)
  await run('update places set zone_id = $3, assigned_user_id = $4 where org_id = $1 and id = $2', orgId, desk, zones.attic, user)
  await office.pass(5)
  await run(`update places set assigned_user_id = null, status = 'inactive' where org_id = $1 and id = $2`, orgId, desk)
  const today = await office.today()
  const path = `/api/places/${desk}/history`
  const [south, attic] = [
    { zoneId: zones.south, zoneName: 'South', levelId: office.levels.ground, levelName: 'Ground' },
    { zoneId: zones.attic, zoneName: 'Attic', levelId: office.levels.first, levelName: 'First' },
  ]
  const unassigned = { assignedUserId: null, assignedUserName: null }
  const all = [
    { validFrom: today, validTo: null, ...attic, ...unassigned, status: 'inactive' },
    { validFrom: ago(today, 5), validTo: today, ...attic, assignedUserId: user, assignedUserName: user, status: 'active' },
    { validFrom: ago(today, 15), validTo: ago(today, 5), ...south, ...unassigned, status: 'active' },
  ]
  expect(await items<DeskPeriod>(path)).toEqual(all)
  expect(await paged<DeskPeriod>(path)).toEqual(all)
  const asOf = async (days: number) => items<DeskPeriod>(`${path}?asOf=${ago(today, days)}`)
  expect(await asOf(16)).toEqual([])
  expect(await asOf(15)).toEqual([all[2]])
  expect(await asOf(6)).toEqual([all[2]])
  expect(await asOf(5)).toEqual([all[1]])
  expect(await asOf(0)).toEqual([all[0]])
})

it('a group has its members of a day, and a user their groups, with those that have ended', async () => {
  const { orgId, run } = office
  const [first = '', second = ''] = (await office.addUsers(2)).toSorted()
  const [group, other] = await office.addGroups(2)
  const join = (of: string | undefined, user: string) =>
    run('insert into group_members (org_id, group_id, user_id) values ($1, $2, $3)', orgId, of, user)
  await join(group, first)
  await office.pass(7)
  await run('delete from group_members where org_id = $1', orgId)
  await join(group, second)
  await join(other, first)
  const [{ day: today = '' } = {}] = await run<{ day: string }>(
    `select (now() at time zone time_zone)::date as day from organizations where id = $1`,
    orgId,
  )
  const members = async (query = '') =>
    (await items<PastMember>(`/api/groups/${group}/member-history${query}`)).map((one) => [
      one.userId,
      one.validFrom,
      one.validTo,
    ])
  const [was, is] = [
    [first, ago(today, 7), today],
    [second, today, null],
  ]
  expect(await members()).toEqual([was, is])
  expect(await paged(`/api/groups/${group}/member-history`)).toMatchObject([{ userName: first }, { userName: second }])
  expect(await members(`?asOf=${ago(today, 8)}`)).toEqual([])
  expect(await members(`?asOf=${ago(today, 7)}`)).toEqual([was])
  expect(await members(`?asOf=${ago(today, 1)}`)).toEqual([was])
  expect(await members(`?asOf=${today}`)).toEqual([is])
  const path = `/api/users/${first}/group-history`
  const groups = (await paged<PastGroup>(path)).map(({ groupId, validFrom, validTo }) => [groupId, validFrom, validTo])
  expect(groups).toEqual([
    [other, today, null],
    [group, ago(today, 7), today],
  ])
})

describe('a building', () => {
  const path = () => `/api/locations/${office.location}/history`

  it('has its name and capacity of every day, which are those that figures divide by', async () => {
    const { orgId, run, zones, levels } = office
    const desks = await office.addDesks(4)
    await run(
      `insert into zones (org_id, id, level_id, name, kind, capacity) values ($1, gen_random_uuid(), $2, 'Garden', 'neighborhood', 8)`,
      ...[orgId, levels.first],
    )
    await office.pass(3)
    await office.addDesks(2, zones.attic)
    await office.pass(3)
    await run(`update locations set name = 'Spree' where org_id = $1`, orgId)
    await office.pass(3)
    // A desk that moves changes no capacity, so the period goes on.
    await run('update places set zone_id = $3 where org_id = $1 and id = $2', orgId, desks[0], zones.north)
    await office.pass(3)
    await run(`update zones set capacity = 12 where org_id = $1 and kind = 'neighborhood'`, orgId)
    await run(`update places set status = 'inactive' where org_id = $1 and id = $2`, orgId, desks[0])
    await office.pass(3)
    await run(`update levels set status = 'inactive' where org_id = $1 and id = $2`, orgId, levels.first)
    const today = await office.today()
    const period = (from: number, to: number | null, locationName: string, capacity: number) => ({
      ...{ validFrom: ago(today, from), validTo: to === null ? null : ago(today, to) },
      ...{ locationName, status: 'active', capacity },
    })
    const all = [
      period(0, null, 'Spree', 3),
      period(3, 0, 'Spree', 17),
      period(9, 3, 'Spree', 14),
      period(12, 9, 'Berlin', 14),
      period(15, 12, 'Berlin', 12),
    ]
    expect(await items<LocationPeriod>(path())).toEqual(all)
    expect(await paged<LocationPeriod>(path())).toEqual(all)
    expect(await items<LocationPeriod>(`${path()}?asOf=${ago(today, 4)}`)).toEqual([all[2]])
    const { rows } = await service.database.pool.query<{ capacity: number }>(
      `select sum(case z.kind when 'neighborhood' then z.capacity else (
         select count(*) from open_desks($1) d where d.zone_id = z.zone_id and d.since <= n.day and n.day < d.before
       ) end)::int as capacity
       from (select $2::date - ago as day, ago from generate_series(0, 15) ago) n
       join open_zones($1) z on z.since <= n.day and n.day < z.before
       group by n.ago
       order by n.ago`,
      [orgId, today],
    )
    const shown = Array.from(rows, (_, days) => all.find(({ validFrom }) => validFrom <= ago(today, days))?.capacity)
    expect(rows.map(({ capacity }) => capacity)).toEqual(shown)
  })

  it('that is new has one period without desks, and one of another organization is unknown', async () => {
    expect(await items<LocationPeriod>(path())).toMatchObject([{ locationName: 'Berlin', capacity: 0, validTo: null }])
    const stranger = await service.signIn((await service.createOrganization()).id, ['global-administrator'])
    const [desk] = await office.addDesks(1)
    for (const each of [path(), `/api/places/${desk}/history`]) expectProblem(await ask(each, stranger), 'entity_not_found')
    expectProblem(await ask(`${path()}?asOf=2026-02-30`), 'invalid_parameter')
    expectProblem(await ask(path(), await service.signIn(office.orgId)), 'role_not_allowed')
  })
})

import type { PolicyWeekRow } from '@rollcall/contract'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { runRetention } from '../../src/operations/privacy/retention-service.ts'
import { basic } from '../../src/testing/test-service.ts'
import { listUserPolicyWeeks } from '../../src/warehouse/policies/user-weeks.ts'
import { type Bench, openBench } from '../attendance/support.ts'
import { send } from '../http/support/send.ts'
import { refresh, rowsOf, segmentsOf } from '../refresh/support.ts'
import { type Groups, openGroups } from './support.ts'

const NONE = '00000000-0000-0000-0000-000000000000'
const [MONDAY, WEDNESDAY, SUNDAY] = ['2026-03-02', '2026-03-04', '2026-03-08']
const AFTER = new Date('2026-03-09T12:00:00Z')
const THREE_DAYS = { kind: 'daysPerWeek', days: 3 } as const

let bench: Bench
let office: Groups
let building: string
let group: string
let ada: string
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())
beforeEach(async () => {
  office = await openGroups(bench, null)
  building = await office.addBuilding()
  group = await office.addGroup(null, 'Platform')
  ada = await office.addPerson(group, building)
  await office.see(ada, building, `${MONDAY}T09:00:00Z`)
})

const segments = async () =>
  (await segmentsOf(office, 'policy-weeks')).map(({ day, locationId, revision, reason, rowCount }) =>
    [day, locationId === building ? 'building' : locationId, revision, reason, rowCount].join(' '),
  )
const rowsOfWeek = () => rowsOf(office, SUNDAY, building, 'policy-weeks') as unknown as Promise<PolicyWeekRow[]>
const rollups = () =>
  office.run(
    'select day::text, met, partly, missed, exempt, required, attended from policy_rollups where org_id = $1 order by day, location_id',
  )
const read = async (days = `startDate=${MONDAY}&endDate=${SUNDAY}`, headers = {}) =>
  send(bench.service.baseUrl, {
    path: `/v1/analytics/policy-weeks/basic?${days}`,
    headers: { ...basic(office.organization.keys['data-warehouse']), ...headers },
  })

it('a week is published with its Sunday, one row per person', async () => {
  await office.setPolicy(group, '2026-01-01', THREE_DAYS)
  await office.addPerson(group, null)
  await refresh(office, new Date('2026-03-08T12:00:00Z'))
  expect(await segments()).toEqual([])
  await refresh(office, AFTER)
  expect(await segments()).toEqual([`${SUNDAY} ${NONE} 1 refreshed 1`, `${SUNDAY} building 1 refreshed 1`])
  const row = {
    day: SUNDAY,
    userId: ada,
    week: '2026-W10',
    firstDay: MONDAY,
    lastDay: SUNDAY,
    primaryLocationId: building,
    primaryLocationName: `Building ${building}`,
    primaryGroupId: group,
    primaryGroupName: 'Platform',
    policyGroupId: group,
    policyGroupName: 'Platform',
    policyKind: 'daysPerWeek',
    policyDays: 3,
    policyWeekdays: null,
    workdays: 5,
    excusedDays: 0,
    required: 3,
    attended: 1,
    met: false,
    result: 'partly',
  }
  expect(await rowsOfWeek()).toEqual([row])
  const none = { day: SUNDAY, met: 0, partly: 0, missed: 0, exempt: 0, required: 3, attended: 0 }
  expect(await rollups()).toEqual([
    { ...none, missed: 1 },
    { ...none, partly: 1, attended: 1 },
  ])
  const rows = (await read()).json<PolicyWeekRow[]>()
  expect(rows).toContainEqual(row)
  expect(rows).toHaveLength(2)
  expect((await read(`startDate=${MONDAY}&endDate=${SUNDAY}&locationIds=none`)).json()).toMatchObject([
    { primaryLocationId: null },
  ])
  await refresh(office, AFTER)
  expect(await segments()).toEqual([`${SUNDAY} ${NONE} 1 refreshed 1`, `${SUNDAY} building 1 refreshed 1`])
})

it('without any policy, weeks have no segments and no rows', async () => {
  await refresh(office, AFTER)
  expect(await segments()).toEqual([])
  expect((await read()).json()).toEqual([])
})

it('an event that arrives late for any day of the week restates it, and so do the calendar and time off', async () => {
  await office.setPolicy(group, '2026-01-01', THREE_DAYS)
  await refresh(office, AFTER)
  await office.see(ada, building, `${WEDNESDAY}T09:00:00Z`)
  await refresh(office, AFTER)
  expect(await segments()).toEqual([`${SUNDAY} building 2 lateEvents 1`])
  expect(await rowsOfWeek()).toMatchObject([{ attended: 2, required: 3, result: 'partly' }])
  expect(await rollups()).toMatchObject([{ partly: 1, attended: 2, required: 3 }])
  await office.run(`insert into holidays (org_id, location_id, day, name) values ($1, $2, $3, 'Holiday')`, building, WEDNESDAY)
  await refresh(office, AFTER)
  expect(await segments()).toEqual([`${SUNDAY} building 3 corrected 1`])
  expect(await rowsOfWeek()).toMatchObject([{ attended: 2, required: 2, excusedDays: 1, result: 'met' }])
  await office.takeOff(ada, '2026-03-05', '2026-03-06')
  await refresh(office, AFTER)
  expect(await segments()).toEqual([`${SUNDAY} building 4 corrected 1`])
  expect(await rowsOfWeek()).toMatchObject([{ attended: 2, required: 1, excusedDays: 3, result: 'met' }])
  expect(await rollups()).toMatchObject([{ met: 1, partly: 0 }])
})

it('a calendar that changes for a day on which no one planned or came restates the weeks and months that the day is in', async () => {
  await office.setPolicy(group, '2026-01-01', THREE_DAYS)
  await refresh(office, AFTER)
  const close = () =>
    office.run(`insert into holidays (org_id, location_id, day, name) values ($1, $2, '2026-03-03', 'Holiday')`, building)
  await close()
  await refresh(office, AFTER)
  expect(await segments()).toEqual([`${SUNDAY} building 2 corrected 1`])
  expect(await rowsOfWeek()).toMatchObject([{ attended: 1, workdays: 5, required: 2, excusedDays: 1 }])
  await office.run(`update locations set working_days = '{1,2,3,4,5,6}' where org_id = $1`)
  await refresh(office, AFTER)
  expect(await segments()).toEqual([`${SUNDAY} building 3 corrected 1`])
  expect(await rowsOfWeek()).toMatchObject([{ attended: 1, workdays: 6, required: 2, excusedDays: 1 }])

  await office.run('delete from holidays where org_id = $1')
  await office.run('update attendance_policies set kind = $2, days = 10 where org_id = $1', 'daysPerMonth')
  await office.see(ada, building, '2026-02-27T09:00:00Z')
  const month = () => rowsOf(office, '2026-04-05', building, 'policy-weeks')
  await refresh(office, new Date('2026-04-07T12:00:00Z'))
  expect(await month()).toMatchObject([{ firstDay: '2026-03-01', required: 10, excusedDays: 0 }])
  await close()
  await refresh(office, new Date('2026-04-07T12:00:00Z'))
  expect(await month()).toMatchObject([{ firstDay: '2026-03-01', required: 9, excusedDays: 1 }])
})

it('a policy that is set, changed or removed for the past restates the weeks since', async () => {
  await refresh(office, AFTER)
  await office.setPolicy(group, MONDAY, THREE_DAYS)
  await refresh(office, AFTER)
  expect(await segments()).toEqual([`${SUNDAY} building 1 refreshed 1`])
  await office.run('update attendance_policies set days = 1 where org_id = $1')
  await refresh(office, AFTER)
  expect(await segments()).toEqual([`${SUNDAY} building 2 corrected 1`])
  expect(await rowsOfWeek()).toMatchObject([{ attended: 1, required: 1, met: true }])
  await office.run('delete from attendance_policies where org_id = $1')
  await refresh(office, AFTER)
  expect(await segments()).toEqual([`${SUNDAY} building 3 corrected 0`])
  expect(await rollups()).toEqual([])
})

it('a changed policy computes its weeks only, which progress counts, and no other change of their Sundays is forgotten', async () => {
  await office.setPolicy(group, MONDAY, THREE_DAYS)
  await refresh(office, AFTER)
  await office.see(ada, building, `${SUNDAY}T09:00:00Z`)
  await office.run('update attendance_policies set days = 2 where org_id = $1')
  const progress: object[] = []
  const onProgress = (each: object) => progress.push(each)
  const monday = { days: { firstDay: MONDAY, lastDay: MONDAY }, onProgress }
  expect(await refresh(office, AFTER, monday)).toMatchObject({ days: 1, segments: 1 })
  expect(progress).toEqual([
    { done: 1, total: 2, day: MONDAY },
    { done: 2, total: 2, day: SUNDAY },
  ])
  expect(await rowsOfWeek()).toMatchObject([{ attended: 2, required: 2, result: 'met' }])
  expect(await rowsOf(office, SUNDAY, building)).toEqual([])
  expect(await refresh(office, AFTER)).toMatchObject({ days: 1 })
  expect(await rowsOf(office, SUNDAY, building)).toMatchObject([{ userId: ada }])
  await office.run('update attendance_policies set days = 4 where org_id = $1')
  expect(await refresh(office, AFTER)).toMatchObject({ days: 0, segments: 1, restated: 1 })
  expect(await rowsOfWeek()).toMatchObject([{ attended: 2, required: 4, result: 'partly' }])
  expect(await refresh(office, AFTER)).toMatchObject({ days: 0, segments: 0 })
})

it('a late event restates the month that it belongs to', async () => {
  await office.setPolicy(group, '2026-01-01', { kind: 'daysPerMonth', days: 2 })
  await office.see(ada, building, '2026-02-27T09:00:00Z')
  await refresh(office, new Date('2026-04-07T12:00:00Z'))
  const months = () => segments().then((all) => all.filter((each) => each.startsWith('2026-04-05')))
  expect(await months()).toEqual(['2026-04-05 building 1 refreshed 1'])
  await office.see(ada, building, `${WEDNESDAY}T09:00:00Z`)
  await refresh(office, new Date('2026-04-07T12:00:00Z'))
  expect(await months()).toEqual(['2026-04-05 building 2 lateEvents 1'])
  expect(await rowsOf(office, '2026-04-05', building, 'policy-weeks')).toMatchObject([
    { firstDay: '2026-03-01', lastDay: '2026-03-31', workdays: 22, attended: 2, required: 2, result: 'met' },
  ])
})

it('the identifier of an answer changes with any day of a week that is over and not yet published', async () => {
  await office.setPolicy(group, '2026-01-01', THREE_DAYS)
  const { headers } = await read()
  expect((await read(undefined, { 'if-none-match': headers.etag })).status).toBe(304)
  await office.see(ada, building, `${WEDNESDAY}T09:00:00Z`)
  const changed = await read(undefined, { 'if-none-match': headers.etag })
  expect(changed.status).toBe(200)
  expect(changed.json()).toMatchObject([{ attended: 2 }])
})

it('rows of a week leave the dataset when retention removes its days, and its counts stay', async () => {
  await office.setPolicy(group, '2026-01-01', THREE_DAYS)
  const moment = new Date('2026-06-01T12:00:00Z')
  await refresh(office, moment)
  const before = await rollups()
  await office.pool.query('update organizations set presence_retention_days = 70 where id = $1', [office.orgId])
  await runRetention(office, office.orgId, { moment })
  await refresh(office, moment)
  const all = await segmentsOf(office, 'policy-weeks')
  expect(all.filter(({ day }) => day <= '2026-03-22').map(({ rowCount, reason }) => `${rowCount} ${reason}`)).toEqual(
    all.filter(({ day }) => day <= '2026-03-22').map(() => '0 erased'),
  )
  expect(all.filter(({ day }) => day > '2026-03-22').every(({ rowCount, revision }) => rowCount === 1 && revision === 1)).toBe(
    true,
  )
  expect(await rollups()).toEqual(before)
})

const keepPresence = (days: number) =>
  office.pool.query('update organizations set presence_retention_days = $2 where id = $1', [office.orgId, days])

it('weeks are published, counted and shown to their people where presence is kept for a month only', async () => {
  await office.setPolicy(group, '2026-01-01', THREE_DAYS)
  await office.see(ada, building, '2026-02-02T09:00:00Z')
  await refresh(office, new Date('2026-04-26T12:00:00Z'))
  await keepPresence(31)
  const moment = new Date('2026-04-27T12:00:00Z')
  await runRetention(office, office.orgId, { moment })
  await refresh(office, moment)
  expect((await segments()).at(-1)).toBe('2026-04-26 building 1 refreshed 1')
  expect((await rollups()).at(-1)).toMatchObject({ day: '2026-04-26', missed: 1 })
  // Presence is removed up to Thursday 26 March.
  const weeks = async () => {
    const shown = await listUserPolicyWeeks(office.db, office.orgId, ada, { firstDay: MONDAY, lastDay: '2026-05-03' })
    return shown.map(({ firstDay, lastDay }) => `${firstDay} ${lastDay}`)
  }
  const shown = ['2026-04-27 2026-05-03', '2026-04-20 2026-04-26', '2026-04-13 2026-04-19', '2026-04-06 2026-04-12']
  expect(await weeks()).toEqual([...shown, '2026-03-30 2026-04-05'])
  // March began before, so it is not shown.
  await office.setPolicy(group, '2026-02-01', { kind: 'daysPerMonth', days: 8 })
  await office.setPolicy(group, '2026-04-01', THREE_DAYS)
  expect(await weeks()).toEqual(shown)
})

it('a week of which retention has removed days loses its rows when a person of it is erased, and keeps its counts', async () => {
  await office.setPolicy(group, '2026-01-01', THREE_DAYS)
  await office.addPerson(group, building)
  const moment = new Date('2026-06-01T12:00:00Z')
  await refresh(office, moment)
  const [counted] = await rollups()
  // Presence is removed up to Wednesday of the week.
  await keepPresence(88)
  await runRetention(office, office.orgId, { moment })
  await refresh(office, moment)
  const weeks = async () => (await segments()).slice(0, 2)
  expect(await weeks()).toEqual([`${SUNDAY} building 1 refreshed 2`, '2026-03-15 building 1 refreshed 2'])
  const { headers } = await bench.service.signIn(office.orgId, ['global-administrator'])
  const erased = await send(bench.service.baseUrl, {
    ...{ method: 'POST', path: `/api/users/${ada}/erasure`, body: { reason: 'On request', confirm: `user-${ada}` } },
    headers: { 'content-type': 'application/json', ...headers },
  })
  expect(erased.status, erased.text).toBe(200)
  await refresh(office, moment)
  expect(await weeks()).toEqual([`${SUNDAY} building 2 erased 0`, '2026-03-15 building 2 erased 1'])
  expect((await rollups())[0]).toEqual(counted)
})

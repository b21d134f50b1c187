import type { PrivacyStatus } from '@rollcall/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordOccupancy } from '../../src/intake/occupancy/occupancy-events.ts'
import { startRetention } from '../../src/operations/privacy/retention-schedule.ts'
import { runRetention } from '../../src/operations/privacy/retention-service.ts'
import { basic } from '../../src/testing/test-service.ts'
import { type Bench, openBench } from '../attendance/support.ts'
import { until } from '../http/support/credentials.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { send } from '../http/support/send.ts'
import { refresh, segmentsOf } from '../refresh/support.ts'
import { type MarkedOffice, openMarkedOffice } from './support.ts'

/** 31 days before the third day: its first day is 33 days back, its last one 31. */
const MOMENT = new Date('2026-05-01T12:00:00Z')
const NEXT_DAY = new Date('2026-05-02T12:00:00Z')
const OLD = ['2026-03-29', '2026-03-30'] as const
const KEPT = '2026-03-31'
const DAYS = [...OLD, KEPT] as const

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())

type Row = Record<string, unknown>

const setRetention = (office: MarkedOffice, days: object) => office.call('PATCH', '/api/settings', days)
const anonymize = (office: MarkedOffice, moment = MOMENT) =>
  runRetention({ db: office.db, pool: office.pool }, office.orgId, { moment })
const query = async (office: MarkedOffice, text: string): Promise<Row[]> => (await office.pool.query(text, [office.orgId])).rows

const read = async ({ service, organization }: MarkedOffice, dataset: string, day: string): Promise<Row[]> => {
  const path = `/v1/analytics/${dataset}/basic?startDate=${day}&endDate=${day}`
  const answer = await send(service.baseUrl, { path, headers: basic(organization.keys['data-warehouse']) })
  expect(answer.status).toBe(200)
  return answer.json<Row[]>()
}

/** Two people who come, book and go on each of the days; one of them never comes. */
const fillDays = async (office: MarkedOffice): Promise<void> => {
  const { userId, colleague, nodes, ingest, orgId, call, pool } = office
  const absent = await office.addUser(nodes.location)
  for (const day of DAYS) {
    for (const user of [userId, colleague, absent]) await office.plan(user, day, 'o', nodes.location)
    await call('PUT', `/api/users/${userId}/days/${day}/booking`, { placeId: nodes.place, reason: 'window' })
    await office.see(userId, nodes.location, `${day}T08:00:00Z`, `${day}T09:30:00Z`)
    await office.see(colleague, nodes.location, `${day}T10:00:00Z`)
    const reports = [
      { eventId: `on ${day}`, timestamp: `${day}T10:00:00Z`, occupied: true },
      { eventId: `off ${day}`, timestamp: `${day}T12:00:00Z`, occupied: false },
    ].map((report) => ({ ...report, locationId: nodes.space, locationType: 'space' as const }))
    await recordOccupancy(ingest, { orgId, keyId: null, sourceId: 'sensors' }, reports)
    const times = { startsAt: `${day}T10:00:00Z`, endsAt: `${day}T11:00:00Z`, locationId: nodes.location }
    await call('POST', '/api/events', { eventName: 'Stand-up', ...times, invitees: [userId, colleague, absent] })
    await call('POST', '/api/visits', {
      visitorName: 'Vera Visit',
      visitorEmail: 'vera@x.example',
      locationId: nodes.location,
      day,
    })
    await office.submit('visitor-arrival', {
      sourceId: 'reception',
      visitorEvents: [
        { eventType: 'arrived', visitorName: 'Vera', visitorEmail: 'VERA@x.example', badgeNumber: 'V-1', hour: '09' },
        { eventType: 'departed', badgeNumber: 'V-1', hour: '11' },
        { eventType: 'arrived', visitorName: 'Walk In', hour: '10' },
      ].map(({ hour, ...event }, n) => ({
        ...event,
        eventId: `v${n}`,
        timestamp: `${day}T${hour}:00:00Z`,
        locationId: nodes.location,
      })),
    })
  }
  // Besides what was written today about these days, as of a backfill: entries that were written then.
  await pool.query(
    `insert into user_actions
       (org_id, user_id, recorded_on, recorded_at, action_id, day, action, changed_by, changed_by_user_id, reason)
     select $1, $2, day, day, gen_random_uuid(), day, 'planSet', 'user', $2, 'because' from unnest($3::date[]) day`,
    [orgId, userId, DAYS],
  )
}

/** Everything that is counted of the days, in the warehouse and in analytics. */
const countsOf = async (office: MarkedOffice): Promise<object> => {
  const of = async (day: string) => {
    const attendance = await read(office, 'user-booking-attendance', day)
    const presence = await read(office, 'presence', day)
    const desk = ['bookingPlaceId', 'bookingPlaceName', 'placeId', 'placeName']
    const without = ['userId', 'eventId', 'sourceUserId', 'userName', 'updatedAt', 'planOrigin', ...desk]
    const impersonal = (rows: Row[]) =>
      rows.map((row) => JSON.stringify(Object.entries(row).filter(([name]) => !without.includes(name)))).sort()
    return {
      attendance: impersonal(attendance),
      presence: impersonal(presence),
      people: [new Set(attendance.map(({ userId }) => userId)).size, new Set(presence.map(({ userId }) => userId)).size],
      attended: (await read(office, 'events', day)).map(({ attendedCount }) => attendedCount),
    }
  }
  return {
    days: [await of(DAYS[0]), await of(DAYS[1]), await of(DAYS[2])],
    rollups: await query(office, `select to_jsonb(r) as r from location_rollups r where org_id = $1 order by day`),
    groups: await query(office, `select to_jsonb(r) as r from group_rollups r where org_id = $1 order by day`),
    months: await query(office, 'select to_jsonb(r) as r from group_months r where org_id = $1 order by month, group_id'),
    desks: await query(office, 'select location_id, month, desks from desk_months where org_id = $1'),
    visits: await query(
      office,
      `select day, is_expected, count(*), count(arrived_at) as came, count(departed_at) as gone
       from visit_log($1, '2026-01-01', '2026-12-31') group by 1, 2 order by 1, 2`,
    ),
    actions: await query(office, 'select day, action, count(*) from user_actions where org_id = $1 group by 1, 2 order by 1, 2'),
  }
}

test('people older than the retention are removed, later ones stay, and every count is unchanged', async () => {
  const office = await openMarkedOffice(bench)
  const { userId, colleague } = office
  await fillDays(office)
  await refresh(office, MOMENT)
  const before = await countsOf(office)
  expect(JSON.stringify(before)).toContain('"attended":[2]')
  const published = await segmentsOf(office)
  const settings = { presenceRetentionDays: 31, occupancyRetentionDays: 31, logRetentionDays: 31, visitorRetentionDays: 31 }
  await setRetention(office, settings)

  const reports = await anonymize(office)
  expect(reports?.map(({ through }) => through)).toEqual(Array(4).fill(OLD[1]))
  expect(await countsOf(office)).toEqual(before)

  // What visitors were called leaves the published visits with the next refresh, as after an erasure.
  await refresh(office, MOMENT)
  const names = [userId, colleague, office.userName, 'vera', 'walk in']
  for (const day of OLD) {
    const datasets = ['user-booking-attendance', 'presence', 'headcount', 'visits']
    const rows = (await Promise.all(datasets.map((dataset) => read(office, dataset, day)))).flat()
    for (const name of names) expect(JSON.stringify(rows).toLowerCase()).not.toContain(name.toLowerCase())
  }
  const peopleOf = async (dataset: string, day: string) => new Set((await read(office, dataset, day)).map((row) => row.userId))
  const seen = await Promise.all(OLD.map((day) => peopleOf('presence', day)))
  expect((seen[0] as Set<unknown>).isDisjointFrom(seen[1] as Set<unknown>)).toBe(true)
  expect((seen[0] as Set<unknown>).isSubsetOf(await peopleOf('user-booking-attendance', OLD[0]))).toBe(true)
  expect(await peopleOf('presence', KEPT)).toEqual(new Set([userId, colleague]))

  const after = await segmentsOf(office)
  expect(after.filter(({ reason }) => reason === 'erased').map(({ day }) => day)).toEqual([...OLD, ...OLD, ...OLD])
  expect(after.filter(({ day }) => day === KEPT)).toEqual(published.filter(({ day }) => day === KEPT))
  const left = await query(
    office,
    `select 'plan' as what, day, user_id from day_plans where org_id = $1
     union select 'booking', day, user_id from bookings where org_id = $1
     union select 'presence', local_day, user_id from presence_events where org_id = $1
     union select 'log', day, user_id from user_actions a
       where org_id = $1 and exists (select from users u where u.org_id = a.org_id and u.id in (a.user_id, a.changed_by_user_id))
     union select 'log', day, null from user_actions where org_id = $1 and (before || after)::text like '%placeId": "%'
     union select 'visit', day, host_user_id from visits where org_id = $1 and visitor_name = 'Vera Visit'
     union select 'visitor', local_day, null from visitor_events where org_id = $1 and (visitor_name || badge_number) like 'Vera%'
     union select 'occupancy', local_day, null from occupancy_events where org_id = $1`,
  )
  expect([...new Set(left.map(({ what }) => what))].sort()).toEqual([
    'booking',
    'log',
    'occupancy',
    'plan',
    'presence',
    'visit',
    'visitor',
  ])
  expect([...new Set(left.map(({ day }) => day))]).toEqual([KEPT])
  expect(await query(office, `select 1 from user_actions where org_id = $1 and action = 'cancelled'`)).toEqual([])

  await refresh(office, MOMENT, { all: true })
  expect(await segmentsOf(office)).toEqual(after)
  expect(await countsOf(office)).toEqual(before)
  expect(await anonymize(office)).toEqual([])

  const status = await send(office.service.baseUrl, { path: '/api/privacy', headers: office.administrator.headers })
  const { retention, runs } = status.json<PrivacyStatus>()
  expect(retention).toEqual(['presence', 'occupancy', 'log', 'visitors'].map((kind) => ({ kind, days: 31, through: OLD[1] })))
  expect(runs.find(({ kind }) => kind === 'presence')).toMatchObject({
    ...{ through: OLD[1], error: null },
    rows: { presence_events: 6, day_plans: 6, bookings: 2, person_months: 6 },
  })
})

test('an entry of the log is kept until the day that it is about is old, and one about no day until it is', async () => {
  const office = await openMarkedOffice(bench)
  const { userId, pool, orgId } = office
  await pool.query(`select ensure_user_action_partition(day) from (values (date '2026-03-01'), ('2026-04-01')) m (day)`)
  await pool.query(
    `insert into user_actions (org_id, user_id, recorded_on, recorded_at, action_id, day, action, changed_by)
     select $1, $2, e.written, e.written, gen_random_uuid(), e.about, e.action, 'user'
     from (values
       (date '2026-03-01', date '${OLD[1]}', 'planSet'), ('2026-03-01', '${KEPT}', 'planSet'), ('2026-04-30', '${OLD[1]}', 'planSet'),
       ('${OLD[1]}', null, 'weekPlanChanged'), ('${KEPT}', null, 'weekPlanChanged')
     ) as e (written, about, action)`,
    [orgId, userId],
  )
  await setRetention(office, { logRetentionDays: 31 })
  expect(await anonymize(office)).toEqual([{ kind: 'log', lastDay: OLD[1], through: OLD[1] }])
  const known = await query(
    office,
    `select recorded_on::text as written, day::text as about, changed_by_user_id as by
     from user_actions where org_id = $1 and user_id = '${userId}' order by 1`,
  )
  expect(known).toEqual([
    { written: '2026-03-01', about: KEPT, by: null },
    { written: KEPT, about: null, by: null },
  ])
  expect(await anonymize(office)).toEqual([])
  expect((await anonymize(office, NEXT_DAY))?.map(({ through }) => through)).toEqual([KEPT])
  expect(await query(office, `select 1 from user_actions where org_id = $1 and user_id = '${userId}'`)).toEqual([])
})

test('a day that is not published as it is waits, and what comes for a day that is anonymous already counts nowhere', async () => {
  const office = await openMarkedOffice(bench)
  const { userId, nodes } = office
  await fillDays(office)
  await refresh(office, MOMENT)
  await setRetention(office, { presenceRetentionDays: 31 })
  await office.see(userId, nodes.location, `${OLD[1]}T14:00:00Z`)
  expect(await anonymize(office)).toMatchObject([{ kind: 'presence', lastDay: OLD[1], through: OLD[0] }])
  expect(await anonymize(office)).toMatchObject([{ through: OLD[0] }])
  await refresh(office, MOMENT)
  expect(await anonymize(office)).toMatchObject([{ through: OLD[1] }])

  const segments = await segmentsOf(office)
  await office.see(userId, nodes.location, `${OLD[0]}T14:00:00Z`)
  await refresh(office, MOMENT)
  expect(await segmentsOf(office)).toEqual(segments)
  await refresh(office, NEXT_DAY)
  expect(await anonymize(office, NEXT_DAY)).toMatchObject([{ through: KEPT }])
  expect(await query(office, 'select 1 from presence_events where org_id = $1')).toEqual([])
})

test('counts of occupancy stay when a day is computed again without its events', async () => {
  const office = await openMarkedOffice(bench)
  await fillDays(office)
  await refresh(office, MOMENT)
  const spaces = () => query(office, 'select day, spaces_by_hour from location_rollups where org_id = $1 order by day')
  const before = await spaces()
  expect(before.map(({ spaces_by_hour }) => (spaces_by_hour as number[])[10])).toEqual([1, 1, 1])
  await setRetention(office, { occupancyRetentionDays: 31 })
  const [reports] = (await Promise.all([anonymize(office), anonymize(office)])).filter((each) => each?.length)
  expect(reports).toMatchObject([{ kind: 'occupancy', through: OLD[1] }])
  await refresh(office, MOMENT, { all: true })
  expect(await spaces()).toEqual(before)
})

test('the service looks by itself what became too old, every organization by its own settings', async () => {
  const [office, other] = [await openMarkedOffice(bench), await openMarkedOffice(bench)]
  for (const each of [office, other]) await fillDays(each)
  await setRetention(office, { visitorRetentionDays: 31 })
  const errors: unknown[] = []
  await using _ = startRetention({ db: office.db, pool: office.pool }, (error) => errors.push(error), 20)
  const namesOf = ({ orgId, pool }: MarkedOffice) =>
    pool.query<{ visitor_name: string }>('select visitor_name from visits where org_id = $1', [orgId])
  const known = async (each: MarkedOffice) => (await namesOf(each)).rows.filter((row) => row.visitor_name === 'Vera Visit').length
  await until(async () => (await known(office)) === 0)
  expect(await known(other)).toBe(DAYS.length)
  expect(errors).toEqual([])
})

test('only global administrators say how long something is kept', async () => {
  const office = await openMarkedOffice(bench)
  const workplaceAdmin = await office.service.signIn(office.orgId, ['workplace-administrator'])
  const change = (body: object, headers = workplaceAdmin.headers) =>
    send(office.service.baseUrl, {
      method: 'PATCH',
      path: '/api/settings',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    })
  expectProblem(await change({ presenceRetentionDays: 365 }), 'role_not_allowed')
  expectProblem(await change({ logRetentionDays: null }), 'role_not_allowed')
  expect((await change({ autoRelease: true })).status).toBe(200)
  expectProblem(await change({ presenceRetentionDays: 30 }, office.administrator.headers), 'invalid_body')
  expect(
    (await change({ presenceRetentionDays: 31, visitorRetentionDays: null }, office.administrator.headers)).json(),
  ).toMatchObject({
    ...{ presenceRetentionDays: 31, occupancyRetentionDays: null, logRetentionDays: null, visitorRetentionDays: null },
  })
})

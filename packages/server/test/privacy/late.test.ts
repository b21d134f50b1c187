import { randomUUID } from 'node:crypto'
import type { Visit } from '@rollcall/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordOccupancy } from '../../src/intake/occupancy/occupancy-events.ts'
import { runRetention } from '../../src/operations/privacy/retention-service.ts'
import { type Bench, shareBench } from '../attendance/support.ts'
import { type MarkedOffice, openMarkedOffice } from './support.ts'

/** The last day to be anonymous is 2026-03-30. */
const MOMENT = new Date('2026-05-01T12:00:00Z')
const THROUGH = '2026-03-30'
const OLD = '2026-01-10'
const OLDER = '2025-11-20'

let bench: Bench
beforeAll(async () => {
  bench = await shareBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())

/** An organization in which a run has passed the days before anything came for them. */
const openPassedOffice = async (settings: object) => {
  const office = await openMarkedOffice(bench)
  const { db, pool, orgId, call } = office
  await call('PATCH', '/api/settings', settings)
  const anonymize = (moment = MOMENT) => runRetention({ db, pool }, orgId, { moment })
  expect((await anonymize())?.map(({ through }) => through)).toEqual(Object.keys(settings).map(() => THROUGH))
  expect(await anonymize()).toEqual([])
  const query = async (text: string) => (await pool.query<Record<string, unknown>>(text, [orgId])).rows
  return { ...office, anonymize, query }
}

const welcome = ({ submit, nodes }: MarkedOffice, day: string) =>
  submit('visitor-arrival', {
    sourceId: 'reception',
    visitorEvents: [
      ...[
        { eventType: 'arrived', visitorName: 'Vera Visit', visitorEmail: 'vera@x.example', badgeNumber: 'Badge 7', hour: '09' },
      ],
      ...[{ eventType: 'departed', badgeNumber: 'Badge 7', hour: '11' }],
    ].map(({ hour, ...event }) => ({
      ...event,
      ...{ eventId: `Badge 7 ${hour}`, timestamp: `${day}T${hour}:00:00Z`, locationId: nodes.location },
    })),
  })
const KNOWN = /vera|badge 7/i

test('visitors whose history comes after a run lose their names in the next one, and are counted', async () => {
  const office = await openPassedOffice({ visitorRetentionDays: 31 })
  const { anonymize, query, call, nodes } = office
  const textOf = async () =>
    JSON.stringify([
      await query('select visitor_name, visitor_email, badge_number, event_id from visitor_events where org_id = $1'),
      await query('select visitor_name, visitor_email from visits where org_id = $1'),
    ])
  const visits: Visit[] = []
  for (const day of [OLD, OLDER]) {
    await welcome(office, day)
    const visit = { visitorName: 'Vera Visit', visitorEmail: 'VERA@x.example', locationId: nodes.location, day }
    visits.push((await call('POST', '/api/visits', visit)) as Visit)
  }
  expect(await textOf()).toMatch(KNOWN)
  expect(await anonymize()).toEqual([{ kind: 'visitors', lastDay: THROUGH, through: THROUGH }])
  const text = await textOf()
  expect(text).not.toMatch(KNOWN)
  expect(
    await query(
      `select day::text, is_expected, arrived_at is not null and departed_at is not null as came
       from visit_log($1, '2025-01-01', '2026-12-31') order by day`,
    ),
  ).toEqual([OLDER, OLD].map((day) => ({ day, is_expected: true, came: true })))
  expect(await anonymize()).toEqual([])

  const path = `/api/visits/${visits[0]?.visitId}`
  await call('PATCH', path, { visitorType: 'guest' })
  expect(await anonymize()).toEqual([])
  expect(await textOf()).toBe(text)
  await call('PATCH', path, { visitorName: 'Vera Again' })
  expect(await anonymize()).toMatchObject([{ kind: 'visitors' }])
  expect(await textOf()).not.toMatch(KNOWN)
})

test('a longer retention keeps what comes for days that were not anonymous yet, and no other', async () => {
  const office = await openPassedOffice({ visitorRetentionDays: 31 })
  await office.call('PATCH', '/api/settings', { visitorRetentionDays: 365 })
  for (const day of [THROUGH, '2026-03-31']) await welcome(office, day)
  expect(await office.anonymize()).toEqual([{ kind: 'visitors', lastDay: THROUGH, through: THROUGH }])
  expect(
    await office.query(
      'select local_day::text as day, is_anonymous from visitor_events where org_id = $1 group by 1, 2 order by 1, 2',
    ),
  ).toEqual([
    { day: THROUGH, is_anonymous: true },
    { day: '2026-03-31', is_anonymous: false },
  ])
})

test('plans, bookings and parking of passed days forget who changed them and why in the next run', async () => {
  const { anonymize, query, call, plan, pool, orgId, userId, nodes } = await openPassedOffice({ logRetentionDays: 31 })
  const bay = randomUUID()
  await pool.query(`insert into parking_bays (org_id, id, location_id, name) values ($1, $2, $3, 'Bay')`, [
    ...[orgId, bay, nodes.location],
  ])
  for (const day of [OLDER, OLD]) {
    await plan(userId, day, 'o', nodes.location)
    await call('PUT', `/api/users/${userId}/days/${day}/booking`, { placeId: nodes.place, reason: 'near the window' })
    await pool.query(
      `insert into parking_bookings (org_id, id, user_id, day, location_id, bay_id, changed_by, changed_by_user_id)
       values ($1, gen_random_uuid(), $2, $3, $4, $5, 'administrator', $2)`,
      [orgId, userId, day, nodes.location, bay],
    )
  }
  await pool.query(`update day_plans set reason = 'as agreed', changed_by_user_id = $2 where org_id = $1`, [orgId, userId])
  const signed = () =>
    query(
      `select 'plan' as what, reason, changed_by_user_id as by from day_plans where org_id = $1
       union select 'booking', reason, changed_by_user_id from bookings where org_id = $1
       union select 'parking', null, changed_by_user_id from parking_bookings where org_id = $1
       order by what`,
    )
  expect((await signed()).every(({ by }) => by !== null)).toBe(true)
  expect(await anonymize()).toEqual([{ kind: 'log', lastDay: THROUGH, through: THROUGH }])
  expect(await signed()).toEqual(['booking', 'parking', 'plan'].map((what) => ({ what, reason: null, by: null })))
  expect((await query('select count(*)::integer as n from bookings where org_id = $1'))[0]).toEqual({ n: 2 })
  const entries = await query(`select reason, user_id from user_actions where org_id = $1 and action = 'booked'`)
  expect(entries.map(({ reason }) => reason)).toEqual([null, null])
  // Pseudonyms of one day lead to no other.
  expect(new Set([userId, ...entries.map((entry) => entry.user_id)]).size).toBe(3)
  expect(await anonymize()).toEqual([])
})

test('occupancy, presence, plans and bookings that arrive for anonymous days are deleted by the next run', async () => {
  const { anonymize, query, ...office } = await openPassedOffice({ presenceRetentionDays: 31, occupancyRetentionDays: 31 })
  const { ingest, orgId, nodes, userId } = office
  const late = { occupancy_events: 0, presence_events: 0, day_plans: 0, bookings: 0 }
  const left = async () => {
    const counts = Object.keys(late).map((table) => `(select count(*)::integer from ${table} where org_id = $1) as ${table}`)
    return (await query(`select ${counts}`))[0]
  }
  for (const day of [OLDER, OLD]) {
    const at = { eventId: randomUUID(), timestamp: `${day}T23:00:00Z`, locationId: nodes.space, locationType: 'space' as const }
    await recordOccupancy(ingest, { orgId, keyId: null, sourceId: 'sensors' }, [{ ...at, occupied: true }])
  }
  expect(await anonymize()).toMatchObject([{ kind: 'occupancy' }])
  expect(await left()).toEqual(late)

  const ways = [
    () => office.see(userId, nodes.location, `${THROUGH}T23:59:00Z`),
    () => office.plan(userId, OLD, 'r'),
    async () => {
      await office.plan(userId, OLD, 'o', nodes.location)
      const booking = await office.book(userId, OLD, nodes.location)
      await office.pool.query(
        `update bookings set status = 'cancelled', command_id = gen_random_uuid() where org_id = $1 and id = $2`,
        [orgId, booking],
      )
    },
  ]
  for (const comeLate of ways) {
    await comeLate()
    expect(await anonymize()).toEqual([{ kind: 'presence', lastDay: THROUGH, through: THROUGH }])
    expect(await left()).toEqual(late)
    expect(await anonymize()).toEqual([])
  }
  await office.see(userId, nodes.location, '2026-03-31T00:00:00Z')
  expect(await anonymize()).toEqual([])
})

import type { AttendanceRow, PlaceFigures } from '@rollcall/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runRetention } from '../../src/operations/privacy/retention-service.ts'
import { basic } from '../../src/testing/test-service.ts'
import { type Bench, shareBench } from '../attendance/support.ts'
import { send } from '../http/support/send.ts'
import { refresh } from '../refresh/support.ts'
import { openMarkedOffice } from './support.ts'

/** The first two are workdays more than 31 days back, the last one is not. */
const MOMENT = new Date('2026-05-01T12:00:00Z')
const OLD = ['2026-03-26', '2026-03-27'] as const
const KEPT = '2026-03-31'

/** The columns that anonymous days replace or leave out. Add a new column here, if it helps to identify someone, or to `ANONYMOUS`. */
const PERSONAL = {
  attendance: ['userId', 'bookingPlaceId', 'bookingPlaceName', 'updatedAt', 'planOrigin'],
  presence: ['eventId', 'sourceUserId', 'userId', 'userName', 'placeId', 'placeName'],
} as const
/** The columns that anonymous days keep. */
const ANONYMOUS = {
  attendance: [
    ...['primaryLocationId', 'primaryLocationName', 'day', 'plan', 'bookingDepth', 'attendanceType'],
    ...['bookingLocationId', 'bookingLocationName', 'bookingLevelId', 'bookingLevelName', 'bookingZoneId', 'bookingZoneName'],
    ...['primaryGroupId', 'primaryGroupName', 'attendanceLocationId', 'attendanceLocationName', 'firstSeenAt', 'lastSeenAt'],
    ...['attendanceReason', 'plannedLocationId', 'presenceMinutes', 'dayType'],
    'checkedInAt',
    // The first of them only, if there are several.
    'locationIds',
  ],
  presence: [
    ...['sourceId', 'timestamp', 'receivedAt', 'day', 'locationType', 'locationId', 'locationName', 'levelId', 'levelName'],
    ...['zoneId', 'zoneName', 'spaceId', 'spaceName'],
  ],
} as const

let bench: Bench
beforeAll(async () => {
  bench = await shareBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())

test('an assigned desk does not lead from anonymous days to its person, nor from one of them to another', async () => {
  const office = await openMarkedOffice(bench)
  const { service, organization, pool, orgId, userId, nodes, call, administrator } = office
  await pool.query('update places set assigned_user_id = $2 where org_id = $1', [orgId, userId])
  for (const day of [...OLD, KEPT]) {
    await office.plan(userId, day, 'o', nodes.location)
    await call('PUT', `/api/users/${userId}/days/${day}/booking`, { placeId: nodes.place, reason: 'own desk' })
    const event = { eventId: `at the desk on ${day}`, timestamp: `${day}T09:00:00Z`, userId }
    await office.submit('presence', {
      sourceId: 'sensors',
      presenceEvents: [{ ...event, locationId: nodes.place, locationType: 'place' }],
    })
  }
  // Another test covers that figures of so few people are withheld.
  await call('PATCH', '/api/settings', { minimumGroupSize: 1 })
  await refresh(office, MOMENT)
  const read = async (dataset: string, days = '') => {
    const path = `/v1/analytics/${dataset}/basic${days}`
    const answer = await send(service.baseUrl, { path, headers: basic(organization.keys['data-warehouse']) })
    return answer.json<Record<string, unknown>[]>()
  }
  const rowsOf = async (first: string, last: string) => {
    const days = `?startDate=${first}&endDate=${last}`
    return { attendance: await read('user-booking-attendance', days), presence: await read('presence', days) }
  }
  const placesOf = async (first: string, last: string) => {
    const path = `/api/analytics/places?from=${first}&to=${last}&locationId=${nodes.location}`
    return (await send(service.baseUrl, { path, headers: administrator.headers })).json<PlaceFigures>().places
  }
  const before = await rowsOf(...OLD)
  expect(before.attendance.map(({ bookingPlaceId }) => bookingPlaceId)).toEqual([nodes.place, nodes.place])
  expect(before.presence.map(({ placeId }) => placeId)).toEqual([nodes.place, nodes.place])
  expect(await placesOf(...OLD)).toMatchObject([{ hidden: false, usedDays: 2 }])

  await call('PATCH', '/api/settings', { presenceRetentionDays: 31 })
  await runRetention({ db: office.db, pool }, orgId, { moment: MOMENT })
  expect(await read('desks')).toMatchObject([{ deskId: nodes.place, assignedUserId: userId }])
  const after = await rowsOf(...OLD)
  expect(JSON.stringify(after)).not.toContain(nodes.place)
  expect(JSON.stringify(after)).not.toContain('"Place"')
  const kept = { bookingLocationId: nodes.location, bookingZoneId: nodes.zone, bookingDepth: 3, attendanceType: 'confirmed' }
  expect(after.attendance).toMatchObject([kept, kept])
  expect(after.presence).toMatchObject([{ zoneId: nodes.zone }, { zoneId: nodes.zone }])
  for (const dataset of ['attendance', 'presence'] as const) {
    for (const [index, row] of after[dataset].entries()) {
      const { [index]: published = {} } = before[dataset]
      expect(Object.keys(row).sort()).toEqual([...PERSONAL[dataset], ...ANONYMOUS[dataset]].sort())
      for (const column of PERSONAL[dataset]) {
        expect(row[column], column).not.toEqual(published[column] ?? 'null before as well')
      }
      for (const column of ANONYMOUS[dataset]) expect(row[column], column).toEqual(published[column])
    }
  }

  expect(await placesOf(...OLD)).toMatchObject([{ placeId: nodes.place, hidden: true, usedDays: null, bookedDays: null }])
  expect(await placesOf(OLD[1], KEPT)).toMatchObject([{ hidden: true, usedDays: null }])
  expect(await placesOf(KEPT, KEPT)).toMatchObject([{ hidden: false, usedDays: 1 }])
  const rest = await rowsOf(KEPT, KEPT)
  expect(rest.attendance).toMatchObject([{ userId, bookingPlaceId: nodes.place }])
})

test('the buildings that a person visited in turn are left out of anonymous days', async () => {
  const { service, organization, pool, orgId, userId, nodes, call, ...office } = await openMarkedOffice(bench)
  const other = await office.addLocation('UTC')
  await office.see(userId, other, `${OLD[1]}T08:00:00Z`)
  await office.see(userId, nodes.location, `${OLD[1]}T12:00:00Z`)
  await refresh({ pool, orgId }, MOMENT)
  const read = async () => {
    const path = `/v1/analytics/user-booking-attendance/basic?startDate=${OLD[1]}&endDate=${OLD[1]}`
    const answer = await send(service.baseUrl, { path, headers: basic(organization.keys['data-warehouse']) })
    return answer.json<AttendanceRow[]>()
  }
  expect(await read()).toMatchObject([{ attendanceLocationId: other, locationIds: [other, nodes.location] }])
  await call('PATCH', '/api/settings', { presenceRetentionDays: 31 })
  await runRetention({ db: office.db, pool }, orgId, { moment: MOMENT })
  expect(await read()).toMatchObject([{ attendanceLocationId: other, locationIds: [other] }])
})

test('nor does it lead from old entries of the log to its person', async () => {
  const { orgId, pool, db, userId, nodes, call } = await openMarkedOffice(bench)
  await pool.query('update places set assigned_user_id = $2 where org_id = $1', [orgId, userId])
  await call('PUT', `/api/users/${userId}/days/${KEPT}/booking`, { placeId: nodes.place, reason: 'own desk' })
  await pool.query(
    `insert into user_actions
       (org_id, user_id, recorded_on, recorded_at, action_id, day, action, changed_by, changed_by_user_id, reason, before, after)
     select org_id, user_id, $2::date, $2::date, gen_random_uuid(), $2::date, 'moved', changed_by, changed_by_user_id, reason, after, after
     from user_actions where org_id = $1 and action = 'booked'`,
    [orgId, OLD[0]],
  )
  await call('PATCH', '/api/settings', { logRetentionDays: 31 })
  await runRetention({ db, pool }, orgId, { moment: MOMENT })
  const { rows } = await pool.query(
    `select distinct action, user_id = $2 as "isKnown", before ->> 'placeId' as before, after ->> 'placeId' as after,
       after ->> 'zoneId' as zone
     from user_actions where org_id = $1 and action in ('moved', 'booked') order by action`,
    [orgId, userId],
  )
  const zone = nodes.zone
  expect(rows).toEqual([
    { action: 'booked', isKnown: true, before: null, after: nodes.place, zone },
    { action: 'moved', isKnown: false, before: null, after: null, zone },
  ])
})

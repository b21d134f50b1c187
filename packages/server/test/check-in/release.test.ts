import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createOutbox } from '../../src/directory/mail/outbox.ts'
import { checkIn } from '../../src/planning/check-in/check-in-service.ts'
import { releaseUnconfirmed, startReleases } from '../../src/planning/check-in/release-job.ts'
import { listDueDays } from '../../src/planning/check-in/release-store.ts'
import { type Office as Attended, type Bench, openBench, openOffice } from '../attendance/support.ts'
import { addOffice, type Office } from '../planning/support.ts'

/** A Monday in winter time: Berlin is an hour ahead of UTC. */
const DAY = '2026-03-02'
const BEFORE = '2026-03-01T12:00:00Z'
const at = (time: string, day = DAY) => new Date(`${day}T${time}Z`)

let bench: Bench
let attended: Attended
let office: Office
let ada: string
let booking: string

beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())
beforeEach(async () => {
  // Nothing is left to decide about of the organizations of other tests.
  await bench.service.database.pool.query(`update locations set check_in_mode = 'none' where check_in_mode <> 'none'`)
  attended = await openOffice(bench)
  office = await addOffice(bench.service, attended.orgId, { timeZone: 'Europe/Berlin' })
  await wants({ check_in_mode: 'by-time', check_in_by: '10:30' })
  ada = await person()
  booking = await book(ada, office.deskIds[0] as string)
})

const run = async (statement: string, ...values: unknown[]) =>
  (await attended.pool.query(statement, [attended.orgId, ...values])).rows
const person = async () => {
  const id = await attended.addUser(office.locationId)
  await run(`update users set email = 'ada@example.com' where org_id = $1 and id = $2`, id)
  return id
}
/** Sets columns of the building, as if they had been set long ago. */
const wants = async (columns: Record<string, unknown>) => {
  for (const [column, value] of Object.entries(columns)) {
    await run(`update locations set ${column} = $3 where org_id = $1 and id = $2`, office.locationId, value)
  }
  await run(`update locations set check_in_changed_at = '2026-01-01' where org_id = $1 and id = $2`, office.locationId)
}
const book = async (userId: string, placeId: string | null, { day = DAY, since = BEFORE } = {}) => {
  const id = randomUUID() as string
  await attended.plan(userId, day, 'o', office.locationId)
  await run(
    `insert into bookings (org_id, id, user_id, day, location_id, zone_id, place_id, changed_by, command_id, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, 'directory', gen_random_uuid(), $8, $8)`,
    ...[id, userId, day, office.locationId, placeId && office.deskZoneId, placeId, since],
  )
  return id
}
const decide = (moment: Date) => releaseUnconfirmed(bench.service.database.db, createOutbox(true), { moment })
/** Reminds at 10:10 of Berlin, and decides at the time. */
const decideAt = async (moment: Date) => {
  await decide(new Date(moment.getTime() - 20 * 60_000))
  return decide(moment)
}
const statusOf = async (id = booking) =>
  (await run(`select status from bookings where org_id = $1 and id = $2`, id))[0]?.status as string
const seeAt = async (locationType: 'location' | 'level' | 'zone' | 'place', locationId: string, userId = ada) => {
  const event = { eventId: randomUUID() as string, timestamp: `${DAY}T07:00:00Z`, userId, locationId, locationType }
  expect(await attended.record([event])).toMatchObject([{ resultCode: 0 }])
}

describe('the time', () => {
  it('is 10:30 at the building: a second before nothing is released, then it is, as auto-release, and the plan stays', async () => {
    expect(await decide(at('09:09:59'))).toEqual({ reminded: 0, released: 0, kept: 0 })
    expect(await decide(at('09:10:00'))).toEqual({ reminded: 1, released: 0, kept: 0 })
    expect(await decide(at('09:29:59'))).toEqual({ reminded: 0, released: 0, kept: 0 })
    expect(await decide(at('09:30:00'))).toEqual({ reminded: 0, released: 1, kept: 0 })
    expect(await decide(at('09:30:00'))).toEqual({ reminded: 0, released: 0, kept: 0 })
    expect(await run(`select action, changed_by, reason from user_actions where org_id = $1 and action = 'cancelled'`)).toEqual([
      { action: 'cancelled', changed_by: 'auto-release', reason: 'not confirmed by 10:30' },
    ])
    expect(await run(`select plan from day_plans where org_id = $1 and user_id = $2`, ada)).toEqual([{ plan: 'o' }])
  })

  it('is minutes after the start of work, an hour earlier in UTC once summer time began that morning', async () => {
    await wants({ check_in_mode: 'after-start', workday_starts_at: '08:45', check_in_minutes: 90, working_days: [1, 7] })
    const sunday = '2026-03-29'
    const summer = await book(ada, office.deskIds[1] as string, { day: sunday })
    expect(await decideAt(at('09:15:00'))).toMatchObject({ released: 1 })
    expect(await decide(at('07:55:00', sunday))).toMatchObject({ reminded: 1 })
    expect(await decide(at('08:14:59', sunday))).toMatchObject({ released: 0 })
    expect(await decide(at('08:15:00', sunday))).toMatchObject({ released: 1 })
    expect(await statusOf(summer)).toBe('cancelled')
  })

  it('leaves half an hour to who books late, and to all after a change of the settings', async () => {
    const late = await book(await person(), office.deskIds[1] as string, { since: at('09:20:00').toISOString() })
    expect(await decideAt(at('09:30:00'))).toMatchObject({ released: 1 })
    expect([await statusOf(), await statusOf(late)]).toEqual(['cancelled', 'booked'])
    await run(`update locations set check_in_changed_at = $2 where org_id = $1`, at('09:25:00'))
    expect(await decide(at('09:50:00'))).toEqual({ reminded: 1, released: 0, kept: 0 })
    expect(await decide(at('10:04:59'))).toMatchObject({ released: 0 })
    expect(await decide(at('10:05:00'))).toMatchObject({ released: 1 })
  })

  it('comes late when the service was not running: everyone still has a quarter of an hour after the reminder', async () => {
    expect(await decide(at('12:00:00'))).toEqual({ reminded: 1, released: 0, kept: 0 })
    expect(await decide(at('12:14:59'))).toMatchObject({ released: 0 })
    expect(await decide(at('12:15:00'))).toMatchObject({ released: 1 })
  })

  it('moves with the settings, also after the reminder, and never reaches into the next day', async () => {
    await decide(at('09:10:00'))
    await wants({ check_in_by: '23:50' })
    expect(await decide(at('09:30:00'))).toMatchObject({ released: 0 })
    expect(await decide(at('22:29:59'))).toEqual({ reminded: 0, released: 0, kept: 0 })
    expect(await decide(at('22:30:00'))).toMatchObject({ reminded: 1 })
    expect(await decide(at('23:10:00'))).toEqual({ reminded: 0, released: 0, kept: 0 })
    expect(await statusOf()).toBe('booked')
  })

  it('is at the end of the day if it is before the hour at which days begin', async () => {
    await wants({ check_in_by: '02:00', day_start_hour: 4 })
    expect(await decide(at('12:00:00'))).toEqual({ reminded: 0, released: 0, kept: 0 })
    const night = '2026-03-03'
    expect(await decide(at('00:40:00', night))).toMatchObject({ reminded: 1 })
    expect(await decide(at('00:59:59', night))).toMatchObject({ released: 0 })
    expect(await decide(at('01:00:00', night))).toMatchObject({ released: 1 })
  })

  it('never comes in a building without check-in', async () => {
    await wants({ check_in_mode: 'none' })
    expect(await listDueDays(bench.service.database.db, at('12:00:00'))).toEqual([])
  })
})

describe('a booking is confirmed', () => {
  it.each([
    ['its desk', 'place', () => office.deskIds[0]],
    ['another desk of its zone', 'place', () => office.deskIds[1]],
    ['its zone', 'zone', () => office.deskZoneId],
    ['its level', 'level', () => office.levelId],
    ['the building', 'location', () => office.locationId],
  ] as const)('by presence at %s, once and for all', async (_, type, node) => {
    await seeAt(type, node() as string)
    expect(await decideAt(at('09:30:00'))).toEqual({ reminded: 0, released: 0, kept: 0 })
    expect(await statusOf()).toBe('booked')
    expect(await listDueDays(bench.service.database.db, at('12:00:00'))).toEqual([])
  })

  it('by presence in the time after the reminder', async () => {
    await decide(at('09:10:00'))
    await seeAt('location', office.locationId)
    expect(await decide(at('09:30:00'))).toEqual({ reminded: 0, released: 0, kept: 1 })
  })

  it('not by presence in another zone, unless the building is booked without a desk', async () => {
    const bob = await person()
    const anywhere = await book(bob, null)
    await seeAt('zone', office.openZoneId)
    await seeAt('zone', office.openZoneId, bob)
    expect(await decideAt(at('09:30:00'))).toMatchObject({ released: 1 })
    expect([await statusOf(), await statusOf(anywhere)]).toEqual(['cancelled', 'booked'])
  })

  it('by check-in', async () => {
    await run(
      `update bookings set checked_in_at = $3, command_id = gen_random_uuid() where org_id = $1 and id = $2`,
      booking,
      DAY,
    )
    expect(await decideAt(at('09:30:00'))).toEqual({ reminded: 0, released: 0, kept: 0 })
  })
})

describe('nothing is released', () => {
  it.each([
    ['on a holiday', `insert into holidays (org_id, location_id, day, name) values ($1, $2, '${DAY}', 'Rest')`],
    [
      'while the building is closed',
      `insert into closures (org_id, id, location_id, first_day, last_day, reason)
       values ($1, gen_random_uuid(), $2, '${DAY}', '${DAY}', 'Water')`,
    ],
    [
      'during an outage',
      `insert into outages (org_id, id, location_id, first_day, last_day, status)
       values ($1, gen_random_uuid(), $2, '${DAY}', '${DAY}', 'accepted')`,
    ],
    ['on a day of the weekend', `update locations set working_days = '{2,3}' where org_id = $1 and id = $2`],
  ])('%s, also if it is found only after the reminder', async (_, statement) => {
    await decide(at('09:10:00'))
    await run(statement, office.locationId)
    expect(await decide(at('09:30:00'))).toEqual({ reminded: 0, released: 0, kept: 1 })
    await run(`delete from outages where org_id = $1`)
    expect(await decide(at('12:00:00'))).toEqual({ reminded: 0, released: 0, kept: 0 })
  })

  it('where readers that usually report five people are silent today', async () => {
    await wants({ presence_from: '2026-01-01' })
    const usually = (people: number) =>
      run(
        `insert into location_rollups (
           org_id, location_id, day, confirmed, planned, remote, away, no_show, unconfirmed, walk_in, booked
         )
         values ($1, $2, '2026-02-27', $3, 0, 0, 0, 0, 0, 0, 0) on conflict (org_id, location_id, day) do update set confirmed = excluded.confirmed`,
        office.locationId,
        people,
      )
    await usually(5)
    expect(await decideAt(at('09:30:00'))).toEqual({ reminded: 0, released: 0, kept: 1 })
    await run(`update bookings set release_at = null where org_id = $1`)
    await usually(4)
    expect(await decideAt(at('09:30:00'))).toMatchObject({ released: 1 })
  })
})

describe('a released booking', () => {
  it('is free for others at once, also if the desk is assigned to the person', async () => {
    await run(`update places set assigned_user_id = $3 where org_id = $1 and id = $2`, office.deskIds[0], ada)
    await run(`update organizations set auto_release = true where id = $1`)
    const released = `select is_released($1, $2, $3, '${DAY}') as free`
    expect(await run(released, ada, office.locationId)).toEqual([{ free: false }])
    await decideAt(at('09:30:00'))
    expect(await run(released, ada, office.locationId)).toEqual([{ free: true }])
    const bob = await person()
    await expect(book(bob, office.deskIds[0] as string)).resolves.toBeTypeOf('string')
  })

  it('leaves the parking of the day, which ends with the plan and not with the desk', async () => {
    const bay = randomUUID()
    await run(`insert into parking_bays (org_id, id, location_id, name) values ($1, $2, $3, 'P-001')`, bay, office.locationId)
    await run(
      `insert into parking_bookings (org_id, id, user_id, day, location_id, bay_id, changed_by)
       values ($1, gen_random_uuid(), $2, '${DAY}', $3, $4, 'directory')`,
      ...[ada, office.locationId, bay],
    )
    await decideAt(at('09:30:00'))
    expect(await statusOf()).toBe('cancelled')
    expect(await run('select status from parking_bookings where org_id = $1')).toEqual([{ status: 'booked' }])
  })

  it('is announced before and after by mail, unless the person does not want that kind', async () => {
    await run(`insert into mail_preferences (org_id, user_id, refused_kinds) values ($1, $2, '{check-in-due}')`, await person())
    await decideAt(at('09:30:00'))
    const details = { time: '10:30', node: 'Desk 0001', building: `Office ${office.locationId}` }
    expect(await run(`select kind, user_id, details from outgoing_mails where org_id = $1 order by created_at`)).toEqual([
      { kind: 'check-in-due', user_id: ada, details: { ...details, until: '2026-03-02T09:30:00.000Z' } },
      { kind: 'booking-released', user_id: ada, details },
    ])
  })

  it('does not come back with late presence, and the day counts by its plan', async () => {
    await wants({ presence_from: '2026-01-01' })
    await decideAt(at('09:30:00'))
    expect(await attended.typeOf(ada, DAY)).toBe('noShow')
    await seeAt('place', office.deskIds[0] as string)
    expect(await statusOf()).toBe('cancelled')
    expect(await attended.rowOf(ada, DAY)).toMatchObject({
      attendanceType: 'confirmed',
      attendanceReason: 'planned',
      bookingId: null,
    })
  })

  it('is released once by two nodes, in batches of any size, and all or none of a batch', async () => {
    for (let n = 0; n < 6; n++) await book(await person(), null)
    await decide(at('09:10:00'))
    const broken = { write: () => Promise.reject(new Error('killed')) }
    const { db } = bench.service.database
    await expect(releaseUnconfirmed(db, broken, { moment: at('09:30:00') })).rejects.toThrow('killed')
    expect(await run(`select from bookings where org_id = $1 and status = 'cancelled'`)).toHaveLength(0)
    const errors: unknown[] = []
    const reported = { moment: at('09:30:00'), onError: (error: unknown) => errors.push(error) }
    expect(await releaseUnconfirmed(db, broken, reported)).toMatchObject({ released: 0 })
    expect(errors).toHaveLength(1)
    const counts = await Promise.all([decide(at('09:30:00')), decide(at('09:30:00'))])
    expect(counts.reduce((sum, { released }) => sum + released, 0)).toBe(7)
    expect(await run(`select from user_actions where org_id = $1 and action = 'cancelled'`)).toHaveLength(7)
  })
})

it('each node looks by itself, as soon as it starts', async () => {
  const today = Temporal.Now.plainDateISO('Europe/Berlin').toString()
  await wants({ check_in_by: '00:00', working_days: [1, 2, 3, 4, 5, 6, 7] })
  const id = await book(await person(), null, { day: today })
  await run(`update bookings set release_at = now() where org_id = $1 and id = $2`, id)
  const errors: unknown[] = []
  await using _ = startReleases(bench.service.database.db, createOutbox(true), (error) => errors.push(error))
  await expect.poll(() => statusOf(id)).toBe('cancelled')
  expect(errors).toEqual([])
})

it('check-in and release at the same moment: one of them wins, and the other one does nothing', async () => {
  const today = Temporal.Now.plainDateISO('Europe/Berlin').toString()
  await wants({ working_days: [1, 2, 3, 4, 5, 6, 7] })
  const { db } = bench.service.database
  const outcomes: string[] = []
  for (let n = 0; n < 8; n++) {
    const userId = await person()
    const id = await book(userId, null, { day: today })
    await run(`update bookings set release_at = now() - interval '1 minute' where org_id = $1 and id = $2`, id)
    await wants({ check_in_by: '00:00' })
    const actor = { changedBy: 'user', userId } as const
    const [confirmed] = await Promise.allSettled([
      checkIn(db, attended.orgId, actor, { userId, day: today }),
      releaseUnconfirmed(db, createOutbox(true)),
    ])
    const [row] = await run(`select status, checked_in_at is not null as "isIn" from bookings where org_id = $1 and id = $2`, id)
    expect(row).toEqual(
      confirmed?.status === 'fulfilled' ? { status: 'booked', isIn: true } : { status: 'cancelled', isIn: false },
    )
    outcomes.push(row?.status as string)
  }
  expect(outcomes).toHaveLength(8)
})

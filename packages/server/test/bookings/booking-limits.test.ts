import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cancelBooking, findBookingOfDay } from '../../src/planning/bookings/booking-service.ts'
import { createCommand } from '../../src/planning/commands/command.ts'
import { removeDays } from '../../src/planning/consequences/remove-days.ts'
import { setDayPlan } from '../../src/planning/plans/plan-service.ts'
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts'
import {
  ADMINISTRATOR,
  actionsOf,
  addBuilding,
  bookAs,
  changeRow,
  createOffice,
  dayAt,
  inconsistencies,
  liveBookings,
  type Office,
  outcomeOf,
  USER,
} from './support.ts'

let database: TestDatabase
let office: Office
let user: string
let other: string
let desk: string

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.[Symbol.asyncDispose]())
beforeEach(async () => {
  office = await createOffice(database.db)
  ;[user, other] = office.users as [string, string]
  desk = office.desks[0] as string
})

const set = (table: string, id: string, change: ReturnType<typeof sql>) => changeRow(database.db, office.orgId, table, id, change)
const plan = (userId: string, day: string, letter: string, origin = 'day-plan') =>
  sql`
  insert into day_plans (org_id, user_id, day, plan, origin, changed_by, command_id)
  values (${office.orgId}, ${userId}, ${day}, ${letter}, ${origin}, 'user', gen_random_uuid())
  on conflict (org_id, user_id, day) do update
  set plan = excluded.plan, origin = excluded.origin, command_id = excluded.command_id`.execute(database.db)
const bookDesk = (days = 1, { actor = USER, userId = user, placeId = desk } = {}) =>
  bookAs(office, actor, { userId, day: dayAt(office, days), node: { placeId } })
const outcome = (...request: Parameters<typeof bookDesk>) => outcomeOf(bookDesk(...request))

describe('the plan of the day', () => {
  const insert = (day: string) => sql`
    insert into bookings (org_id, id, user_id, day, location_id, changed_by, command_id)
    values (${office.orgId}, ${randomUUID()}, ${user}, ${day}, ${office.locationId}, 'auto-booking', gen_random_uuid())`
  const constraintOf = (work: Promise<unknown>) =>
    work.then(
      () => 'ok',
      (error) => (error as { constraint?: string }).constraint,
    )

  test('must be office, for every writer of bookings', async () => {
    const day = dayAt(office, 1)
    expect(await constraintOf(insert(day).execute(office.db))).toBe('bookings_office_day')
    await plan(user, day, 'r')
    expect(await constraintOf(insert(day).execute(office.db))).toBe('bookings_office_day')
    await plan(user, day, 'a', 'time-off')
    expect(await constraintOf(insert(day).execute(office.db))).toBe('bookings_time_off')
    await plan(user, day, 'o')
    expect(await constraintOf(insert(day).execute(office.db))).toBe('ok')
  })

  test('must be in that building for users who are booked automatically', async () => {
    const { locationId } = await addBuilding(office.db, office.orgId)
    const day = dayAt(office, 1)
    await setDayPlan(office.db, office.orgId, USER, { userId: user, day, plan: 'o', locationId })
    expect(await constraintOf(insert(day).execute(office.db))).toBe('bookings_office_day')
  })

  test('that is time off is not replaced by a booking', async () => {
    await plan(user, dayAt(office, 1), 'a', 'time-off')
    expect(await outcome(1)).toBe('time_off')
    expect(await actionsOf(office, user)).toMatchObject([{ action: 'planSet', after: { plan: 'a' } }])
  })

  test.each(['r', 'a'] as const)('takes the booking along when it becomes %s', async (letter) => {
    await bookDesk(1)
    await setDayPlan(office.db, office.orgId, USER, { userId: user, day: dayAt(office, 1), plan: letter })
    const [changed, canceled] = (await actionsOf(office, user)).slice(-2)
    expect([changed?.action, canceled?.action]).toEqual(['planChanged', 'cancelled'])
    expect(changed?.actionId).toBe(canceled?.actionId)
    expect(await liveBookings(office)).toEqual([])
    expect(await inconsistencies(office)).toEqual([])
  })

  test('takes the booking along when it is deleted', async () => {
    await bookDesk(1)
    const day = dayAt(office, 1)
    const command = createCommand(ADMINISTRATOR, 'moved house')
    await office.db.transaction().execute((trx) => removeDays(trx, office.orgId, command, [{ userId: user, day }]))
    expect((await actionsOf(office, user)).slice(-1)).toMatchObject([{ changedBy: 'administrator', reason: 'moved house' }])
    expect((await actionsOf(office, user)).map(({ action }) => action)).toEqual(['planSet', 'booked', 'planRemoved', 'cancelled'])
    expect(await inconsistencies(office)).toEqual([])
  })

  test('cannot be changed without saying who did it', async () => {
    await bookDesk(1)
    const unsigned = (table: string, change: ReturnType<typeof sql>) =>
      constraintOf(sql`update ${sql.table(table)} set ${change} where org_id = ${office.orgId}`.execute(office.db))
    expect(await unsigned('day_plans', sql`plan = 'r'`)).toBe('day_plans_command')
    expect(await unsigned('bookings', sql`status = 'cancelled'`)).toBe('bookings_command')
    expect(await unsigned('bookings', sql`updated_at = now()`)).toBe('ok')
  })
})

describe('an assigned desk', () => {
  beforeEach(() => set('places', desk, sql`assigned_user_id = ${other}`))
  const release = () => sql`update organizations set auto_release = true where id = ${office.orgId}`.execute(office.db)

  test('is for its assignee only, unless desks are released', async () => {
    expect(await outcome(1)).toBe('desk_assigned')
    expect(await outcome(1, { userId: other })).toBe('ok')
  })

  test('that is released can be booked on days when the assignee is not in', async () => {
    await release()
    await plan(other, dayAt(office, 1), 'o')
    await plan(other, dayAt(office, 2), 'r')
    expect([await outcome(1), await outcome(2), await outcome(3)]).toEqual(['desk_assigned', 'ok', 'ok'])
    await sql`
      insert into week_plans (org_id, user_id, weekday, plan, changed_by, command_id)
      select ${office.orgId}::uuid, ${other}::uuid, n, 'o', 'user', ${randomUUID()}::uuid from generate_series(1, 7) as n`.execute(
      office.db,
    )
    expect(await outcome(4)).toBe('desk_assigned')
  })

  test('of a leaver is free for every user', async () => {
    await set('users', other, sql`status = 'inactive'`)
    expect(await outcome(1)).toBe('ok')
  })

  test('of a past day can be booked', async () => {
    expect(await outcome(-1, { actor: ADMINISTRATOR })).toBe('ok')
  })
})

describe('capacity', () => {
  const bookZone = (userId: string, day = dayAt(office, 1)) =>
    outcomeOf(bookAs(office, USER, { userId, day, node: { zoneId: office.neighborhoodId } }))

  test('is full at its number, and free again after a cancellation', async () => {
    await set('zones', office.neighborhoodId, sql`capacity = 2`)
    const [a, b, c] = office.users as [string, string, string]
    expect([await bookZone(a), await bookZone(b), await bookZone(c)]).toEqual(['ok', 'ok', 'zone_full'])
    const booking = await findBookingOfDay(office.db, office.orgId, a, dayAt(office, 1))
    await cancelBooking(office.db, office.orgId, USER, booking?.bookingId as string)
    expect(await bookZone(c)).toBe('ok')
  })

  test('cannot be lowered below what is booked of it from today on', async () => {
    await bookZone(user)
    await bookZone(other)
    const lower = (capacity: number) =>
      set('zones', office.neighborhoodId, sql`capacity = ${capacity}`).then(
        () => 'ok',
        ({ constraint }) => constraint as string,
      )
    expect([await lower(2), await lower(1)]).toEqual(['ok', 'zones_capacity_in_use'])
    const past = dayAt(office, -1)
    for (const userId of [user, other]) {
      const node = { zoneId: office.neighborhoodId }
      await bookAs(office, ADMINISTRATOR, { userId, day: past, node })
      const booking = await findBookingOfDay(office.db, office.orgId, userId, dayAt(office, 1))
      await cancelBooking(office.db, office.orgId, USER, booking?.bookingId as string)
    }
    expect(await lower(0)).toBe('ok')
  })
})

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setDayPlan } from '../../src/planning/plans/plan-service.ts'
import { transact } from '../../src/platform/transactions/transact.ts'
import type { TestDatabase } from '../../src/testing/test-database.ts'
import {
  bookAs,
  changeRow,
  createOffice,
  dayAt,
  inconsistencies,
  liveBookings,
  openCrowd,
  outcomeOf,
  tally,
  USER,
} from './support.ts'

let crowd: TestDatabase

beforeAll(async () => {
  crowd = await openCrowd()
})
afterAll(() => crowd?.[Symbol.asyncDispose]())

describe('at the same moment', () => {
  test('200 users book one desk, and exactly one gets it', async () => {
    const office = await createOffice(crowd.db, { desks: 1, users: 200 })
    const day = dayAt(office, 1)
    const node = { placeId: office.desks[0] as string }
    const outcomes = await Promise.all(office.users.map((userId) => outcomeOf(bookAs(office, USER, { userId, day, node }))))
    expect(tally(outcomes)).toEqual({ ok: 1, desk_taken: 199 })
    expect(await liveBookings(office)).toHaveLength(1)
    expect(await inconsistencies(office)).toEqual([])
  })

  test('100 users book a neighborhood of 10, and exactly 10 get in', async () => {
    const office = await createOffice(crowd.db, { users: 100 })
    const day = dayAt(office, 1)
    const node = { zoneId: office.neighborhoodId }
    const outcomes = await Promise.all(office.users.map((userId) => outcomeOf(bookAs(office, USER, { userId, day, node }))))
    expect(tally(outcomes)).toEqual({ ok: 10, zone_full: 90 })
    expect(await inconsistencies(office)).toEqual([])
  })

  test('users swap desks at the same time without an error from a deadlock', async () => {
    const office = await createOffice(crowd.db, { desks: 9, users: 8 })
    const day = dayAt(office, 1)
    const bookDesk = (index: number, desk: number) =>
      outcomeOf(
        bookAs(office, USER, { userId: office.users[index] as string, day, node: { placeId: office.desks[desk] as string } }),
      )
    for (let index = 0; index < 8; index++) await bookDesk(index, index)
    for (let round = 0; round < 10; round++) {
      const outcomes = await Promise.all(office.users.map((_, index) => bookDesk(index, (index + round) % 9)))
      expect(Object.keys(tally(outcomes)).filter((outcome) => outcome !== 'ok' && outcome !== 'desk_taken')).toEqual([])
    }
    expect(await liveBookings(office)).toHaveLength(8)
    expect(await inconsistencies(office)).toEqual([])
  })

  test('one user books again and again and ends with one booking', async () => {
    const office = await createOffice(crowd.db, { desks: 5 })
    const [userId] = office.users as [string]
    const nodes = [
      ...office.desks.map((placeId) => ({ placeId })),
      { zoneId: office.neighborhoodId },
      { locationId: office.locationId },
    ]
    const day = dayAt(office, 1)
    const outcomes = await Promise.all([...nodes, ...nodes].map((node) => outcomeOf(bookAs(office, USER, { userId, day, node }))))
    expect(tally(outcomes)).toEqual({ ok: 14 })
    expect(await liveBookings(office)).toHaveLength(1)
    expect(await inconsistencies(office)).toEqual([])
  })

  test('a plan and a booking are changed, and no booking is left on a day away', async () => {
    const office = await createOffice(crowd.db, { desks: 20, users: 20 })
    const day = dayAt(office, 1)
    const insertBare = (userId: string) => sql`
      insert into bookings (org_id, id, user_id, day, location_id, changed_by, command_id)
      values (${office.orgId}, gen_random_uuid(), ${userId}, ${day}, ${office.locationId}, 'auto-booking', gen_random_uuid())
      on conflict do nothing`
    for (let round = 0; round < 5; round++) {
      await Promise.allSettled(
        office.users.flatMap((userId, index) => [
          bookAs(office, USER, { userId, day, node: { placeId: office.desks[index] as string } }),
          setDayPlan(office.db, office.orgId, USER, { userId, day, plan: round % 2 ? 'r' : 'a' }),
          transact(office.db, (trx) => insertBare(userId).execute(trx)),
        ]),
      )
      expect(await inconsistencies(office)).toEqual([])
    }
  })

  test.each(['places', 'users'] as const)(
    '%s become inactive and are booked, and no booking after today is left',
    async (table) => {
      for (let round = 0; round < 10; round++) {
        const office = await createOffice(crowd.db, { desks: 5, users: 5 })
        const day = dayAt(office, 1)
        await Promise.allSettled([
          ...office.users.map((userId, index) =>
            bookAs(office, USER, { userId, day, node: { placeId: office.desks[index] as string } }),
          ),
          ...{ places: office.desks, users: office.users }[table].map((id) =>
            changeRow(office.db, office.orgId, table, id, sql`status = 'inactive'`),
          ),
        ])
        expect(await liveBookings(office)).toEqual([])
        expect(await inconsistencies(office)).toEqual([])
      }
    },
  )

  test('a capacity is lowered and booked, and holds', async () => {
    for (let round = 0; round < 10; round++) {
      const office = await createOffice(crowd.db, { users: 10 })
      const day = dayAt(office, 1)
      const lower = sql`update zones set capacity = 5 where org_id = ${office.orgId} and id = ${office.neighborhoodId}`
      await Promise.allSettled([
        ...office.users.map((userId) => bookAs(office, USER, { userId, day, node: { zoneId: office.neighborhoodId } })),
        lower.execute(office.db),
      ])
      const { rows } = await sql<{ capacity: number }>`
        select capacity from zones where org_id = ${office.orgId} and id = ${office.neighborhoodId}`.execute(office.db)
      expect((await liveBookings(office)).length).toBeLessThanOrEqual(rows[0]?.capacity as number)
    }
  })
})

import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bookParking } from '../../src/planning/parking/parking-service.ts'
import { setWeekPlan } from '../../src/planning/plans/plan-service.ts'
import { runs } from '../../src/testing/runs.ts'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { TestService } from '../../src/testing/test-service.ts'
import { dayAt, inconsistencies, USER } from '../bookings/support.ts'
import { addCarPark } from '../parking/support.ts'
import { createHr, type Hr } from './support.ts'

let service: TestService
let hr: Hr

beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service?.[Symbol.asyncDispose]())
beforeEach(async () => {
  hr = await createHr(service)
  const days = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, plan: 'r' as const, locationId: null }))
  await setWeekPlan(hr.office.db, hr.org.id, USER, hr.user, days)
})

const OFF = 'a time-off'
const AS_USUAL = 'r week-plan'
const off = (eventId: string, first: number, last: number) => hr.event(first, last, { eventId })
const back = (eventId: string, first: number, last: number) => hr.canceled(first, last, { eventId })

describe('announcements add up', () => {
  test('calling one off frees only the days that no other covers', async () => {
    await hr.submit([off('a', 1, 3)])
    await hr.submit([off('b', 3, 5)])
    await hr.submit([back('a', 1, 3)])
    expect(await hr.plans(1, 5)).toEqual([AS_USUAL, AS_USUAL, OFF, OFF, OFF])
    await hr.submit([back('b', 3, 5)])
    expect(await hr.plans(1, 5)).toEqual(Array(5).fill(AS_USUAL))
  })

  test('one that was called off before it came has no effect', async () => {
    await hr.submit([back('a', 1, 2)])
    await hr.submit([off('a', 1, 3)])
    expect(await hr.plans(1, 3)).toEqual([AS_USUAL, AS_USUAL, OFF])
  })

  test('the cancellation of another user frees nothing', async () => {
    const bob = await hr.addUser('bob@example.com')
    await hr.submit([off('a', 1, 1)])
    await hr.submit([hr.canceled(1, 1, { uid: bob })])
    expect(await hr.plans(1, 1)).toEqual([OFF])
  })

  test('in any order and with repeats, a day is off as long as an announcement that covers it applies', async () => {
    const LAST = 9
    for (let round = 0; round < runs(8); round++) {
      hr = await createHr(service)
      const days = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, plan: 'r' as const, locationId: null }))
      await setWeekPlan(hr.office.db, hr.org.id, USER, hr.user, days)
      const known = new Map<string, { id: string; isOff: boolean; first: number; last: number }>()
      for (let call = 0; call < 6; call++) {
        const events = Array.from({ length: randomInt(1, 5) }, () => {
          const first = randomInt(0, LAST)
          return { id: `${randomInt(5)}`, isOff: randomInt(2) === 0, first, last: randomInt(first, LAST) }
        })
        for (const event of events) {
          const identity = `${event.id} ${event.isOff}`
          if (!known.has(identity)) known.set(identity, event)
        }
        await hr.submit(events.map(({ id, isOff, first, last }) => (isOff ? off : back)(id, first, last)))
        const all = [...known.values()]
        const expected = Array.from({ length: LAST + 1 }, (_, day) => {
          const covering = all.filter(({ first, last }) => first <= day && day <= last)
          const calledOff = covering.filter(({ isOff }) => !isOff).map(({ id }) => id)
          return covering.some(({ isOff, id }) => isOff && !calledOff.includes(id)) ? OFF : AS_USUAL
        })
        expect(await hr.plans(0, LAST), JSON.stringify(all)).toEqual(expected)
      }
      expect(await inconsistencies(hr.office)).toEqual([])
    }
  })

  test('two that come at once both count', async () => {
    for (let round = 0; round < runs(5); round++) {
      await hr.submit([off(`a${round}`, 1, 6)])
      await Promise.all([hr.submit([back(`a${round}`, 1, 6)]), hr.submit([off(`b${round}`, 1, 6)])])
      expect(await hr.plans(1, 6)).toEqual(Array(6).fill(OFF))
      await hr.submit([back(`b${round}`, 1, 6)])
    }
  })
})

describe('parking', () => {
  test('of a day off is given back, and is not booked again while it is one', async () => {
    const { db } = service.database
    const { bayIds } = await addCarPark(service, hr.org.id)
    const [bayId] = bayIds as [string]
    const park = (day: number) => bookParking(db, hr.org.id, USER, { userId: hr.user, day: dayAt(hr.office, day) }, { bayId })
    const parked = async () => {
      const { rows } = await service.database.pool.query(
        'select day, status, changed_by as "changedBy" from parking_bookings where org_id = $1 order by day, updated_at',
        [hr.org.id],
      )
      return rows
    }
    await park(1)
    await park(2)
    await hr.submit([off('a', 1, 1)])
    expect(await parked()).toEqual([
      { day: dayAt(hr.office, 1), status: 'cancelled', changedBy: 'time-off' },
      { day: dayAt(hr.office, 2), status: 'booked', changedBy: 'user' },
    ])
    await expect(park(1)).rejects.toMatchObject({ code: 'time_off' })
    await hr.submit([back('a', 1, 1)])
    await park(1)
    expect((await parked())[1]).toMatchObject({ day: dayAt(hr.office, 1), status: 'booked' })
  })
})

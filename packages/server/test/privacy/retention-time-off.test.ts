import type { TimeOff } from '@rollcall/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runRetention } from '../../src/operations/privacy/retention-service.ts'
import { type Bench, shareBench } from '../attendance/support.ts'
import { send } from '../http/support/send.ts'
import { refresh } from '../refresh/support.ts'
import { openMarkedOffice } from './support.ts'

/** The last day to be anonymous is 2026-03-30. */
const MOMENT = new Date('2026-05-01T12:00:00Z')

let bench: Bench
beforeAll(async () => {
  bench = await shareBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())

test('time off on anonymous days is forgotten, also where it is announced again, and its other days stay', async () => {
  const office = await openMarkedOffice(bench)
  const { service, administrator, userId, nodes, db, pool, orgId } = office
  const announce = async () => {
    const days = [
      ['over', 'scheduled', '2026-03-01', '2026-03-05'],
      ['over', 'cancelled', '2026-03-04', '2026-03-05'],
      ['until then', 'scheduled', '2026-03-30', '2026-03-30'],
      ['longer', 'scheduled', '2026-03-20', '2026-04-10'],
      ['since', 'scheduled', '2026-03-31', '2026-03-31'],
    ]
    const timeOffEvents = days.map(([eventId, eventType, startDate, endDate]) => ({
      ...{ eventId, eventType, startDate, endDate, uid: userId, timeOffType: 'sick' },
    }))
    const { results } = await office.submit('timeoff', { timeOffEvents })
    return results.map(({ resultCode }) => resultCode)
  }
  const known = async () => {
    const answer = await send(service.baseUrl, { path: `/api/users/${userId}/time-off`, headers: administrator.headers })
    const { items } = answer.json<{ items: TimeOff[] }>()
    return items.map(({ eventId, startDate, endDate }) => [eventId, startDate, endDate])
  }
  const anonymize = () => runRetention({ db, pool }, orgId, { moment: MOMENT })
  await announce()
  for (const day of ['2026-03-10', '2026-03-25']) await office.plan(userId, day, 'a')
  await refresh(office, MOMENT)
  await office.call('PATCH', '/api/settings', { presenceRetentionDays: 31 })

  await office.see(userId, nodes.location, '2026-03-25T09:00:00Z')
  expect(await anonymize()).toMatchObject([{ through: '2026-03-10' }])
  const later = [
    ['since', '2026-03-31', '2026-03-31'],
    ['until then', '2026-03-30', '2026-03-30'],
    ['longer', '2026-03-20', '2026-04-10'],
  ]
  expect(await known()).toEqual(later)
  await refresh(office, MOMENT)
  await anonymize()
  const left = [
    ['since', '2026-03-31', '2026-03-31'],
    ['longer', '2026-03-31', '2026-04-10'],
  ]
  expect(await known()).toEqual(left)
  expect(await anonymize()).toEqual([])

  const plans = async () =>
    (await pool.query('select day::text, plan from day_plans where org_id = $1 and day < $2', [orgId, MOMENT])).rows
  const before = await plans()
  expect(await announce()).toEqual([0, 0, 0, 0, 0])
  expect(await plans()).toEqual(before)
  expect(await known()).toHaveLength(5)
  expect(await anonymize()).toMatchObject([{ kind: 'presence', through: '2026-03-30' }])
  expect(await known()).toEqual(left)
  expect(await anonymize()).toEqual([])
})

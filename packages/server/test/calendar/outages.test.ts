import type { Calendar, DayExplanation, OutageSuggestions } from '@rollcall/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { TestService } from '../../src/testing/test-service.ts'
import { listAttendance } from '../../src/warehouse/attendance/attendance-service.ts'
import { addColleague } from '../planning/support.ts'
import { refresh, segmentsOf } from '../refresh/support.ts'
import { type Building, openBuilding } from './support.ts'

let service: TestService
let building: Building

beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service[Symbol.asyncDispose]())
beforeEach(async () => {
  building = await openBuilding(service)
  await building.ask('PATCH', `/api/locations/${building.office.locationId}`, { presenceFrom: '2026-01-01' })
})

const [MONDAY, TUESDAY] = ['2026-03-02', '2026-03-03'] as const
const typesOf = async (lastDay: string = TUESDAY) => {
  const filter = { firstDay: MONDAY, lastDay, userId: building.ada.userId }
  return (await listAttendance(service.database.db, building.orgId, filter)).map(({ attendanceType }) => attendanceType)
}

describe('on a day of an outage', () => {
  it('an office plan without presence is unconfirmed, and presence counts as ever', async () => {
    const { plan, change, see } = building
    for (const day of [MONDAY, TUESDAY]) await plan(day)
    expect(await typesOf()).toEqual(['noShow', 'noShow'])
    const { entryId } = await change('POST', 'outages', { firstDay: MONDAY, lastDay: MONDAY, reason: 'Readers replaced' })
    expect(await typesOf()).toEqual(['unconfirmed', 'noShow'])
    await see(`${MONDAY}T09:00:00Z`)
    expect(await typesOf()).toEqual(['confirmed', 'noShow'])
    await change('DELETE', `outages/${entryId}`)
    await change('POST', 'outages', { firstDay: MONDAY, lastDay: TUESDAY, status: 'dismissed' })
    expect(await typesOf()).toEqual(['confirmed', 'noShow'])
  })

  it('published days are restated, and the explanation says why', async () => {
    const { plan, change, orgId, ada, call } = building
    for (const day of [MONDAY, TUESDAY]) await plan(day)
    const at = { pool: service.database.pool, orgId }
    await refresh(at, new Date('2026-03-10T12:00:00Z'))
    expect(await change('POST', 'outages', { firstDay: TUESDAY, lastDay: TUESDAY })).toMatchObject({ restatedDays: 1 })
    await refresh(at, new Date('2026-03-10T12:00:00Z'))
    const segments = await segmentsOf(at, 'user-booking-attendance')
    expect(segments.map(({ day, revision, reason }) => [day, revision, reason])).toEqual([
      [MONDAY, 1, 'refreshed'],
      [TUESDAY, 2, 'corrected'],
    ])
    const analyst = await service.signIn(orgId, ['global-administrator'])
    const answer = await call('GET', `/api/users/${ada.userId}/days/${TUESDAY}/explanation`, undefined, analyst)
    const explained = answer.json<DayExplanation>()
    const name = explained.plannedLocation?.locationName
    expect(explained.rule).toMatchObject({
      code: 'plannedNotReported',
      text: `Planned for ${name}, whose presence reporting had an outage on that day, and seen nowhere: unconfirmed.`,
    })
    expect(explained.restatedBy).toBe(`The calendar of ${name} was changed: outage (accepted)`)
  })
})

describe('a building that falls silent', () => {
  // Workdays from Monday 2 March to Wednesday 18 March.
  const DAYS = [2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 16, 17, 18].map((day) => `2026-03-${String(day).padStart(2, '0')}`)
  const suggestions = async () => (await building.ask<OutageSuggestions>('GET', '/api/outage-suggestions')).items
  const publish = () => refresh({ pool: service.database.pool, orgId: building.orgId }, new Date('2026-03-19T12:00:00Z'))

  /** Six people plan each workday, and five come, except on the silent ones. */
  const work = async (silent: readonly string[]) => {
    const { orgId, office, plan, see } = building
    const people = [building.ada]
    while (people.length < 6) people.push(await addColleague(service, orgId, office))
    for (const day of DAYS) {
      for (const { userId } of people) await plan(day, userId)
      if (silent.includes(day)) continue
      for (const { userId } of people.slice(1)) await see(`${day}T09:00:00Z`, userId)
    }
  }

  it('on workdays is suggested as an outage, consecutive workdays as one', async () => {
    await work(['2026-03-06', '2026-03-13', '2026-03-16'])
    await publish()
    const { locationId } = building.office
    expect(await suggestions()).toMatchObject([
      { locationId, firstDay: '2026-03-13', lastDay: '2026-03-16', planned: 12, usual: 5 },
      { locationId, firstDay: '2026-03-06', lastDay: '2026-03-06', planned: 6, usual: 5 },
    ])
    await building.change('POST', 'outages', { firstDay: '2026-03-13', lastDay: '2026-03-16' })
    await building.change('POST', 'outages', { firstDay: '2026-03-06', lastDay: '2026-03-06', status: 'dismissed' })
    expect(await suggestions()).toEqual([])
    const { outages } = await building.ask<Calendar>('GET', building.path('calendar?year=2026'))
    expect(outages).toMatchObject([
      { firstDay: '2026-03-06', status: 'dismissed' },
      { firstDay: '2026-03-13', status: 'accepted' },
    ])
  })

  it('on a holiday, a closed day or a day that is no workday is not', async () => {
    await work(['2026-03-06', '2026-03-13', '2026-03-17'])
    await building.change('PUT', 'holidays/2026-03-06', { name: 'Holiday' })
    await building.change('POST', 'closures', { firstDay: '2026-03-13', lastDay: '2026-03-13', reason: 'Move' })
    await building.change('PATCH', 'calendar', { workingDays: [1, 3, 4, 5] })
    await publish()
    expect(await suggestions()).toEqual([])
  })

  it('is not for employees', async () => {
    const answer = await building.call('GET', '/api/outage-suggestions', undefined, building.ada)
    expect(answer.status).toBe(403)
  })
})

import type { Calendar, HolidayImport, Problem } from '@rollcall/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { TestService } from '../../src/testing/test-service.ts'
import { dayFromToday } from '../planning/support.ts'
import { type Building, openBuilding } from './support.ts'

let service: TestService
let building: Building

beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service[Symbol.asyncDispose]())
beforeEach(async () => {
  building = await openBuilding(service)
})

const SOON = dayFromToday(3)
const event = (uid: string, day: string, name: string, ...more: string[]) =>
  ['BEGIN:VEVENT', `UID:${uid}`, `DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`, `SUMMARY:${name}`, ...more, 'END:VEVENT'].join(
    '\r\n',
  )
const fileOf = (...events: string[]) => ({ calendar: ['BEGIN:VCALENDAR', ...events, 'END:VCALENDAR'].join('\r\n') })
const load = (file: object, query = '') => building.ask<HolidayImport>('POST', building.path(`holiday-imports${query}`), file)
const holidays = async (year = 2026) =>
  (await building.ask<Calendar>('GET', building.path(`calendar?year=${year}`))).holidays.map(({ day, name, uid }) => [
    day,
    name,
    uid,
  ])

describe('an import of holidays', () => {
  it('again changes nothing', async () => {
    const file = fileOf(event('a', '2026-12-25', 'Christmas Day'), event('b', '2026-05-01', 'Labor Day'))
    const counts = { events: 2, ignored: 0, changed: 0, removed: 0 }
    expect(await load(file)).toMatchObject({ ...counts, added: 2, unchanged: 0 })
    const after = await holidays()
    expect(after).toEqual([
      ['2026-05-01', 'Labor Day', 'b'],
      ['2026-12-25', 'Christmas Day', 'a'],
    ])
    expect(await load(file)).toMatchObject({ ...counts, added: 0, unchanged: 2, restatedDays: 0, bookingCount: 0 })
    expect(await holidays()).toEqual(after)
  })

  it('changes the days of the events it has, and leaves all others', async () => {
    await building.ask('PUT', building.path('holidays/2026-08-08'), { name: 'Entered' })
    await load(
      fileOf(
        event('a', '2026-12-25', 'Christmas Day'),
        event('b', '2026-05-01', 'Labor Day'),
        event('c', '2026-01-01', 'New Year'),
      ),
    )
    const second = fileOf(event('a', '2026-12-24', 'Christmas Eve'), event('b', '2026-05-01', 'May Day'))
    expect(await load(second)).toMatchObject({ added: 1, changed: 1, removed: 1 })
    expect(await holidays()).toEqual([
      ['2026-01-01', 'New Year', 'c'],
      ['2026-05-01', 'May Day', 'b'],
      ['2026-08-08', 'Entered', null],
      ['2026-12-24', 'Christmas Eve', 'a'],
    ])
    expect(await load(fileOf(event('c', '2026-01-01', 'New Year', 'STATUS:CANCELLED')))).toMatchObject({ added: 0, removed: 1 })
  })

  it('of a named calendar replaces what it brought in the years of the file, and nothing else', async () => {
    const named = (calendarName: string, ...events: string[]) => ({ ...fileOf(...events), calendarName })
    await building.ask('PUT', building.path('holidays/2026-08-08'), { name: 'Entered' })
    await load(named('Schools', event('s', '2026-07-01', 'School')))
    await load(fileOf(event('n', '2026-09-09', 'Nameless')))
    await load(
      named(
        'Germany',
        event('a', '2026-05-01', 'Labor Day'),
        event('b', '2026-10-31', 'Reformation'),
        event('z', '2025-05-01', 'Old'),
      ),
    )
    expect(await load(named('Germany', event('a', '2026-05-01', 'Labor Day')))).toMatchObject({ removed: 1, unchanged: 1 })
    expect(await holidays()).toEqual([
      ['2026-05-01', 'Labor Day', 'a'],
      ['2026-07-01', 'School', 's'],
      ['2026-08-08', 'Entered', null],
      ['2026-09-09', 'Nameless', 'n'],
    ])
    expect(await holidays(2025)).toEqual([['2025-05-01', 'Old', 'z']])
    const found = (await building.ask<Calendar>('GET', building.path('calendar?year=2026'))).holidays
    expect(found.map(({ calendarName, importedAt }) => [calendarName, importedAt !== null])).toEqual([
      ['Germany', true],
      ['Schools', true],
      [null, false],
      [null, true],
    ])
  })

  it('keeps the name that an administrator gave, until it is that of the file again', async () => {
    const rename = (name: string, uid = 'a') => building.ask('PUT', building.path('holidays/2026-12-25'), { name, uid })
    const named = async () => {
      const [found] = (await building.ask<Calendar>('GET', building.path('calendar?year=2026'))).holidays
      return [found?.name, found?.importedName]
    }
    const file = (name: string) => fileOf(event('a', '2026-12-25', name))
    await load(file('Weihnachten'))
    expect(await rename('Christmas Day')).toMatchObject({ added: 0, changed: 1 })
    expect(await named()).toEqual(['Christmas Day', 'Weihnachten'])
    expect(await load(file('Weihnachten'))).toMatchObject({ changed: 0, unchanged: 1 })
    await load(file('Erster Weihnachtstag'))
    expect(await named()).toEqual(['Christmas Day', 'Erster Weihnachtstag'])
    expect(await rename('Christmas Day')).toMatchObject({ changed: 0 })
    await rename('Erster Weihnachtstag')
    await load(file('Christtag'))
    expect(await named()).toEqual(['Christtag', null])
    const unknown = await building.call('PUT', building.path('holidays/2026-12-25'), { name: 'x', uid: 'other' })
    expect(unknown.status).toBe(404)
    expect(await building.change('DELETE', 'holidays/2026-12-25')).toMatchObject({ removed: 1 })
    expect(await load(file('Christtag'))).toMatchObject({ added: 1 })
  })

  it('cancels the bookings of new holidays, which a dry run counts', async () => {
    await building.call('PUT', `/api/users/me/days/${SOON}/booking`, { locationId: building.office.locationId }, building.ada)
    const file = fileOf(event('a', SOON, 'Founders Day'))
    expect(await load(file, '?dryRun=true')).toMatchObject({ dryRun: true, added: 1, bookingCount: 1, userCount: 1 })
    expect(await holidays(Number(SOON.slice(0, 4)))).toEqual([])
    expect(await load(file)).toMatchObject({ dryRun: false, added: 1, bookingCount: 1, userCount: 1 })
    const reasons = await building.run(`select reason from bookings where org_id = $1 and status = 'cancelled'`)
    expect(reasons).toEqual([{ reason: 'holiday: Founders Day' }])
  })

  it('with an error changes nothing, and names the line', async () => {
    const file = fileOf(event('a', '2026-12-25', 'Christmas Day'), event('b', '2026-02-30', 'No day'))
    const answer = await building.call('POST', building.path('holiday-imports'), file)
    const problem = answer.json<Problem & { errors: { message: string }[] }>()
    expect([answer.status, problem.code, problem.errors[0]?.message]).toEqual([
      ...[400, 'invalid_body', 'line 7, UID b: DTSTART is not a day of the calendar: 20260230'],
    ])
    expect(await holidays()).toEqual([])
  })

  it('of the same file twice at once adds each holiday once', async () => {
    const file = fileOf(...Array.from({ length: 50 }, (_, index) => event(`e${index}`, dayFromToday(index), `Day ${index}`)))
    const [first, second] = await Promise.all([load(file), load(file)])
    expect([first.added, second.added].sort()).toEqual([0, 50])
    expect(await building.run('select count(*)::int as days from holidays where org_id = $1')).toEqual([{ days: 50 }])
  })

  it('of text that is too long, or of another organization, is refused', async () => {
    const long = await building.call('POST', building.path('holiday-imports'), { calendar: 'x'.repeat(1_000_001) })
    expect([long.status, long.json<Problem>().code]).toEqual([400, 'invalid_body'])
    const other = await openBuilding(service)
    const answer = await other.call('POST', building.path('holiday-imports'), fileOf(event('a', '2026-12-25', 'Christmas')))
    expect(answer.status).toBe(404)
    const { entryId } = await building.change('POST', 'closures', { firstDay: SOON, lastDay: SOON, reason: 'Move' })
    for (const path of [
      building.path(`closures/${entryId}`),
      other.path(`closures/${entryId}`),
      other.path(`outages/${entryId}`),
    ]) {
      expect((await other.call('DELETE', path)).status).toBe(404)
    }
    expect((await building.ask<Calendar>('GET', building.path('calendar'))).closures).toHaveLength(
      Number(SOON.slice(0, 4)) === new Date().getUTCFullYear() ? 1 : 0,
    )
  })
})

describe('a calendar', () => {
  it('is read by employees and changed by workplace administrators only', async () => {
    const call = (method: string, what: string, body?: object) => building.call(method, building.path(what), body, building.ada)
    expect((await call('GET', 'calendar')).status).toBe(200)
    const writes = [
      await call('PATCH', 'calendar', { bookableOnClosedDays: true }),
      await call('PUT', `holidays/${SOON}`, { name: 'Day' }),
      await call('DELETE', `holidays/${SOON}`),
      await call('POST', 'holiday-imports', { calendar: 'x' }),
      await call('POST', 'closures', { firstDay: SOON, lastDay: SOON, reason: 'Move' }),
      await call('POST', 'outages', { firstDay: SOON, lastDay: SOON }),
    ]
    expect(writes.map(({ status }) => status)).toEqual(writes.map(() => 403))
  })

  it.each([
    ['POST', 'closures', { firstDay: '2026-03-05', lastDay: '2026-03-04', reason: 'x' }, '/lastDay'],
    ['POST', 'closures', { firstDay: '2026-01-01', lastDay: '2029-01-06', reason: 'x' }, '/lastDay'],
    ['POST', 'outages', { firstDay: '2026-02-30', lastDay: '2026-03-04' }, '/firstDay'],
    ['POST', 'closures', { firstDay: '2026-03-05', lastDay: '2026-03-05' }, '/reason'],
    ['PUT', 'holidays/2026-03-05', { name: '' }, '/name'],
    ['PATCH', 'calendar', { workingDays: [8] }, '/workingDays/0'],
  ])('refuses %s of %s %o', async (method, what, body, pointer) => {
    const answer = await building.call(method, building.path(what), body)
    const { errors } = answer.json<{ errors: { pointer: string }[] }>()
    expect([answer.status, errors.map((error) => error.pointer)]).toEqual([400, [pointer]])
  })

  it('closes for its longest time, and no day more', async () => {
    const closure = { firstDay: '2026-01-01', lastDay: '2029-01-05', reason: 'Renovation' }
    expect(await building.change('POST', 'closures', closure)).toMatchObject({ added: 1101 })
  })
})

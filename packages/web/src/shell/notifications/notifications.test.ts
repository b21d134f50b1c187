import type { RefreshRun, Source, WorkplaceEventSummary } from '@rollcall/contract'
import { expect, test } from 'vitest'
import type { UserDay } from '../../workplace/plans.ts'
import { ofDays, ofEvents } from './notifications.ts'
import { ofRefreshRuns, ofSources } from './service-notifications.ts'

const HOUR = 3_600_000
const NOW = Date.parse('2026-03-04T12:00:00Z')
const ago = (ms: number) => new Date(NOW - ms).toISOString()

const day = (changes: object): UserDay => ({ day: '2026-03-04', dayType: 'workday', booking: null, ...changes }) as UserDay
const lostBooking = { placeName: 'D-2', locationName: 'Berlin', changedBy: 'administrator', reason: null, lostAt: ago(HOUR) }

test('a lost desk leads to where another is chosen, unless there is one or the building is closed', () => {
  const of = (changes: object) => ofDays([day({ lostBooking, ...changes })], '2026-03-01').map(({ to }) => to)
  expect(of({})).toEqual(['/me/desk'])
  expect(of({ dayType: 'closed' })).toEqual(['/me'])
  expect(of({ booking: { placeName: 'D-3', zoneName: 'North', levelName: 'Level 2' } })).toEqual(['/me'])
  expect(ofDays([day({ lostBooking: null })], '2026-03-04')).toEqual([])
})

test('only the check-in of today is asked for', () => {
  const due = day({ lostBooking: null, checkInBy: '2026-03-04T13:00:00.000Z', booking: { placeName: 'D-2' } })
  expect(ofDays([due], '2026-03-04')).toMatchObject([
    { title: expect.stringMatching(/^Check in by \d\d:\d\d \S/), detail: 'Or else desk D-2 is released for others.', to: '/me' },
  ])
  expect(ofDays([due], '2026-03-03')).toEqual([])
})

test('invitations count until the reply, and gatherings of those who would have come when they are canceled', () => {
  const event = (changes: object) =>
    ({
      eventId: 'e',
      eventName: 'All hands',
      status: 'scheduled',
      reply: 'invited',
      startsAt: ago(-HOUR),
      day: '2026-03-04',
      ...changes,
    }) as WorkplaceEventSummary
  const titles = (changes: object) => ofEvents([event(changes)], NOW).map(({ title }) => title)
  expect(titles({})).toEqual(['Invitation to All hands'])
  expect(titles({ reply: 'declined', status: 'cancelled' })).toEqual([])
  expect(titles({ reply: 'accepted', status: 'cancelled' })).toEqual(['Canceled: All hands'])
  expect(titles({ reply: 'accepted' })).toEqual([])
  expect(titles({ startsAt: ago(1) })).toEqual([])
})

test('a source that falls silent again is news, and refusals lead to the quarantine those who may replay it', () => {
  const source = (changes: object) =>
    ({
      ...{ sourceId: 'badges', firstSeenAt: ago(240 * HOUR), lastReceivedAt: ago(0), lastEventAt: ago(0) },
      ...{ accepted: 100, repeated: 0, userNotFound: 0, locationNotFound: 0, refused: 0, clockSkewMs: 0 },
      ...changes,
    }) as Source
  const of = (changes: object, canReplay = true) => ofSources([source(changes)], NOW, canReplay)
  expect(of({})).toEqual([])
  const silent = { lastReceivedAt: ago(30 * HOUR), lastEventAt: ago(30 * HOUR) }
  expect(of(silent)).toMatchObject([{ title: 'badges: silent', at: ago(6 * HOUR), to: '/sources' }])
  expect(of({ lastReceivedAt: ago(29 * HOUR) })[0]?.id).not.toBe(of(silent)[0]?.id)
  const refused = { userNotFound: 200 }
  expect(of(refused)).toMatchObject([{ to: '/quarantine', search: { source: 'badges' } }])
  expect(of(refused, false)).toMatchObject([{ to: '/sources' }])
})

test('a failed refresh counts until another one succeeds, even while that runs', () => {
  const run = (runNo: number, status: RefreshRun['status']) =>
    ({ runNo, status, startedAt: ago(HOUR), endedAt: null, error: null }) as RefreshRun
  expect(ofRefreshRuns([run(3, 'running'), run(2, 'failed'), run(1, 'succeeded')])).toMatchObject([{ id: 'refresh 2' }])
  expect(ofRefreshRuns([run(2, 'succeeded'), run(1, 'failed')])).toEqual([])
  expect(ofRefreshRuns([])).toEqual([])
})

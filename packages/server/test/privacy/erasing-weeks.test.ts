import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Bench, openBench } from '../attendance/support.ts'
import { send } from '../http/support/send.ts'
import { refresh, segmentsOf } from '../refresh/support.ts'
import { AFTERWARDS, leaveTraces, type MarkedOffice, openMarkedOffice, placesOf, REASON } from './support.ts'

/** The week of the traces, and the one after it, in which the person has left none. */
const [SUNDAY, NEXT_SUNDAY] = ['2026-03-08', '2026-03-15']
const DATASETS = [
  ...['users', 'groups', 'desks', 'user-booking-attendance', 'presence', 'events', 'parking-bookings', 'audit-log'],
  ...['headcount', 'occupancy', 'visits', 'policy-weeks', 'group-members', 'group-closure', 'desk-history', 'calendar'],
]

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())

/** The datasets that name the person by id. */
const datasetsWith = async ({ service, token, userId }: MarkedOffice) => {
  const found: string[] = []
  for (const dataset of DATASETS) {
    const headers = { authorization: `Bearer ${token}` }
    const range = '?startDate=2026-03-01&endDate=2026-03-20'
    const isDated = !['users', 'groups', 'desks', 'group-members', 'group-closure', 'desk-history'].includes(dataset)
    const base = dataset === 'parking-bookings' ? '/v1' : '/v1/analytics'
    const { status, text } = await send(service.baseUrl, { path: `${base}/${dataset}${isDated ? range : ''}`, headers })
    expect(status, `${dataset}: ${text}`).toBe(200)
    if (text.includes(userId)) found.push(dataset)
  }
  return found
}

it('an erased person is in no week of a policy, no group and at no desk, and elsewhere only where an id may stay', async () => {
  const office = await openMarkedOffice(bench)
  const { orgId, pool, nodes, userId, colleague } = office
  await leaveTraces(office)
  await pool.query('update users set primary_group_id = $2 where org_id = $1 and id = any ($3)', [
    ...[orgId, nodes.zone, [userId, colleague]],
  ])
  await pool.query(
    `insert into attendance_policies (org_id, group_id, valid_from, kind, days) values ($1, $2, '2026-01-01', 'daysPerWeek', 4)`,
    [orgId, nodes.zone],
  )
  await refresh(office, AFTERWARDS)
  const weeks = async () =>
    (await segmentsOf(office, 'policy-weeks')).map(({ day, rowCount, reason }) => `${day} ${rowCount} ${reason}`)
  expect(await weeks()).toEqual([`${SUNDAY} 2 refreshed`, `${NEXT_SUNDAY} 2 refreshed`])
  const kept = ['users', 'user-booking-attendance', 'presence', 'events', 'visits']
  const left = ['desks', 'policy-weeks', 'group-members', 'desk-history']
  expect((await datasetsWith(office)).sort()).toEqual([...kept, ...left].sort())
  const erased = await send(office.service.baseUrl, {
    ...{ method: 'POST', path: `/api/users/${userId}/erasure`, body: { reason: REASON, confirm: office.email } },
    headers: { 'content-type': 'application/json', ...office.administrator.headers },
  })
  expect(erased.status, erased.text).toBe(200)
  await refresh(office, AFTERWARDS)
  expect(await weeks()).toEqual([`${SUNDAY} 1 erased`, `${NEXT_SUNDAY} 1 erased`])
  expect((await datasetsWith(office)).sort()).toEqual(kept.toSorted())
  expect(await placesOf(office, userId)).toEqual([
    ...['audit_log.entity_id', 'bookings.user_id', 'day_plans.changed_by_user_id', 'day_plans.user_id', 'day_removals.user_id'],
    ...['erasures.user_id', 'event_invitations.user_id', 'person_months.user_id', 'presence_events.user_id'],
    ...['segment_chunks.deflated', 'segment_chunks.zstandard'],
    ...['user_actions.changed_by_user_id', 'user_actions.user_id', 'users.id'],
    ...['visitor_events.host_user_id', 'visits.host_user_id', 'week_plans.changed_by_user_id', 'week_plans.user_id'],
    'workplace_events.organizer_user_id',
  ])
})

import type { PersonalData } from '@rollcall/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PERSONAL_TABLES } from '../../src/operations/privacy/personal-columns.ts'
import { type Bench, shareBench } from '../attendance/support.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { type Answer, send } from '../http/support/send.ts'
import { leaveTraces, MARK, type MarkedOffice, openMarkedOffice } from './support.ts'

let bench: Bench
let office: MarkedOffice
beforeAll(async () => {
  bench = await shareBench()
  office = await openMarkedOffice(bench)
  await leaveTraces(office)
})
afterAll(() => bench?.[Symbol.asyncDispose]())

const ask = (headers: Record<string, string>, user = office.userId): Promise<Answer> =>
  send(office.service.baseUrl, { path: `/api/users/${user}/personal-data`, headers })

test('a person gets all stored data about them, and none about others', async () => {
  const answer = await ask(office.person.headers, 'me')
  expect(answer.status).toBe(200)
  const { userId, tables } = answer.json<PersonalData>()
  expect(userId).toBe(office.userId)
  expect(Object.keys(tables).sort()).toEqual([
    ...[
      'access_credentials',
      'bookings',
      'credential_scan_data',
      'day_plans',
      'desk_history',
      'event_invitations',
      'favorite_desks',
      'group_member_history',
      'group_members',
      'places',
      'presence_events',
    ],
    ...['quarantine', 'sessions', 'source_identities', 'time_off_events', 'user_accounts', 'user_actions', 'users'],
    ...['visitor_events', 'visits', 'week_plans', 'workplace_events'],
  ])
  expect(tables.users).toMatchObject([
    { user_name: office.userName, email: office.email, attributes: { costCentre: `cost ${MARK}` } },
  ])
  expect(tables.presence_events?.map(({ source_user_id }) => source_user_id)).toEqual(Array(6).fill(`${MARK}-card`))
  expect(tables.quarantine).toHaveLength(5)
  expect(tables.visitor_events?.map(({ event_type }) => event_type).sort()).toEqual(['arrived', 'arrived', 'arrived', 'departed'])
  expect(answer.text).not.toMatch(/password_hash|token_hash/)
  const others = Object.entries(tables).flatMap(([name, rows]) => (name === 'day_plans' || name === 'user_actions' ? [] : rows))
  for (const row of others.filter(({ user_id }) => user_id !== undefined)) expect(row.user_id).toBe(office.userId)
})

test('rows of every table about people can be exported', () => {
  const erasable = Object.entries(PERSONAL_TABLES).filter(([, { erase, refers }]) => erase || refers)
  expect(erasable.filter(([, { rows }]) => rows === undefined).map(([name]) => name)).toEqual([])
})

test('global administrators export the data of any user, others only their own', async () => {
  expect((await ask(office.administrator.headers)).status).toBe(200)
  const analyst = await office.service.signIn(office.orgId, ['analytics-administrator', 'workplace-administrator'])
  expectProblem(await ask(analyst.headers), 'role_not_allowed')
  expectProblem(await ask(office.person.headers, office.colleague), 'role_not_allowed')
  const stranger = await office.service.createOrganization()
  const { headers } = await office.service.signIn(stranger.id, ['global-administrator'])
  expectProblem(await ask(headers), 'entity_not_found')
})

import type { PersonalData } from '@rollcall/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Bench, shareBench } from '../attendance/support.ts'
import { send } from '../http/support/send.ts'
import { DAYS, type MarkedOffice, openMarkedOffice, placesOf, REASON } from './support.ts'

let bench: Bench
beforeAll(async () => {
  bench = await shareBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())

const rename = ({ call, userId }: MarkedOffice, names: object) => call('PATCH', `/api/users/${userId}`, names)

const formerNames = async ({ pool, orgId }: MarkedOffice) => {
  const { rows } = await pool.query<Record<string, string | number>>(
    'select name_no, user_name, email, first_name, last_name from former_names where org_id = $1 order by user_id, name_no',
    [orgId],
  )
  return rows
}

const leaveNames = async ({ submit, call, nodes, colleague }: MarkedOffice, userName: string, email: string, name: string) => {
  const visitor = { timestamp: `${DAYS[0]}T10:00:00Z`, eventType: 'arrived', locationId: nodes.location }
  const visitorEvents = [
    { ...visitor, eventId: `by e-mail ${email}`, visitorName: name, visitorEmail: email },
    { ...visitor, eventId: `by name ${email}`, visitorName: name },
  ]
  await submit('visitor-arrival', { sourceId: 'reception', visitorEvents })
  const event = { timestamp: `${DAYS[0]}T10:00:00Z`, locationId: 'nowhere', locationType: 'location' }
  const presenceEvents = [email, userName].map((userEmail) => ({ ...event, eventId: `of ${userEmail}`, userEmail }))
  await submit('presence', { sourceId: 'badges', presenceEvents })
  const meeting = { startsAt: `${DAYS[1]}T10:00:00Z`, endsAt: `${DAYS[1]}T11:00:00Z`, locationId: nodes.location }
  await call('POST', '/api/events', { eventName: `Wedding of ${name}`, ...meeting, invitees: [colleague] })
}

test('an erasure finds data with a former name, login or address, and an export contains these', async () => {
  const office = await openMarkedOffice(bench)
  const { call, userId, service, person } = office
  await rename(office, { userName: 'ada.maiden', email: 'ada.maiden@x.example', firstName: 'Ada', lastName: 'Maiden' })
  await leaveNames(office, 'ada.maiden', 'ada.maiden@x.example', 'Ada Maiden')
  await rename(office, { userName: 'ada.wed', email: 'ada.wed@x.example', lastName: 'Wed' })
  expect(await formerNames(office)).toMatchObject([
    { name_no: 1, user_name: office.userName, last_name: office.lastName },
    { name_no: 2, user_name: 'ada.maiden', email: 'ada.maiden@x.example', first_name: 'Ada', last_name: 'Maiden' },
  ])
  const copy = await send(service.baseUrl, { path: '/api/users/me/personal-data', headers: person.headers })
  const { tables } = copy.json<PersonalData>()
  expect(tables.former_names).toHaveLength(2)
  expect(tables.visitor_events).toHaveLength(2)
  expect(tables.quarantine).toHaveLength(2)

  const naming = call('POST', `/api/users/${userId}/erasure`, { reason: 'Miss Maiden asked', confirm: 'ada.wed' })
  await expect(naming).rejects.toThrow('"personal"')
  await call('POST', `/api/users/${userId}/erasure`, { reason: REASON, confirm: 'ada.wed' })
  expect(await placesOf(office, 'maiden')).toEqual([])
  expect(await formerNames(office)).toEqual([])
})

test('the current name of another user stays', async () => {
  const office = await openMarkedOffice(bench)
  const { call, userId, colleague } = office
  await rename(office, { userName: 'j.doe', email: 'j.doe@x.example', firstName: 'John', lastName: 'Doe' })
  await rename(office, { userName: 'j.smith', email: 'j.smith@x.example', lastName: 'Smith' })
  await call('PATCH', `/api/users/${colleague}`, {
    userName: 'J.Doe',
    email: 'J.Doe@x.example',
    firstName: 'John',
    lastName: 'DOE',
  })
  await leaveNames(office, 'j.doe', 'j.doe@x.example', 'John Doe')
  const before = await placesOf(office, 'doe')
  await call('POST', `/api/users/${userId}/erasure`, { reason: REASON, confirm: 'j.smith' })
  expect(before).toContain('visitor_events.visitor_email')
  expect(await placesOf(office, 'doe')).toEqual(
    before.filter((place) => !place.startsWith('former_names') && place !== 'audit_log.before'),
  )
})

test('up to 20 former names of a user are kept, none twice, and only what would be lost', async () => {
  const office = await openMarkedOffice(bench)
  const { pool, orgId, userId } = office
  await rename(office, { userName: office.userName.toUpperCase(), firstName: office.firstName.toLowerCase(), onboarded: true })
  await pool.query('update users set email = null where org_id = $1 and id <> $2', [orgId, userId])
  await pool.query(`update users set email = id || '@x.example' where org_id = $1 and id <> $2`, [orgId, userId])
  expect(await formerNames(office)).toEqual([])
  for (const n of [0, 1, 0, 1, 0, 1]) await rename(office, { userName: `name ${n}` })
  expect((await formerNames(office)).map(({ user_name }) => user_name)).toEqual([
    ...[office.userName.toUpperCase(), 'name 0', 'name 1'],
  ])
  for (let n = 2; n < 23; n++) await rename(office, { userName: `name ${n}` })
  const kept = await formerNames(office)
  expect(kept.map(({ name_no }) => name_no)).toEqual(Array.from({ length: 20 }, (_, n) => n + 4))
  expect(kept.at(-1)).toMatchObject({ user_name: 'name 21' })
})

test('a change of many users stores all their former names, and an import that swaps names stores no temporary ones', async () => {
  const office = await openMarkedOffice(bench)
  const { pool, orgId, call, userId, colleague } = office
  await pool.query(
    `insert into users (org_id, id, user_name) select $1, gen_random_uuid(), 'many ' || n from generate_series(1, 3000) n`,
    [orgId],
  )
  await pool.query(`update users set user_name = 'renamed ' || user_name where org_id = $1 and user_name like 'many %'`, [orgId])
  expect(await formerNames(office)).toHaveLength(3000)
  await rename(office, { userName: 'ada' })
  await call('PATCH', `/api/users/${colleague}`, { userName: 'bob' })
  await pool.query('delete from former_names where org_id = $1', [orgId])
  const users = [
    { id: userId, userName: 'bob' },
    { id: colleague, userName: 'ada' },
  ]
  await call('POST', '/api/imports?dryRun=false', { users })
  expect((await formerNames(office)).map(({ user_name }) => user_name).sort()).toEqual(['ada', 'bob'])
})

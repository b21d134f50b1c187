import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Bench, shareBench } from '../attendance/support.ts'
import { DAYS, type MarkedOffice, openMarkedOffice, REASON } from './support.ts'

let bench: Bench
beforeAll(async () => {
  bench = await shareBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())

const erase = ({ call, userId, email }: MarkedOffice) =>
  call('POST', `/api/users/${userId}/erasure`, { reason: REASON, confirm: email })

/** Visitor events of the first day, a minute after each other. */
const submitVisitors = async ({ submit, nodes }: MarkedOffice, events: readonly object[]): Promise<void> => {
  const visitorEvents = events.map((event, n) => ({
    ...{ eventId: `event ${n}`, timestamp: `${DAYS[0]}T09:${String(n).padStart(2, '0')}:00Z`, eventType: 'arrived' },
    ...{ locationId: nodes.location, ...event },
  }))
  const { results } = await submit('visitor-arrival', { sourceId: 'reception', visitorEvents })
  expect(results.filter(({ resultCode }) => resultCode !== 0)).toEqual([])
}

const logOf = async ({ pool, orgId }: MarkedOffice): Promise<string[]> => {
  const { rows } = await pool.query(
    `select to_char(arrived_at at time zone 'UTC', 'HH24:MI') as came, to_char(departed_at at time zone 'UTC', 'HH24:MI') as left,
       is_expected as expected
     from visit_log($1, $2, $2)`,
    [orgId, DAYS[0]],
  )
  return rows.map((row) => JSON.stringify(row)).sort()
}

const textsOf = async ({ pool, orgId }: MarkedOffice): Promise<(string | null)[]> => {
  const { rows } = await pool.query<{ texts: (string | null)[] }>(
    `select array[visitor_name, visitor_email, badge_number] as texts from visitor_events where org_id = $1
     union all
     select array[visitor_name, visitor_email] from visits where org_id = $1`,
    [orgId],
  )
  return rows.flatMap(({ texts }) => texts)
}

const departed = { eventType: 'departed' }

test('arrivals and departures are reported as before, however the departure is identified', async () => {
  const office = await openMarkedOffice(bench)
  const { email, userName, firstName, lastName, colleague, pool, orgId, nodes } = office
  const name = `${firstName} ${lastName}`
  await pool.query(
    `insert into visits (org_id, id, visitor_name, visitor_email, location_id, day, host_user_id) values
       ($1, gen_random_uuid(), 'By short name', $2, $3, $4, $5), ($1, gen_random_uuid(), $6, null, $3, $4, $5)`,
    [orgId, email, nodes.location, DAYS[0], colleague, name],
  )
  await submitVisitors(office, [
    { visitorName: name, visitorEmail: email, badgeNumber: 'V-1' },
    { badgeNumber: 'V-1', ...departed },
    // The same badge on the same day, and the next badge of the same person.
    { visitorName: 'Another Guest', visitorEmail: 'else@example.com', badgeNumber: 'V-1' },
    { visitorName: name, badgeNumber: 'V-2' },
    { badgeNumber: 'V-1', ...departed },
    { badgeNumber: 'V-2', ...departed },
    // Another login is another visitor.
    { visitorName: 'Known otherwise', visitorEmail: userName },
    { visitorEmail: userName, ...departed },
    // The person is found by the name that came with the e-mail, and by an e-mail that came with the name.
    { visitorName: 'By short name', hostUserId: colleague },
    { visitorName: 'By short name', hostUserId: colleague, visitorEmail: 'at.home@example.com', ...departed },
    { visitorName: name, visitorEmail: email },
    { visitorName: name, visitorEmail: 'private@example.com' },
    { visitorEmail: 'private@example.com', ...departed },
    // Another person of that name.
    { visitorName: name, visitorEmail: 'namesake@example.com', hostUserId: office.userId },
  ])
  const before = await logOf(office)
  await erase(office)
  expect(await logOf(office)).toEqual(before)
  const kept = (await textsOf(office)).filter((text) => text !== null && !text.startsWith('erased-'))
  expect(kept.sort()).toEqual([name, 'Another Guest', 'else@example.com', 'namesake@example.com'].sort())
})

const FIRST = 'J\u00fcrgen'
const LAST = 'Gr\u00f6\u00dfe M\u00fcller'
const WRITTEN = [
  ...[`${LAST}, ${FIRST}`, `${LAST} ${FIRST}`, `${LAST},${FIRST}`, `  ${FIRST}  ${LAST} `, `${FIRST}\u00a0${LAST}`],
  ...[`${FIRST} ${LAST}`.normalize('NFD'), `${FIRST} ${LAST}`.toLowerCase(), `J\u00dcRGEN GR\u00d6\u00dfE M\u00dcLLER`],
]

test('a person is found by their names however they are written', async () => {
  const office = await openMarkedOffice(bench)
  const { pool, orgId, userId, userName, email, submit, nodes, colleague, call } = office
  await pool.query('update users set first_name = $3, last_name = $4 where org_id = $1 and id = $2', [orgId, userId, FIRST, LAST])
  const known = [
    ...WRITTEN.map((visitorName) => ({ visitorName })),
    ...[` ${email}`, `${email} `, email.toUpperCase()].map((visitorEmail) => ({ visitorEmail })),
  ]
  const others = [{ visitorName: `${FIRST} ${LAST}-Schmidt` }, { visitorName: FIRST }, { visitorEmail: `x${email}` }]
  await submitVisitors(office, [...known, ...others])
  for (const name of WRITTEN) {
    const event = { eventName: `Farewell of ${name}!`, startsAt: `${DAYS[1]}T10:00:00Z`, endsAt: `${DAYS[1]}T11:00:00Z` }
    await call('POST', '/api/events', { ...event, locationId: nodes.location, invitees: [colleague] })
  }
  const presenceEvents = [
    { eventId: userName },
    { eventId: email.toUpperCase() },
    { eventId: 'a', userEmail: ` ${email} ` },
    { eventId: 'b', userEmail: 'unknown@example.com' },
  ].map((event) => ({
    ...{ timestamp: `${DAYS[0]}T09:00:00Z`, locationId: 'nowhere', locationType: 'location', sourceUserId: 'nobody', ...event },
  }))
  await submit('presence', { sourceId: 'badges', presenceEvents })

  await erase(office)
  const kept = (await textsOf(office)).filter((text) => text !== null && !text.startsWith('erased-'))
  expect(kept.sort()).toEqual(others.flatMap((other) => Object.values(other)).sort())
  const { rows: events } = await pool.query('select distinct name from workplace_events where org_id = $1', [orgId])
  expect(events).toEqual([{ name: 'Event' }])
  const { rows: refused } = await pool.query('select event_id from quarantine where org_id = $1', [orgId])
  expect(refused).toEqual([{ event_id: 'b' }])
})

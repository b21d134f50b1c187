import { randomUUID } from 'node:crypto'
import zlib from 'node:zlib'
import { basic } from '../../src/testing/test-service.ts'
import { type Bench, type Office, openOffice } from '../attendance/support.ts'
import { post, send } from '../http/support/send.ts'
import { addBuilding, addIdentity } from '../ingest/support.ts'

/**
 * This mark is in every text about the person, and in no other. Compressed rows, hashes and Parquet files are searched for it as well,
 * and about one run in a hundred has a given three letters in these bytes by chance.
 */
export const MARK = 'zqxjvkwb'
export const REASON = 'Request 4711'
export const DAYS = ['2026-03-02', '2026-03-03', '2026-03-04'] as const
export const AFTERWARDS = new Date('2026-03-20T12:00:00Z')

const NAMES = {
  userName: `${MARK}.login@example.com`,
  email: `${MARK}.mail@example.com`,
  firstName: `First${MARK}`,
  lastName: `Last${MARK}`,
}

/** A company in which one person has left traces in every text that can hold any. */
export const openMarkedOffice = async (bench: Bench) => {
  const office = await openOffice(bench)
  const { orgId, pool } = office
  const { service } = bench
  const nodes = await addBuilding(service, orgId)
  const colleague = await office.addUser(nodes.location)
  const administrator = await service.signIn(orgId, ['global-administrator'])
  const key = basic(office.organization.keys['all-permissions'])
  const token = await tokenOf(bench, office)
  const userId = randomUUID() as string
  await pool.query(
    `insert into users (org_id, id, user_name, email, first_name, last_name, attributes, primary_location_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [orgId, userId, ...Object.values(NAMES), { costCentre: `cost ${MARK}` }, nodes.location],
  )
  const person = await service.signIn(orgId, [], userId)

  const submit = async (path: string, body: object) => {
    const answer = await post(service.baseUrl, `/v1/${path}/basic`, body, key)
    if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`)
    return answer.json<{ results: { resultCode: number; message: string }[] }>()
  }
  const call = async (method: string, path: string, body: object, headers = administrator.headers) => {
    const answer = await send(service.baseUrl, {
      method,
      path,
      body,
      headers: { 'content-type': 'application/json', ...headers },
    })
    if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`)
    return answer.json()
  }
  return {
    ...office,
    service,
    ingest: bench.ingest,
    nodes,
    colleague,
    administrator,
    person,
    key,
    token,
    userId,
    submit,
    call,
    ...NAMES,
  }
}

export type MarkedOffice = Awaited<ReturnType<typeof openMarkedOffice>>

const tokenOf = async ({ service }: Bench, { organization }: Office): Promise<string> => {
  const { id, secret } = organization.keys['all-permissions']
  const answer = await post(service.baseUrl, '/v1/auth/token', { client_id: id, client_secret: secret })
  return answer.json<{ access_token: string }>().access_token
}

/** A badge reading of the card of the person. */
export const reading = ({ nodes }: Pick<MarkedOffice, 'nodes'>, timestamp: string, n: number | string = timestamp) => ({
  ...{ eventId: `${MARK}-reading-${n}`, timestamp, sourceUserId: `${MARK}-card` },
  ...{ locationId: nodes.location, locationType: 'location' as const },
})

/** Everything that the person did, and that was done about them. */
export const leaveTraces = async (office: MarkedOffice): Promise<void> => {
  const { submit, call, service, orgId, pool, nodes, userId, userName, email, firstName, lastName, colleague, person } = office
  await addIdentity(service, orgId, ['badges', `${MARK}-source`, userId])
  const card = {
    active: true,
    cardNumber: `${MARK}-card`,
    facilityCode: `${MARK}-f`,
    scanData: [`${MARK}-scan`, `${MARK}-second-scan`],
    credentialType: MARK,
  }
  await submit('access-credentials', { data: [{ username: userName, updateId: 'u1', credentials: [card] }] })
  await pool.query(`insert into groups (org_id, id, name, type, origin) values ($1, $2, 'Team', 'team', 'administrator')`, [
    orgId,
    nodes.zone,
  ])
  await pool.query('insert into group_members (org_id, group_id, user_id) values ($1, $2, $3)', [orgId, nodes.zone, userId])
  await pool.query('update places set assigned_user_id = $2 where org_id = $1', [orgId, userId])
  await call('PUT', `/api/users/me/favorite-desks/${nodes.place}`, {}, person.headers)

  const presenceEvents = DAYS.flatMap((day) => [reading(office, `${day}T09:00:00Z`), reading(office, `${day}T15:00:00Z`)])
  const others = DAYS.map((day) => ({
    ...{ eventId: `other ${day}`, timestamp: `${day}T10:00:00Z`, userId: colleague },
    ...{ locationId: nodes.location, locationType: 'location' },
  }))
  await submit('presence', { sourceId: 'badges', presenceEvents: [...presenceEvents, ...others] })
  await submit('presence', {
    sourceId: 'badges',
    presenceEvents: [
      { ...reading(office, `${DAYS[0]}T16:00:00Z`), locationId: 'nowhere' },
      { ...reading(office, `${DAYS[0]}T17:00:00Z`), sourceUserId: undefined, userEmail: email, locationId: 'nowhere' },
      { ...reading(office, `${DAYS[0]}T18:00:00Z`), sourceUserId: undefined, userId, locationId: 'nowhere' },
    ],
  })
  const days = { startDate: '2027-06-01', endDate: '2027-06-02' }
  await submit('timeoff', {
    timeOffEvents: [
      { eventId: `${MARK}-off`, uid: userId, eventType: 'scheduled', ...days, timeOffType: `${MARK} sick` },
      { eventId: `${MARK}-off-2`, email, eventType: 'scheduled', startDate: '2020-01-01', endDate: '2026-01-01' },
    ],
  })
  const visitor = { timestamp: `${DAYS[0]}T10:00:00Z`, eventType: 'arrived', locationId: nodes.location }
  const leaving = { timestamp: `${DAYS[0]}T11:00:00Z`, eventType: 'departed' }
  await submit('visitor-arrival', {
    sourceId: 'reception',
    visitorEvents: [
      {
        ...visitor,
        eventId: `${MARK}-v`,
        visitorName: `${firstName} ${lastName}`,
        visitorEmail: email,
        badgeNumber: `${MARK}-7`,
      },
      { ...visitor, ...leaving, eventId: `${MARK}-l`, badgeNumber: `${MARK}-7` },
      { ...visitor, eventId: `${MARK}-w`, visitorName: `${firstName} ${lastName}` },
      { ...visitor, eventId: 'guest', visitorName: 'A guest', hostUserId: userId },
      { ...visitor, eventId: `${MARK}-x`, visitorName: 'Another guest', hostEmail: email, locationId: 'nowhere' },
    ],
  })

  await pool.query(
    `insert into day_plans (org_id, user_id, day, plan, location_id, origin, changed_by, changed_by_user_id, reason, command_id)
     select $1, $2, day, 'o', $3, 'day-plan', 'user', $2, $4, gen_random_uuid() from unnest($5::date[]) day`,
    [orgId, userId, nodes.location, `dentist of ${MARK}`, DAYS],
  )
  await office.plan(colleague, DAYS[0], 'o', nodes.location)
  const booking = { placeId: nodes.place, reason: `leg of ${MARK}` }
  for (const day of DAYS) await call('PUT', `/api/users/${userId}/days/${day}/booking`, booking)
  await pool.query(
    `update day_plans set reason = $3, changed_by = 'user', changed_by_user_id = $2, command_id = gen_random_uuid(), plan = 'r'
     where org_id = $1 and user_id = $4 and day = $5`,
    [orgId, userId, `as ${lastName} ${firstName} said`, colleague, DAYS[0]],
  )
  await call('PUT', `/api/users/${userId}/week-plan`, weekPlan, person.headers)
  const starts = { startsAt: `${DAYS[1]}T10:00:00Z`, endsAt: `${DAYS[1]}T11:00:00Z`, locationId: nodes.location }
  await call('POST', '/api/events', {
    eventName: `${lastName} leaves`,
    ...starts,
    organizerUserId: userId,
    invitees: [colleague],
  })
  await call('POST', '/api/events', {
    eventName: `Farewell of ${firstName} ${lastName}`,
    ...starts,
    invitees: [userId, colleague],
  })
  await call('POST', '/api/events', { eventName: 'All hands', ...starts, organizerUserId: userId, invitees: [userId, colleague] })
  const visit = { locationId: nodes.location, day: '2027-06-01' }
  await call('POST', '/api/visits', { ...visit, visitorName: lastName, visitorEmail: email, hostUserId: colleague })
  await call('POST', '/api/visits', { ...visit, visitorName: 'A guest', hostUserId: userId })
}

const weekPlan = {
  days: [
    { weekday: 1, plan: 'o' },
    { weekday: 2, plan: 'r' },
  ],
}

/** Columns in which the organization has the text, in whatever case and form. */
export const placesOf = async ({ pool, orgId }: Pick<Office, 'pool' | 'orgId'>, text: string): Promise<string[]> => {
  const { rows: tables } = await pool.query<{ name: string }>(`
    select relname as name
    from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`)
  const found = new Set<string>()
  for (const { name } of tables) {
    const { rows } = await pool.query<Record<string, unknown>>(`select * from ${name}`)
    for (const row of rows.filter(({ org_id = orgId }) => org_id === orgId)) {
      for (const [column, value] of Object.entries(row)) {
        if (textOf(value).toLowerCase().includes(text)) found.add(`${name}.${column}`)
      }
    }
  }
  return [...found].sort()
}

const textOf = (value: unknown): string => {
  if (!Buffer.isBuffer(value)) return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  const forms = [() => zlib.zstdDecompressSync(value), () => zlib.inflateRawSync(Buffer.concat([value, Buffer.from([3, 0])]))]
  return [value.toString('latin1'), ...forms.map((form) => attempt(form))].join('\n')
}

const attempt = (form: () => Buffer): string => {
  try {
    return form().toString()
  } catch {
    return ''
  }
}

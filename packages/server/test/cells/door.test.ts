import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setUpCode } from '../../src/directory/accounts/set-up.ts'
import { csrfTokenOf } from '../../src/gate/sessions/session-service.ts'
import {
  basic,
  bearer,
  PASSWORD,
  PASSWORD_HASH,
  type SignedIn,
  startTestService,
  type TestOrganization,
  type TestService,
} from '../../src/testing/test-service.ts'
import { hmacBody, tokenOf, until } from '../http/support/credentials.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { post, send } from '../http/support/send.ts'

let service: TestService
let here: TestOrganization
let there: TestOrganization
beforeAll(async () => {
  service = await startTestService({ nightly: false }, undefined, ['two'])
  here = await service.createOrganization('Here', 'main')
  there = await service.createOrganization('There', 'two')
})
afterAll(() => service?.[Symbol.asyncDispose]())

const poolOf = (cell: string) => (service.cells.get(cell) as TestService['database']).pool

const get = (path: string, headers: Record<string, string> = {}) => send(service.baseUrl, { path, headers })
const organizationOf = async (headers: Record<string, string>) =>
  (await get('/api/session', headers)).json<{ organizationId: string }>().organizationId

describe('with two cells,', () => {
  it('each key reads its own organization, by token and by Basic', async () => {
    for (const org of [here, there]) {
      const key = org.keys['all-permissions']
      expect(await organizationOf(bearer(await tokenOf(service.baseUrl, key)))).toBe(org.id)
      const { token } = (await post(service.baseUrl, '/v1/auth', hmacBody(key))).json<{ token: string }>()
      expect(await organizationOf(bearer(token))).toBe(org.id)
      expect((await get('/v1/analytics/locations/basic', basic(org.keys['data-warehouse']))).status).toBe(200)
    }
  })

  it('a kiosk screen reads the floor in the cell of its organization', async () => {
    for (const org of [here, there]) {
      const headers = bearer(await tokenOf(service.baseUrl, org.keys['all-permissions']))
      const location = await post(service.baseUrl, '/api/locations', { locationName: org.id, timeZone: 'UTC' }, headers)
      const { locationId } = location.json<{ locationId: string }>()
      const screen = await post(service.baseUrl, '/api/kiosk-screens', { name: 'Lobby', locationId }, headers)
      const answer = await get('/api/kiosk', bearer(screen.json<{ secret: string }>().secret))
      expect([answer.status, answer.json().locationName]).toEqual([200, org.id])
    }
  })

  it('a key or an organization that was just created works at once', async () => {
    for (const cell of ['main', 'two']) {
      const { id, keys } = await service.createOrganization(undefined, cell)
      expect(await organizationOf(bearer(await tokenOf(service.baseUrl, keys['all-permissions'])))).toBe(id)
    }
  })

  it('a person signs in, reads, writes and signs out in the cell of the account', async () => {
    const { userName } = await service.signIn(there.id)
    const answer = await post(service.baseUrl, '/api/session', { userName, password: PASSWORD })
    expect(answer.json()).toMatchObject({ organizationId: there.id, userName })
    const token = /rollcall_session=([^;]+)/.exec(String(answer.headers['set-cookie']))?.[1] as string
    const headers = { cookie: `theme=dark; rollcall_session=${token}`, 'x-csrf-token': csrfTokenOf(token) }
    expect(await organizationOf(headers)).toBe(there.id)
    expect((await send(service.baseUrl, { method: 'DELETE', path: '/api/session', headers })).status).toBe(200)
    expectProblem(await get('/api/session', headers), 'session_invalid')
  })

  it('one name with one password in both cells has to name its organization', async () => {
    const userId = randomUUID()
    const names = await Promise.all(['main', 'two'].map((cell) => addPerson(cell, cell === 'main' ? here.id : there.id, userId)))
    const signIn = (organization?: string) =>
      post(service.baseUrl, '/api/session', { userName: names[0], password: PASSWORD, ...(organization && { organization }) })
    expectProblem(await signIn(), 'sign_in_failed')
    expect((await signIn('Here')).json()).toMatchObject({ organizationId: here.id })
    expect((await signIn('There')).json()).toMatchObject({ organizationId: there.id })
  })

  it('a link to set up an organization of another cell works', async () => {
    const { id } = await service.createOrganization(undefined, 'two')
    const body = { code: setUpCode(service.sealer, id), userName: 'first@example.com', password: 'a very long password' }
    expect((await post(service.baseUrl, '/api/set-up', body)).json()).toMatchObject({ organizationId: id })
    expect((await get('/api/set-up')).json()).toEqual({ isOpen: false })
  })

  it('unknown keys, sessions and tokens are refused as with one', async () => {
    const stranger = { id: randomUUID(), secret: 'x'.repeat(43) }
    expectProblem(await get('/v1/analytics/locations/basic', basic(stranger)), 'credentials_invalid')
    expectProblem(await get('/v1/analytics/locations', bearer('x.y.z')), 'token_invalid')
    expectProblem(await get('/v1/analytics/locations'), 'credentials_missing')
    expectProblem(await get('/api/session', { cookie: 'rollcall_session=nothing' }), 'session_invalid')
    const wrong = { ...there.keys['data-warehouse'], secret: stranger.secret }
    expectProblem(await get('/v1/analytics/locations/basic', basic(wrong)), 'credentials_invalid')
    expectProblem(await post(service.baseUrl, '/v1/auth', hmacBody(stranger)), 'credentials_invalid')
  })

  it('the usage of a key is counted in its cell, also that of asking for tokens', async () => {
    const { id, keys } = await service.createOrganization(undefined, 'two')
    const key = keys['all-permissions']
    await organizationOf(bearer(await tokenOf(service.baseUrl, key)))
    const count = async (cell: string) => {
      const { rows } = await poolOf(cell).query<{ requests: number }>(
        'select coalesce(sum(requests), 0)::int as requests from key_usage where org_id = $1',
        [id],
      )
      return rows[0]?.requests
    }
    await until(async () => (await count('two')) === 2)
    expect(await count('main')).toBe(0)
  })

  it('the node is ready, and its metrics name the cell', async () => {
    await get('/v1/analytics/locations/basic', basic(there.keys['data-warehouse']))
    const ready = (name: string) => ({ name, status: 'ready', detail: null })
    // A cell that does not answer within two seconds is said to be away.
    await expect
      .poll(async () => (await get('/readyz')).json())
      .toEqual({ status: 'ready', cells: [ready('main'), ready('two')] })
    const { text } = await get('/metrics', bearer(service.metricsToken))
    for (const cell of ['main', 'two']) {
      expect(text).toMatch(new RegExp(`rollcall_database_connections\\{pool="requests",state="idle",cell="${cell}"\\} \\d`))
      expect(text).toMatch(new RegExp(`rollcall_background_failures_total\\{what="cells",cell="${cell}"\\} 0`))
    }
    expect(text).toMatch(/request_duration_seconds_count\{route="\/v1\/analytics\/locations\/basic",.*cell="two"\} \d/)
    expect(text).toMatch(/^process_cpu_seconds_total \d/m)
    expect(text.match(/^# TYPE rollcall_errors_total /gm)).toHaveLength(1)
  })
})

describe('an organization that is moved', () => {
  const place = async (org: TestOrganization, placement: string) =>
    poolOf('two').query('update organizations set placement = $2 where id = $1', [org.id, placement])

  const status = async (headers: Record<string, string>) => (await get('/api/session', headers)).status

  it('is refused by a database that it has left or not reached yet, and answers from one that it is about to leave', async () => {
    const org = await service.createOrganization(undefined, 'two')
    const person: SignedIn = await service.signIn(org.id)
    const key = bearer(await tokenOf(service.baseUrl, org.keys['all-permissions']))
    for (const headers of [key, person.headers]) expect(await status(headers)).toBe(200)
    for (const [placement, expected] of [
      ['arriving', 503],
      ['read-only', 200],
      ['gone', 503],
      ['here', 200],
    ] as const) {
      await place(org, placement)
      for (const headers of [key, person.headers]) await until(async () => (await status(headers)) === expected)
    }
    await place(org, 'gone')
    await until(async () => (await status(key)) === 503)
    const refused = await get('/api/session', key)
    expectProblem(refused, 'unavailable')
    expect(refused.headers['retry-after']).toBe('2')
    const { userName } = person
    expectProblem(await post(service.baseUrl, '/api/session', { userName, password: PASSWORD }), 'unavailable')
  })

  it('does not extend its sessions while it must not be written', async () => {
    const org = await service.createOrganization(undefined, 'two')
    const { headers } = await service.signIn(org.id)
    const pool = poolOf('two')
    await pool.query(`update sessions set last_used_at = now() - interval '1 hour' where org_id = $1`, [org.id])
    await place(org, 'read-only')
    expect(await status(headers)).toBe(200)
    const { rows } = await pool.query(
      `select last_used_at < now() - interval '59 minutes' as old from sessions where org_id = $1`,
      [org.id],
    )
    expect(rows).toEqual([{ old: true }])
  })
})

/** Adds a person of the same name to an organization of the cell. */
const addPerson = async (cell: string, orgId: string, userId: string): Promise<string> => {
  const userName = `both-${userId}@example.com`
  const pool = poolOf(cell)
  await pool.query('insert into users (org_id, id, user_name) values ($1, $2, $3)', [orgId, userId, userName])
  await pool.query(`insert into user_accounts (org_id, user_id, password_hash, roles) values ($1, $2, $3, '{}')`, [
    orgId,
    userId,
    PASSWORD_HASH,
  ])
  return userName
}

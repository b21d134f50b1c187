import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { SampleCompany } from '@rollcall/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createOutbox } from '../../src/directory/mail/outbox.ts'
import { listTenantTables } from '../../src/operations/moving/tenant-tables.ts'
import { KEPT_TABLES, SAMPLE_ROWS } from '../../src/operations/sample/sample-rows.ts'
import type { SampleSource } from '../../src/operations/sample/sample-source.ts'
import { type SignedIn, startTestService, type TestOrganization, type TestService } from '../../src/testing/test-service.ts'

/** Lets a test decide when the making goes on, or fails. */
let sending: (signal: AbortSignal) => Promise<void> = async () => {}
/** Since when the service sent what happened, each time; undefined: the first time. */
let sentSince: (Date | undefined)[] = []
const [yesterday = '', tomorrow = ''] = [-1, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10))

const source: SampleSource = () => ({
  file: {
    locations: [{ name: 'Sample house', timeZone: 'UTC' }],
    groups: [{ name: 'Sample team', type: 'team' }],
    users: [{ userName: 'sam@sample.example', email: 'sam@sample.example', primaryLocation: 'Sample house' }],
    dayPlans: [{ user: 'sam@sample.example', day: yesterday, plan: 'o', location: 'Sample house' }],
  },
  sourceIds: ['sample-badges'],
  until: tomorrow,
  async sendHistory({ baseUrl, fetch, key, signal }, onProgress) {
    await sending(signal)
    await onProgress(0, 1)
    // A key without hmac has no token: the answer shows that the call reached the service.
    const answer = await fetch(`${baseUrl}/v1/presence`, { method: 'POST', headers: { authorization: `Bearer ${key.secret}` } })
    expect(answer.status).toBe(401)
  },
  async sendUntilNow(_, since) {
    sentSince.push(since)
  },
})

const settings = { sampleSource: source, secretKey: randomBytes(32).toString('base64') }
let service: TestService
beforeAll(async () => {
  service = await startTestService(settings)
})
afterAll(() => service?.[Symbol.asyncDispose]())

const call = async (
  caller: { readonly headers: Record<string, string> },
  method = 'GET',
  path = '/api/sample-company',
  body?: unknown,
  { baseUrl }: Pick<TestService, 'baseUrl'> = service,
) => {
  const answer = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { ...caller.headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: answer.status, body: (await answer.json()) as SampleCompany & { detail?: string } }
}

/** By itself, waitFor would wait for a second. */
const WITHIN = { timeout: 60_000, interval: 100 }
const until = (caller: SignedIn, state: SampleCompany['state']) =>
  vi.waitFor(async () => expect((await call(caller)).body).toMatchObject({ state }), WITHIN)

const newOrganization = async (): Promise<{ organization: TestOrganization; admin: SignedIn }> => {
  const organization = await service.createOrganization()
  return { organization, admin: await service.signIn(organization.id, ['global-administrator']) }
}

it('every table of organizations is named: what a removal deletes of it, or why nothing', async () => {
  const tables = (await listTenantTables(service.database.pool)).map(({ name }) => name)
  const named = [...Object.keys(SAMPLE_ROWS), ...Object.keys(KEPT_TABLES)]
  expect(
    tables.filter((name) => !named.includes(name)),
    'add these to sample-rows.ts',
  ).toEqual([])
  expect(new Set(named).size).toBe(named.length)
})

describe('a sample company', () => {
  it('is made once however often it is requested, signs no one in, and is gone after its removal', async () => {
    const { organization, admin } = await newOrganization()
    expect(await call(admin)).toMatchObject({ status: 200, body: { state: 'none', canMake: true, reason: null } })
    const answers = await Promise.all([1, 2, 3].map(() => call(admin, 'POST')))
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202])
    await until(admin, 'made')
    expect((await call(admin, 'POST')).body.state).toBe('made')
    const { rows } = await service.database.pool.query<{ id: string }>(
      `select id from users where org_id = $1 and user_name = 'sam@sample.example'`,
      [organization.id],
    )
    const userId = rows[0]?.id ?? ''
    const refused = await call(admin, 'PUT', `/api/users/${userId}/account`, { password: 'correct horse battery staple' })
    expect(refused).toMatchObject({ status: 409, body: { detail: expect.stringContaining('sample company') } })
    const mailed = await createOutbox(true).write(service.database.db, organization.id, { kind: 'check-in-due', userId })
    expect(mailed).toBeUndefined()

    const [removing] = await Promise.all([call(admin, 'DELETE'), call(admin, 'DELETE')])
    expect(removing).toMatchObject({ status: 202 })
    await until(admin, 'none')
    expect((await call(admin)).body.canMake).toBe(true)
    expect((await call(admin, 'DELETE')).body.state).toBe('none')
    const log = await service.database.pool.query<{ entry: string }>(
      `select distinct action || ' ' || actor_id as entry from audit_log where org_id = $1 and action like 'sample.%' order by entry`,
      [organization.id],
    )
    expect(log.rows.map(({ entry }) => entry)).toEqual([`sample.make ${admin.userId}`, `sample.remove ${admin.userId}`])
  })

  it('is refused where people, places or events are already', async () => {
    const { organization, admin } = await newOrganization()
    const { pool } = service.database
    await pool.query('insert into users (org_id, id, user_name) values ($1, $2, $3)', [
      organization.id,
      randomUUID(),
      'own@example.com',
    ])
    expect((await call(admin)).body).toMatchObject({ canMake: false, reason: 'The organization has people of its own.' })
    expect(await call(admin, 'POST')).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('people of its own') },
    })
  })

  it('that fails says why, and is resumed or removed', async () => {
    const { admin } = await newOrganization()
    sending = () => Promise.reject(new Error('The badge readers are asleep.'))
    await call(admin, 'POST')
    await until(admin, 'failed')
    expect((await call(admin)).body).toMatchObject({ step: 'events', error: 'The badge readers are asleep.', canMake: true })
    sending = async () => {}
    await call(admin, 'POST')
    await until(admin, 'made')
    await call(admin, 'DELETE')
    await until(admin, 'none')
  })

  it('that is being made is removed once its step has ended', async () => {
    const { admin } = await newOrganization()
    const { promise, resolve } = Promise.withResolvers<void>()
    sending = () => promise
    await call(admin, 'POST')
    await vi.waitFor(async () => expect((await call(admin)).body.step).toBe('events'), WITHIN)
    expect((await call(admin, 'DELETE')).body).toMatchObject({ state: 'removing', step: 'removal' })
    expect((await call(admin, 'POST')).status).toBe(409)
    resolve()
    sending = async () => {}
    await until(admin, 'none')
  })

  it('that a stop interrupts is resumed at the next start as it was requested, and its people go on coming until its last day', async () => {
    const { organization, admin } = await newOrganization()
    const { url: databaseUrl, pool } = service.database
    const startNode = () => startTestService({ ...settings, databaseUrl })
    sending = async (signal) => {
      // It may be aborted before anything is sent.
      if (!signal.aborted) await once(signal, 'abort')
      throw signal.reason
    }
    sentSince = []
    const started = await (async () => {
      await using node = await startNode()
      await call(admin, 'POST', undefined, undefined, node)
      await vi.waitFor(async () => expect((await call(admin)).body.step).toBe('events'), WITHIN)
      return (await call(admin)).body
    })()
    expect((await call(admin)).body).toEqual(started)
    sending = async () => {}
    {
      await using _node = await startNode()
      await until(admin, 'made')
    }
    expect((await call(admin)).body).toMatchObject({ startedAt: started.startedAt, until: tomorrow, error: null })
    const { rows: people } = await pool.query('select from users where org_id = $1 and user_name like $2', [
      organization.id,
      '%@sample.example',
    ])
    expect([people.length, sentSince]).toEqual([1, [undefined]])

    const sentUntil = new Date(Date.now() - 3_600_000)
    const sendNext = async (moment: Date) => {
      await pool.query('update sample_companies set sent_until = $2 where org_id = $1', [organization.id, moment])
      await using _node = await startNode()
      await vi.waitFor(async () => {
        const { rows } = await pool.query('select sent_until as "sentUntil" from sample_companies where org_id = $1', [
          organization.id,
        ])
        expect(rows[0].sentUntil.getTime()).toBeGreaterThan(sentUntil.getTime())
      }, WITHIN)
    }
    await sendNext(sentUntil)
    expect(sentSince).toEqual([undefined, sentUntil])
    // A company that is over sends nothing more.
    await pool.query('update sample_companies set until = $2 where org_id = $1', [organization.id, '2026-01-01'])
    await sendNext(new Date(Date.now() - 3_000_000))
    expect(sentSince).toHaveLength(2)
  })
})

import { type AuditEntry, type ImportOutcome, MAX_IMPORT_ERRORS } from '@rollcall/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { TestService } from '../../src/testing/test-service.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { JSON_TYPE, send } from '../http/support/send.ts'

let service: TestService
beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service[Symbol.asyncDispose]())

const setUp = async () => {
  const { id } = await service.createOrganization()
  const { headers, userName } = await service.signIn(id, ['global-administrator'])
  const run = (body: unknown, dryRun: unknown = true, more = '') =>
    send(service.baseUrl, {
      method: 'POST',
      path: `/api/imports?dryRun=${dryRun}${more}`,
      body,
      headers: { ...JSON_TYPE, ...headers },
    })
  const buildings = async () => {
    const answer = await send(service.baseUrl, { method: 'GET', path: '/api/locations', headers })
    return answer.json<{ items: { locationName: string }[] }>().items.map(({ locationName }) => locationName)
  }
  const entries = async () => {
    const answer = await send(service.baseUrl, { method: 'GET', path: '/api/audit-log?action=import.run', headers })
    return answer.json<{ items: AuditEntry[] }>().items.map(({ after }) => after)
  }
  return { orgId: id, userName, run, buildings, entries }
}

const FILE = {
  locations: [
    {
      name: 'Berlin',
      timeZone: 'Europe/Berlin',
      levels: [{ name: 'Level 1', zones: [{ name: 'North', kind: 'individual', places: [{ name: 'D-1', x: 1, y: 2 }] }] }],
    },
  ],
  users: [{ userName: 'ada@example.com', primaryLocation: 'Berlin' }],
}

const created = ({ changes }: ImportOutcome) =>
  Object.fromEntries(changes.filter((change) => change.created > 0).map((change) => [change.kind, change.created]))

describe('an import by an administrator', () => {
  it('says on a dry run what it would create, and creates nothing', async () => {
    const { run, buildings } = await setUp()
    const outcome = (await run(FILE)).json<ImportOutcome>()
    expect(outcome).toMatchObject({ dryRun: true, canBeApplied: true, faultCount: 0, faults: [] })
    expect(created(outcome)).toEqual({ locations: 1, levels: 1, zones: 1, places: 1, users: 1 })
    expect(await buildings()).toEqual([])
  })

  it('never makes the last global administrator inactive', async () => {
    const { orgId, userName, run } = await setUp()
    const file = { users: [{ userName, status: 'inactive' }] }
    for (const dryRun of [true, false]) expectProblem(await run(file, dryRun), 'last_administrator')
    await service.signIn(orgId, ['global-administrator'])
    expect((await run(file, false)).status).toBe(200)
  })

  it('is applied whole, and changes nothing when repeated', async () => {
    const { run, buildings } = await setUp()
    expect(created((await run(FILE, false)).json())).toEqual({ locations: 1, levels: 1, zones: 1, places: 1, users: 1 })
    expect(await buildings()).toEqual(['Berlin'])
    const again = (await run(FILE, false)).json<ImportOutcome>()
    expect(created(again)).toEqual({})
    expect(again.changes.find(({ kind }) => kind === 'places')).toMatchObject({ updated: 0, unchanged: 1, removed: 0 })
  })

  it('reports every error with its pointer on a dry run', async () => {
    const { run } = await setUp()
    const users = [{ userName: 'ada@example.com', primaryLocation: 'Paris' }, { userName: 'ada@example.com' }, { email: 3 }]
    const outcome = (await run({ locations: [{ name: 'Berlin', timeZone: 'Mars/Olympus' }], users })).json<ImportOutcome>()
    expect(outcome).toMatchObject({ dryRun: true, canBeApplied: false, changes: [] })
    expect(outcome.faultCount).toBe(outcome.faults.length)
    expect(outcome.faults.map(({ pointer }) => pointer)).toEqual(
      expect.arrayContaining(['/locations/0/timeZone', '/users/2/userName', '/users/2/email']),
    )
  })

  it('is refused with its errors when applied, and changes nothing', async () => {
    const { run, buildings } = await setUp()
    const file = { ...FILE, users: [{ userName: 'ada@example.com', primaryLocation: 'Paris' }] }
    const { errors } = expectProblem(await run(file, false), 'invalid_body')
    expect(errors).toMatchObject([{ pointer: '/users/0/primaryLocation', code: 'reference_unknown' }])
    expect(await buildings()).toEqual([])
  })

  it('reports the first errors of a file that has many, and how many there are', async () => {
    const { run } = await setUp()
    const users = Array.from({ length: MAX_IMPORT_ERRORS + 1 }, (_, n) => ({ userName: `u${n}`, primaryLocation: 'Paris' }))
    const { faults, faultCount } = (await run({ users })).json<ImportOutcome>()
    expect([faults.length, faultCount]).toEqual([MAX_IMPORT_ERRORS, MAX_IMPORT_ERRORS + 1])
    const exact = (await run({ users: users.slice(1) })).json<ImportOutcome>()
    expect([exact.faults.length, exact.faultCount]).toEqual([MAX_IMPORT_ERRORS, MAX_IMPORT_ERRORS])
  })

  it('warns of ignored keys in a dry run, after applying and next to errors', async () => {
    const { run } = await setUp()
    const users = [{ userName: 'ada@example.com', primaryLocaton: 'Berlin' }]
    const warnings = [
      {
        pointer: '/users/0/primaryLocaton',
        code: 'key_ignored',
        message: 'is not a known key and is ignored; the nearest known one is primaryLocation',
        count: 1,
      },
    ]
    expect((await run({ users })).json()).toMatchObject({ canBeApplied: true, needsForce: false, warnings })
    expect((await run({ users }, false)).json()).toMatchObject({ dryRun: false, warnings })
    expect((await run({ users: [...users, {}] })).json()).toMatchObject({ canBeApplied: false, faultCount: 1, warnings })
  })

  it('names the first new ones of each kind, and warns of those that differ from stored ones only by letter case', async () => {
    const { run } = await setUp()
    const groups = Array.from({ length: 25 }, (_, n) => ({ name: `Team ${n}`, type: 'Team' }))
    const first = (await run({ ...FILE, groups }, false)).json<ImportOutcome>()
    const namesOf = ({ changes }: ImportOutcome) =>
      Object.fromEntries(changes.flatMap(({ kind, createdNames }) => (createdNames.length > 0 ? [[kind, createdNames]] : [])))
    expect(namesOf(first)).toEqual({
      locations: ['Berlin'],
      levels: ['Level 1'],
      zones: ['North'],
      places: ['D-1'],
      groups: groups.slice(0, 20).map(({ name }) => name),
      users: ['ada@example.com'],
    })
    expect(first.warnings).toEqual([])
    const alike = [...groups.slice(0, 10).map(({ name }) => ({ name: name.toUpperCase(), type: 'team' })), groups[20]]
    const users = [{ userName: 'ada@example.com' }, { userName: 'Ada@example.com' }]
    const again = (await run({ groups: alike, users })).json<ImportOutcome>()
    expect(again).toMatchObject({ canBeApplied: true, needsForce: false })
    expect(again.warnings.map(({ pointer, code }) => [pointer, code])).toEqual([
      ...Array.from({ length: 8 }, (_, n) => [`/groups/${n}`, 'name_case']),
      ['/users/1', 'name_case'],
    ])
    const messages = again.warnings.map(({ message }) => message)
    expect(messages[0]).toBe(
      'differs only by upper and lower case from the stored group Team 0 (Team), and is added as another one',
    )
    expect(messages[7]).toMatch(/as another one, as do 2 more$/)
    expect(messages[8]).toMatch(/from the stored user ada@example\.com, and is added as another one$/)
  })

  it('records who got which id of which source, until the person is erased, and of many ids their number', async () => {
    const { orgId, run, entries } = await setUp()
    const names = ['ada@example.com', 'bob@example.com']
    await run({ users: names.map((userName) => ({ userName })) }, false)
    const { rows: ids } = await service.database.pool.query<{ user_name: string; id: string }>(
      'select user_name, id from users where org_id = $1 and user_name = any ($2) order by user_name',
      [orgId, names],
    )
    const given = async () => {
      const { rows } = await service.database.pool.query<{ entity_id: string; after: object }>(
        `select entity_id, after from audit_log where org_id = $1 and action = 'identity.give' order by entry_no`,
        [orgId],
      )
      return rows
    }
    const badge = (userName: string) => ({ users: [{ userName, identities: [{ sourceId: 'badges', sourceUserId: '0004711' }] }] })
    await run(badge('ada@example.com'))
    await run(badge('ada@example.com'), false)
    await run(badge('ada@example.com'), false)
    await run(badge('bob@example.com'), false)
    const after = { sourceId: 'badges', sourceUserId: '0004711' }
    expect(await given()).toEqual(ids.map(({ id }) => ({ entity_id: id, after })))
    // Neither the import of an id is recorded as a file, nor is one that changed nothing recorded twice.
    expect((await entries()).map((entry) => Object.keys(entry?.changes ?? {}))).toEqual([[], ['users']])

    const many = (mark: string, length: number) => Array.from({ length }, (_, n) => ({ sourceId: `s${n}`, sourceUserId: mark }))
    const more = [{ userName: 'bob@example.com', identities: many('bob-badge', 100) }, { userName: 'eve@example.com' }]
    await run({ users: more }, false)
    expect(await given()).toHaveLength(102)
    const [bob, eve] = [many('bob-card', 1), many('eve-card', 100)]
    const users = [
      { userName: 'bob@example.com', identities: bob },
      { userName: 'eve@example.com', identities: eve },
    ]
    await run({ users }, false)
    expect(await given()).toHaveLength(102)
    expect((await entries())[0]).toMatchObject({ changes: { identities: { created: 101 } } })

    const { headers } = await service.signIn(orgId, ['global-administrator'])
    const erased = await send(service.baseUrl, {
      method: 'POST',
      path: `/api/users/${ids[1]?.id}/erasure`,
      body: { reason: 'asked', confirm: 'bob@example.com' },
      headers: { ...JSON_TYPE, ...headers },
    })
    expect(erased.status).toBeLessThan(300)
    expect(JSON.stringify((await given()).filter(({ entity_id }) => entity_id === ids[1]?.id))).not.toContain('badges')
  })

  it('is refused where more would become inactive than the guard allows, unless forced', async () => {
    const { run, entries } = await setUp()
    const users = Array.from({ length: 30 }, (_, n) => ({ userName: `u${n}` }))
    await run({ users }, false)
    const leaving = { users: users.map((user, n) => ({ ...user, status: n < 15 ? 'inactive' : 'active' })) }
    expect((await run(leaving)).json()).toMatchObject({
      canBeApplied: true,
      needsForce: true,
      warnings: [{ pointer: '/users', code: 'import_guard', count: 15 }],
    })
    const { detail } = expectProblem(await run(leaving, false), 'import_guard')
    expect(detail).toContain('sets 15 of 31 active users inactive')
    expectProblem(await run(leaving, false, '&force=false'), 'import_guard')
    const applied = (await run(leaving, false, '&force=true')).json<ImportOutcome>()
    expect(applied.changes.find(({ kind }) => kind === 'users')).toMatchObject({ updated: 15, unchanged: 15 })
    const [forced, first] = await entries()
    expect(forced).toMatchObject({ force: true, changes: { users: { updated: 15 } }, usersDeactivated: 15 })
    expect(first).not.toHaveProperty('usersDeactivated')
    expect((await run(leaving, false)).json()).toMatchObject({ needsForce: false, warnings: [] })
  })

  it.each([[[]], ['text'], [3], [null]])('refuses a document that is %j', async (document) => {
    const { run } = await setUp()
    expectProblem(await run(JSON.stringify(document)), 'invalid_body')
  })

  it.each(['', 'yes', '1', 'TRUE'])('asks for true or false as dryRun, not %j', async (dryRun) => {
    const { run } = await setUp()
    expectProblem(await run(FILE, dryRun), 'invalid_parameter')
  })

  it('refuses a file above the limit of a body', async () => {
    const { run } = await setUp()
    expectProblem(await run({ padding: 'x'.repeat(8 * 1024 * 1024) }), 'body_too_large')
  })

  it('is asked to retry where a node that hangs keeps the directory, and changes nothing', async () => {
    const { orgId, run, buildings } = await setUp()
    const hanging = await service.database.pool.connect()
    try {
      await hanging.query('begin')
      await hanging.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`rollcall.directory.${orgId}`])
      const answer = await run(FILE, false)
      expectProblem(answer, 'unavailable')
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    } finally {
      hanging.release(true)
    }
    expect(await buildings()).toEqual([])
    await expect.poll(async () => (await run(FILE, false)).status).toBe(200)
  })

  it('runs one import of an organization at a time, and those of two organizations at once', async () => {
    const [one, other] = [await setUp(), await setUp()]
    const users = Array.from({ length: 3000 }, (_, n) => ({ userName: `u${n}@example.com` }))
    const answers = await Promise.all([one.run({ users }, false), one.run({ users }, false), other.run({ users }, false)])
    const statuses = answers.map(({ status }) => status)
    expect(statuses.slice(0, 2).toSorted()).toEqual([200, 409])
    expect(statuses[2]).toBe(200)
    expect((await one.run({ users }, false)).status).toBe(200)
  })
})

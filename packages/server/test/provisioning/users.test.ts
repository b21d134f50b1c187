import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mapAttribute } from '../../src/directory/attributes/mapping-service.ts'
import { directoryConsequences } from '../../src/planning/consequences/directory-consequences.ts'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { TestService } from '../../src/testing/test-service.ts'
import { clientOf, ENTERPRISE, setUp, USER_URN } from './support.ts'

let service: TestService
beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service[Symbol.asyncDispose]())

const ada = (changes: object = {}) => ({
  schemas: [USER_URN, ENTERPRISE],
  userName: 'ada@example.com',
  externalId: '0001',
  name: { givenName: 'Ada', familyName: 'Byron' },
  displayName: 'Ada Byron',
  emails: [
    { value: 'ada@home.example', type: 'home' },
    { value: 'Ada.Byron@example.com', type: 'work', primary: true },
  ],
  active: true,
  [ENTERPRISE]: { department: 'Engines', costCenter: '42' },
  ...changes,
})

describe('a new user', () => {
  it('is stored as a person, and returned as it was sent', async () => {
    const { scim, storedUser } = await setUp(service)
    const answer = await scim.call('POST', '/Users', ada())
    const created = answer.json<{ id: string; meta: { location: string; version: string } }>()
    expect([answer.status, answer.headers['content-type'], answer.headers.location, answer.headers.etag]).toEqual([
      201,
      'application/scim+json',
      `${service.baseUrl}/scim/v2/Users/${created.id}`,
      created.meta.version,
    ])
    expect(created).toMatchObject(ada())
    expect(await scim.get(`/Users/${created.id}`)).toEqual(created)
    expect(await storedUser(created.id)).toEqual({
      user_name: 'ada@example.com',
      email: 'Ada.Byron@example.com',
      first_name: 'Ada',
      last_name: 'Byron',
      status: 'active',
      attributes: { department: 'Engines', costCenter: '42' },
    })
  })

  it('is refused without a name, or with a name that another user has in any letter case', async () => {
    const { scim } = await setUp(service)
    await scim.post('/Users', ada())
    for (const [body, status, scimType] of [
      [{ schemas: [USER_URN] }, 400, 'invalidValue'],
      [ada({ userName: '' }), 400, 'invalidValue'],
      [ada({ userName: 'ADA@example.com' }), 409, 'uniqueness'],
      [ada({ userName: 'bob', active: 'perhaps' }), 400, 'invalidValue'],
      [ada({ userName: 'bob', emails: 7 }), 201, undefined],
      [[], 400, 'invalidSyntax'],
    ] as const) {
      const answer = await scim.call('POST', '/Users', body)
      expect([answer.status, answer.json().scimType]).toEqual([status, scimType])
    }
  })

  it('is found by a name and an address whose letters JavaScript lowers differently than PostgreSQL', async () => {
    const { scim, query } = await setUp(service)
    for (const userName of ['ΟΔΥΣΣΕΥΣ', 'İnci']) {
      const emails = [{ value: 'work@example.com', primary: true }, { value: `${userName}@example.com` }]
      const { id } = await scim.post('/Users', ada({ userName, emails }))
      const again = await scim.call('POST', '/Users', ada({ userName }))
      expect([again.status, again.json().scimType]).toEqual([409, 'uniqueness'])
      expect((await scim.find('Users', `emails eq "${userName}@example.com"`)).map((user) => user.id)).toEqual([id])
      await scim.remove(`/Users/${id}`)
      expect((await scim.post('/Users', ada({ userName }))).id).toBe(id)
    }
    expect(await query('select from users where org_id = $1')).toHaveLength(2)
  })

  it('may have attributes that are not kept, such as a password', async () => {
    const { scim, query } = await setUp(service)
    const created = await scim.post('/Users', ada({ password: 'secret!', phoneNumbers: [{ value: '+49' }], 'urn:x': { y: 1 } }))
    expect(created).not.toHaveProperty('password')
    expect(JSON.stringify(await query('select * from provisioned_users where org_id = $1'))).not.toMatch(/secret!|\+49/)
  })
})

describe('a change', () => {
  it('by PUT replaces what the provider sent before', async () => {
    const { scim, storedUser } = await setUp(service)
    const { id } = await scim.post('/Users', ada())
    const changed = await scim.put(`/Users/${id}`, { userName: 'ada@example.com', name: { givenName: 'Augusta' } })
    expect(changed).toMatchObject({ userName: 'ada@example.com', name: { givenName: 'Augusta' }, active: true })
    expect(Object.keys(changed)).not.toContain('emails')
    expect(await storedUser(id)).toMatchObject({ email: null, first_name: 'Augusta', last_name: null, attributes: {} })
  })

  it('by PATCH changes what it names', async () => {
    const { scim, storedUser } = await setUp(service)
    const { id } = await scim.post('/Users', ada())
    const changed = await scim.patch(
      `/Users/${id}`,
      { op: 'replace', path: 'name.familyName', value: 'Lovelace' },
      { op: 'add', path: `${ENTERPRISE}:division`, value: 'Analytical' },
      { op: 'remove', path: `${ENTERPRISE}:costCenter` },
      { op: 'replace', path: 'emails[type eq "work"].value', value: 'ada@lovelace.example' },
    )
    expect(changed).toMatchObject({ name: { familyName: 'Lovelace', givenName: 'Ada' } })
    expect(changed[ENTERPRISE]).toEqual({ department: 'Engines', division: 'Analytical' })
    expect(await storedUser(id)).toMatchObject({
      last_name: 'Lovelace',
      email: 'ada@lovelace.example',
      attributes: { department: 'Engines', division: 'Analytical' },
    })
  })

  it('that leaves everything as it is writes no row and returns the same version', async () => {
    const { scim, versionsOfRows } = await setUp(service)
    const created = await scim.post('/Users', ada())
    const before = await versionsOfRows()
    const answers = [
      await scim.put(`/Users/${created.id}`, ada()),
      await scim.patch(`/Users/${created.id}`, { op: 'Replace', path: 'active', value: 'True' }),
      await scim.patch(`/Users/${created.id}`, { op: 'add', value: { displayName: 'Ada Byron' } }),
    ]
    for (const answer of answers) expect(answer).toEqual(created)
    expect(await versionsOfRows()).toEqual(before)
  })

  it('is made only to the version that the caller knows', async () => {
    const { scim } = await setUp(service)
    const { id, meta } = await scim.post('/Users', ada())
    const stale = { 'if-match': 'W/"1"' }
    for (const [method, body] of [
      ['PUT', ada()],
      ['PATCH', { Operations: [{ op: 'remove', path: 'title' }] }],
      ['DELETE', undefined],
    ] as const) {
      expect((await scim.call(method, `/Users/${id}`, body, stale)).status).toBe(412)
    }
    expect((await scim.call('PUT', `/Users/${id}`, ada({ title: 'Countess' }), { 'if-match': meta.version })).status).toBe(200)
    expect((await scim.call('GET', `/Users/${id}`, undefined, { 'if-none-match': meta.version })).status).toBe(200)
    const now = await scim.get(`/Users/${id}`)
    expect((await scim.call('GET', `/Users/${id}`, undefined, { 'if-none-match': now.meta.version })).status).toBe(304)
  })

  it('of several callers at once takes effect once each', async () => {
    const { scim, query } = await setUp(service)
    const answers = await Promise.all(Array.from({ length: 8 }, () => scim.call('POST', '/Users', ada())))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)])
    expect(await query('select id from users where org_id = $1')).toHaveLength(1)
  })
})

describe('a leaver', () => {
  it('is inactive and signed out, keeps the history and may come back', async () => {
    const { orgId, scim, storedUser, query } = await setUp(service)
    const { id } = await scim.post('/Users', ada())
    await service.signIn(orgId, [], id)
    await query(`insert into day_plans (org_id, user_id, day, plan) values ($1, $2, current_date + 3, 'o')`, id).catch(() => [])
    expect(await scim.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false })).toMatchObject({ active: false })
    expect(await storedUser(id)).toMatchObject({ status: 'inactive' })
    expect(await query('select * from sessions where org_id = $1')).toEqual([])
    expect(await query('select * from day_plans where org_id = $1 and day > current_date')).toEqual([])
    expect(await scim.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: true })).toMatchObject({ active: true })
  })

  it('who is deleted is no longer a resource, and is the same person when created again', async () => {
    const { scim, storedUser, query } = await setUp(service)
    const { id } = await scim.post('/Users', ada())
    await scim.remove(`/Users/${id}`)
    expect((await scim.call('GET', `/Users/${id}`)).status).toBe(404)
    expect((await scim.call('DELETE', `/Users/${id}`)).status).toBe(404)
    expect(await scim.find('Users', 'userName eq "ada@example.com"')).toEqual([])
    expect(await storedUser(id)).toMatchObject({ status: 'inactive', user_name: 'ada@example.com' })
    expect((await scim.post('/Users', ada())).id).toBe(id)
    expect(await storedUser(id)).toMatchObject({ status: 'active' })
    expect(await query('select * from users where org_id = $1')).toHaveLength(1)
  })

  it('cannot be the last administrator', async () => {
    const { orgId, scim, storedUser } = await setUp(service)
    const { id } = await scim.post('/Users', ada())
    await service.signIn(orgId, ['global-administrator'], id)
    expect((await scim.call('DELETE', `/Users/${id}`)).status).toBe(409)
    expect(await storedUser(id)).toMatchObject({ status: 'active' })
  })
})

describe('where a person belongs', () => {
  it('becomes groups of the types that attributes are mapped to', async () => {
    const { orgId, scim, groupsOf } = await setUp(service)
    const { db } = service.database
    for (const [attribute, groupType] of [
      ['department', 'department'],
      ['costCenter', 'cost-center'],
      ['manager', 'reporting-line'],
    ] as const) {
      const mapping = { attribute, groupType, isPrimaryGroup: attribute === 'department', isPrimaryLocation: false }
      await mapAttribute(db, directoryConsequences, orgId, mapping)
    }
    const boss = await scim.post('/Users', ada({ userName: 'boss@example.com' }))
    const { id } = await scim.post('/Users', ada({ [ENTERPRISE]: { department: 'Engines', manager: { value: boss.id } } }))
    expect(await groupsOf(id)).toEqual(['department:Engines', 'reporting-line:boss@example.com'])
    expect((await scim.get(`/Users/${id}`))[ENTERPRISE]).toEqual({
      department: 'Engines',
      manager: { value: boss.id, $ref: boss.meta.location },
    })
    await scim.patch(`/Users/${id}`, { op: 'replace', path: `${ENTERPRISE}:department`, value: 'Looms' })
    await scim.patch(`/Users/${boss.id}`, { op: 'replace', path: 'userName', value: 'chief@example.com' })
    expect(await groupsOf(id)).toEqual(['department:Looms', 'reporting-line:chief@example.com'])
  })
})

describe('a person whom no provider owns', () => {
  it('is found by name and e-mail, and owned by the provider that changes them', async () => {
    const { scim, query } = await setUp(service)
    const insert = `insert into users (org_id, id, user_name, email, first_name) values ($1, gen_random_uuid(), 'bob', 'bob@example.com', 'Bob') returning id`
    const [bob] = await query<{ id: string }>(insert)
    for (const filter of ['userName eq "BOB"', 'emails.value eq "bob@example.com"', 'name.givenName sw "B"']) {
      expect((await scim.find('Users', filter)).map(({ id }) => id)).toEqual([bob?.id])
    }
    expect((await scim.call('POST', '/Users', { userName: 'bob' })).status).toBe(409)
    await scim.patch(`/Users/${bob?.id}`, { op: 'add', value: { externalId: 'b1' } })
    expect(await scim.find('Users', 'externalId eq "b1"')).toMatchObject([
      { userName: 'bob', emails: [{ value: 'bob@example.com' }] },
    ])
  })

  it('who belongs to another provider is not seen, and the conflict is noted', async () => {
    const { orgId, scim, query } = await setUp(service)
    const { id } = await scim.post('/Users', ada())
    const other = clientOf(service, await service.createKey(orgId, 'provisioning'))
    expect((await other.call('GET', `/Users/${id}`)).status).toBe(404)
    expect((await other.list('/Users')).totalResults).toBe(0)
    expect((await other.call('POST', '/Users', ada())).status).toBe(409)
    expect((await other.call('POST', '/Users', ada())).status).toBe(409)
    expect(await query('select subject_id, source, occurrences from provisioning_conflicts where org_id = $1')).toEqual([
      { subject_id: id, source: 'provider', occurrences: 2 },
    ])
  })
})

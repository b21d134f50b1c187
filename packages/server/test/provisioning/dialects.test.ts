import { afterAll, beforeAll, expect, it } from 'vitest'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { TestService } from '../../src/testing/test-service.ts'
import { ENTERPRISE, GROUP_URN, PATCH, setUp, USER_URN } from './support.ts'

let service: TestService
beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service[Symbol.asyncDispose]())

type Step = readonly [method: string, path: string, body: unknown, status: number, expected?: unknown]

/** Sends the requests one after the other. `{name}` in a request stands for the id that a step with this name returned. */
const replay = async (steps: readonly (Step | readonly [...Step, name: string])[]) => {
  const parts = await setUp(service)
  const ids = new Map<string, string>()
  const fill = (text: string): string => text.replaceAll(/\{(\w+)\}/g, (whole, name) => ids.get(name) ?? whole)
  for (const [method, path, body, status, expected, name] of steps) {
    const sent = body === undefined ? undefined : JSON.parse(fill(JSON.stringify(body)))
    const answer = await parts.scim.call(method, encodeURI(fill(path)), sent)
    expect([method, path, answer.status, answer.status === status ? '' : answer.text]).toEqual([method, path, status, ''])
    if (expected !== undefined) expect(answer.json()).toMatchObject(JSON.parse(fill(JSON.stringify(expected))))
    if (name) ids.set(name, answer.json<{ id: string }>().id)
  }
  return { ...parts, ids }
}

const patch = (...Operations: unknown[]) => ({ schemas: [PATCH], Operations })
const NONE = { totalResults: 0, Resources: [] }

it('understands Microsoft Entra ID', async () => {
  const { storedUser, ids } = await replay([
    // The connection test asks for a user who does not exist.
    ['GET', '/Users?filter=userName eq "d5e1a7d0-non-existent"', undefined, 200, NONE],
    ['GET', '/Users?filter=userName eq "alex@contoso.com"', undefined, 200, NONE],
    [
      'POST',
      '/Users',
      {
        schemas: [USER_URN, ENTERPRISE],
        externalId: '58342554-38d6-4ec8-948c-50044d0a33fd',
        userName: 'alex@contoso.com',
        active: true,
        displayName: 'Alex Wilber',
        emails: [{ primary: true, type: 'work', value: 'alex@contoso.com' }],
        meta: { resourceType: 'User' },
        name: { formatted: 'Alex Wilber', familyName: 'Wilber', givenName: 'Alex' },
        roles: [],
        phoneNumbers: [{ type: 'mobile', value: '+1 555' }],
        [ENTERPRISE]: { department: 'Marketing', employeeNumber: 7 },
      },
      201,
      { userName: 'alex@contoso.com', [ENTERPRISE]: { employeeNumber: '7' } },
      'alex',
    ],
    ['POST', '/Users', { schemas: [USER_URN], userName: 'boss@contoso.com', externalId: 'b' }, 201, undefined, 'boss'],
    ['GET', '/Users/{alex}', undefined, 200, { active: true }],
    [
      'PATCH',
      '/Users/{alex}',
      patch(
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'alexw@contoso.com' },
        { op: 'Add', path: 'emails[type eq "home"].value', value: 'alex@home.example' },
        { op: 'Replace', path: 'name.familyName', value: 'Wilbur' },
        { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+1 556' },
        { op: 'Add', path: 'addresses[type eq "work"].locality', value: 'Redmond' },
        { op: 'Replace', path: `${ENTERPRISE}:department`, value: 'Sales' },
        { op: 'Add', path: `${ENTERPRISE}:manager`, value: '{boss}' },
      ),
      200,
      {
        name: { familyName: 'Wilbur', givenName: 'Alex' },
        emails: [
          { value: 'alexw@contoso.com', type: 'work', primary: true },
          { value: 'alex@home.example', type: 'home' },
        ],
        [ENTERPRISE]: { department: 'Sales', manager: { value: '{boss}' } },
      },
    ],
    [
      'GET',
      `/Users?filter=id eq "{alex}" and ${ENTERPRISE}:manager eq "{boss}"&attributes=id`,
      undefined,
      200,
      { totalResults: 1 },
    ],
    ['PATCH', '/Users/{alex}', patch({ op: 'Remove', path: `${ENTERPRISE}:manager` }), 200],
    // Values without a path are named by their paths.
    [
      'PATCH',
      '/Users/{alex}',
      patch({ op: 'Replace', value: { 'name.givenName': 'Al', [`${ENTERPRISE}:division`]: 'West', active: 'True' } }),
      200,
      { name: { givenName: 'Al' } },
    ],
    ['GET', '/Groups?excludedAttributes=members&filter=displayName eq "Sales"', undefined, 200, NONE],
    [
      'POST',
      '/Groups',
      {
        schemas: [GROUP_URN, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
        externalId: 'g1',
        displayName: 'Sales',
        members: [],
      },
      201,
      undefined,
      'sales',
    ],
    ['PATCH', '/Groups/{sales}', patch({ op: 'Add', path: 'members', value: [{ $ref: null, value: '{alex}' }] }), 200],
    ['GET', '/Groups/{sales}?excludedAttributes=members', undefined, 200, { displayName: 'Sales' }],
    [
      'GET',
      '/Groups?filter=id eq "{sales}" and members eq "{alex}"&attributes=id',
      undefined,
      200,
      { totalResults: 1, Resources: [{ id: '{sales}' }] },
    ],
    [
      'PATCH',
      '/Groups/{sales}',
      patch({ op: 'Replace', path: 'displayName', value: 'Selling' }),
      200,
      { displayName: 'Selling' },
    ],
    ['PATCH', '/Groups/{sales}', patch({ op: 'Remove', path: 'members', value: [{ $ref: null, value: '{alex}' }] }), 200],
    ['DELETE', '/Groups/{sales}', undefined, 204],
    // Unassigned: inactive at once, and deleted a month later.
    ['PATCH', '/Users/{alex}', patch({ op: 'Replace', path: 'active', value: 'False' }), 200, { active: false }],
    ['GET', '/Users?filter=userName eq "alex@contoso.com"', undefined, 200, { totalResults: 1, Resources: [{ active: false }] }],
    ['DELETE', '/Users/{alex}', undefined, 204],
    ['GET', '/Users?filter=externalId eq "58342554-38d6-4ec8-948c-50044d0a33fd"', undefined, 200, NONE],
  ])
  expect(await storedUser(ids.get('alex') as string)).toMatchObject({
    status: 'inactive',
    email: 'alexw@contoso.com',
    attributes: { department: 'Sales', division: 'West', employeeNumber: '7' },
  })
})

it('understands Okta', async () => {
  const employment = { employeeNumber: '17', costCenter: '4', organization: 'Royal', division: 'Optics', department: 'Light' }
  const isaac = (changes: object = {}) => ({
    schemas: [USER_URN, ENTERPRISE],
    [ENTERPRISE]: employment,
    userName: 'isaac@example.com',
    name: { givenName: 'Isaac', middleName: '', familyName: 'Brock' },
    emails: [{ primary: true, value: 'isaac@example.com', type: 'work' }],
    password: '1mz050nq',
    displayName: 'Isaac Brock',
    locale: 'en-US',
    externalId: '00ujl29u0le5T6Aj10h7',
    groups: [],
    active: true,
    ...changes,
  })
  const { storedUser, ids } = await replay([
    ['GET', '/Users?startIndex=1&count=2', undefined, 200, NONE],
    ['GET', '/Groups?startIndex=1&count=100', undefined, 200, NONE],
    ['GET', '/Users?filter=userName eq "isaac@example.com"&startIndex=1&count=100', undefined, 200, NONE],
    ['POST', '/Users', isaac(), 201, { active: true, userName: 'isaac@example.com' }, 'isaac'],
    [
      'POST',
      '/Users',
      isaac(),
      409,
      { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '409', scimType: 'uniqueness' },
    ],
    ['GET', '/Users/{isaac}', undefined, 200, { name: { givenName: 'Isaac', familyName: 'Brock' } }],
    [
      'PUT',
      '/Users/{isaac}',
      isaac({ id: '{isaac}', name: { givenName: 'Isaac', familyName: 'Newton' }, meta: { resourceType: 'User' } }),
      200,
      { name: { familyName: 'Newton' } },
    ],
    [
      'POST',
      '/Groups',
      { schemas: [GROUP_URN], displayName: 'Physics', members: [{ value: '{isaac}', display: 'isaac@example.com' }] },
      201,
      { members: [{ value: '{isaac}' }] },
      'physics',
    ],
    [
      'PATCH',
      '/Groups/{physics}',
      patch({ op: 'replace', value: { id: '{physics}', displayName: 'Optics' } }),
      200,
      { displayName: 'Optics' },
    ],
    [
      'PATCH',
      '/Groups/{physics}',
      patch(
        { op: 'remove', path: 'members[value eq "{isaac}"]' },
        { op: 'add', path: 'members', value: [{ value: '{isaac}', display: 'isaac@example.com' }] },
      ),
      200,
      { members: [{ value: '{isaac}' }] },
    ],
    ['PUT', '/Groups/{physics}', { schemas: [GROUP_URN], id: '{physics}', displayName: 'Optics', members: [] }, 200],
    ['PATCH', '/Users/{isaac}', patch({ op: 'replace', value: { active: false } }), 200, { active: false }],
    ['GET', '/Users?filter=userName eq "isaac@example.com"&startIndex=1&count=100', undefined, 200, { totalResults: 1 }],
    ['PUT', '/Users/{isaac}', isaac({ active: true }), 200, { active: true }],
    ['DELETE', '/Groups/{physics}', undefined, 204],
  ])
  expect(await storedUser(ids.get('isaac') as string)).toMatchObject({
    ...{ status: 'active', last_name: 'Brock', email: 'isaac@example.com', attributes: employment },
  })
})

it('understands Google Workspace', async () => {
  const { storedUser, ids } = await replay([
    ['GET', '/Users?filter=userName eq "kim@example.com"&startIndex=1&count=1', undefined, 200, NONE],
    [
      'POST',
      '/Users',
      {
        schemas: [USER_URN, ENTERPRISE],
        userName: 'kim@example.com',
        name: { familyName: 'Kim', givenName: 'Jo', formatted: 'Jo Kim' },
        emails: [{ value: 'kim@example.com', primary: true }],
        active: true,
        title: 'Analyst',
        addresses: [{ type: 'work', locality: 'Zürich' }],
        [ENTERPRISE]: { department: 'Data', costCenter: '9', manager: { value: null } },
      },
      201,
      undefined,
      'kim',
    ],
    [
      'PATCH',
      '/Users/{kim}',
      patch({
        op: 'replace',
        value: { title: 'Lead', 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Science' } },
      }),
      200,
      { title: 'Lead', [ENTERPRISE]: { department: 'Science', costCenter: '9' } },
    ],
    ['PATCH', '/Users/{kim}', patch({ op: 'replace', path: 'active', value: false }), 200, { active: false }],
    ['DELETE', '/Users/{kim}', undefined, 204],
  ])
  expect(await storedUser(ids.get('kim') as string)).toMatchObject({ email: 'kim@example.com', status: 'inactive' })
})

it('understands JumpCloud', async () => {
  await replay([
    // The connection test creates a user and a group, and deletes both.
    ['GET', '/Users?count=1', undefined, 200],
    ['GET', '/Users?count=100&startIndex=1&filter=userName eq "test@example.com"', undefined, 200, NONE],
    [
      'POST',
      '/Users',
      {
        schemas: [USER_URN],
        userName: 'test@example.com',
        emails: [{ type: 'work', value: 'test@example.com', primary: true }],
        name: { familyName: 'User', givenName: 'Test' },
        displayName: 'Test User',
        externalId: '5f',
        active: true,
        password: 'x',
        [ENTERPRISE]: { employeeNumber: 12 },
      },
      201,
      { externalId: '5f' },
      'test',
    ],
    [
      'PUT',
      '/Users/{test}',
      {
        schemas: [USER_URN],
        id: '{test}',
        userName: 'test@example.com',
        emails: [{ type: 'work', value: 'test@example.com', primary: true }],
        name: { familyName: 'Person', givenName: 'Test' },
        active: true,
      },
      200,
      { name: { familyName: 'Person' } },
    ],
    ['GET', '/Groups?count=100&startIndex=1&filter=displayName eq "Test Group"', undefined, 200, NONE],
    [
      'POST',
      '/Groups',
      { schemas: [GROUP_URN], displayName: 'Test Group', members: [{ value: '{test}' }] },
      201,
      undefined,
      'group',
    ],
    ['PATCH', '/Groups/{group}', patch({ op: 'replace', path: 'members', value: [] }), 200],
    [
      'PATCH',
      '/Groups/{group}',
      patch({ op: 'add', path: 'members', value: [{ value: '{test}' }] }),
      200,
      { members: [{ value: '{test}' }] },
    ],
    ['PATCH', '/Groups/{group}', patch({ op: 'remove', path: 'members[value eq "{test}"]' }), 200],
    ['DELETE', '/Groups/{group}', undefined, 204],
    ['PUT', '/Users/{test}', { schemas: [USER_URN], userName: 'test@example.com', active: false }, 200, { active: false }],
    ['DELETE', '/Users/{test}', undefined, 204],
    ['GET', '/Users/{test}', undefined, 404, { status: '404' }],
  ])
})

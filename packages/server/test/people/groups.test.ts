import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mapAttribute } from '../../src/directory/attributes/mapping-service.ts'
import { directoryConsequences } from '../../src/planning/consequences/directory-consequences.ts'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { TestService } from '../../src/testing/test-service.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { type Answer, JSON_TYPE, send } from '../http/support/send.ts'
import { addBuilding, type Json, type Organization, setUp } from '../places/support.ts'

let service: TestService
let organization: Organization

beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service[Symbol.asyncDispose]())
beforeEach(async () => {
  organization = await setUp(service)
})

const post = (fields: Json) => organization.call('POST', '/api/groups', { groupType: 'team', ...fields })
const add = async (groupName: string, fields: Json = {}) => {
  const answer = await post({ groupName, ...fields })
  return answer.json<Json>().groupId as string
}
const change = (groupId: string, body: Json) => organization.call('PATCH', `/api/groups/${groupId}`, body)
const names = async (query: string) => (await organization.all(`/api/groups?${query}`)).map(({ groupName }) => groupName)
const person = async () => (await service.signIn(organization.orgId)).userId

/** A group that came from somewhere else. */
const addForeign = async (origin: string): Promise<string> => {
  const id = randomUUID()
  await service.database.pool.query(`insert into groups (org_id, id, name, type, origin) values ($1, $2, $3, 'team', $3)`, [
    organization.orgId,
    id,
    origin,
  ])
  return id
}

describe('a group', () => {
  it('is shown as stored, and changes field by field', async () => {
    const parent = await add('Product', { groupType: 'department' })
    const id = await add('Research')
    expect(await organization.ask('GET', `/api/groups/${id}`)).toMatchObject({
      origin: 'administrator',
      parentGroupId: null,
      parentGroupName: null,
    })
    const changes = { groupName: 'Discovery', groupType: 'squad', parentGroupId: parent, status: 'inactive' }
    expect((await change(id, changes)).json<Json>()).toMatchObject({ ...changes, groupId: id, parentGroupName: 'Product' })
    expect((await change(id, { parentGroupId: null })).json<Json>()).toMatchObject({
      groupName: 'Discovery',
      parentGroupId: null,
    })
  })

  it('has a name of its own within its type', async () => {
    const first = await add('Research')
    expect((await post({ groupName: 'Research', groupType: 'department' })).status).toBe(201)
    expectProblem(await post({ groupName: 'Research' }), 'name_taken')
    expectProblem(await change(await add('Other'), { groupName: 'Research' }), 'name_taken')
    const repeated = await post({ groupId: first, groupName: 'Anything' })
    expect([repeated.status, repeated.json<Json>().groupName]).toEqual([201, 'Research'])
    const rivals = await Promise.all(Array.from({ length: 6 }, () => post({ groupName: 'Wanted' })))
    expect(rivals.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
  })

  it.each([
    ['attribute', 'user attributes'],
    ['hierarchy', 'hierarchy submission'],
  ])('of the origin %s cannot be changed here', async (origin, named) => {
    const id = await addForeign(origin)
    expect(expectProblem(await change(id, { groupName: 'Renamed' }), 'group_origin').detail).toContain(named)
    expect(await organization.ask('GET', `/api/groups/${id}`)).toMatchObject({ origin, status: 'active' })
    expect((await post({ groupName: 'Below', parentGroupId: id })).status).toBe(201)
  })

  it('cannot be its own ancestor, neither directly nor through others', async () => {
    const top = await add('top')
    const middle = await add('middle', { parentGroupId: top })
    const bottom = await add('bottom', { parentGroupId: middle })
    for (const parentGroupId of [top, middle, bottom]) {
      const { errors } = expectProblem(await change(top, { parentGroupId }), 'invalid_body')
      expect(errors).toEqual([expect.objectContaining({ pointer: '/parentGroupId', code: 'group_cycle' })])
    }
    const groupId = randomUUID()
    expectProblem(await post({ groupId, groupName: 'own parent', parentGroupId: groupId }), 'invalid_body')
    expect((await change(bottom, { parentGroupId: top })).status).toBe(200)
    expect((await change(middle, { parentGroupId: bottom })).status).toBe(200)
  })

  it('is at most on level 100, and so are its descendants', async () => {
    const chain = async (levels: number, name: string) => {
      const ids: string[] = []
      for (let level = 0; level < levels; level++) {
        ids.push(await add(`${name}${level}`, level === 0 ? {} : { parentGroupId: ids.at(-1) as string }))
      }
      return ids
    }
    const deep = await chain(98, 'deep')
    const three = await chain(3, 'three')
    const move = (parentGroupId: string | undefined) => change(three[0] as string, { parentGroupId })
    const { errors } = expectProblem(await move(deep[97]), 'invalid_body')
    expect(errors).toEqual([expect.objectContaining({ pointer: '/parentGroupId', code: 'group_too_deep' })])
    expect((await move(deep[96])).status).toBe(200)
    const refused = expectProblem(await post({ groupName: 'lowest', parentGroupId: three[2] }), 'invalid_body')
    expect(refused.errors).toEqual(errors)
    expect((await post({ groupName: 'lowest', parentGroupId: three[1] })).status).toBe(201)
  })

  it('is part of no cycle when many parents change at the same moment', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, (_, index) => add(`g${index}`)))
    const moves = ids.flatMap((id) => ids.filter((other) => other !== id).map((parentGroupId) => change(id, { parentGroupId })))
    const statuses = (await Promise.all(moves)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200, 400]))
    const parents = new Map((await organization.all('/api/groups')).map(({ groupId, parentGroupId }) => [groupId, parentGroupId]))
    for (const id of ids) {
      let above: unknown = id
      for (let steps = 0; steps <= ids.length && above !== null; steps++) above = parents.get(above)
      expect(above).toBeNull()
    }
  })

  it('has no parent of another organization', async () => {
    const id = await add('Research')
    const other = await setUp(service)
    const { groupId } = await other.ask('POST', '/api/groups', { groupName: 'Far', groupType: 'team' })
    for (const parentGroupId of [groupId, randomUUID()]) {
      expect(expectProblem(await change(id, { parentGroupId }), 'entity_not_found').detail).toContain('parentGroupId')
      expectProblem(await post({ groupName: 'Lost', parentGroupId }), 'entity_not_found')
    }
  })

  it('is found by type, parent, status and the start of its name', async () => {
    const parent = await add('Zoo', { groupType: 'department' })
    await add('Research', { parentGroupId: parent })
    await add('Retail', { parentGroupId: parent, status: 'inactive' })
    await add('Sales')
    expect(await names('')).toEqual(['Zoo', 'Research', 'Retail', 'Sales'])
    expect(await names('groupType=team')).toEqual(['Research', 'Retail', 'Sales'])
    expect(await names(`parentGroupId=${parent}&status=active`)).toEqual(['Research'])
    expect(await names('search=RE')).toEqual(['Research', 'Retail'])
    expect(await names('search=_e')).toEqual([])
    expect(await names('parentGroupId=x')).toEqual([])
  })
})

describe('membership', () => {
  const members = async (groupId: string) =>
    (await organization.all(`/api/groups/${groupId}/members`, 2)).map(({ userId }) => userId)
  const put = (groupId: string, userId: string) => organization.call('PUT', `/api/groups/${groupId}/members/${userId}`)
  const remove = (groupId: string, userId: string) => organization.call('DELETE', `/api/groups/${groupId}/members/${userId}`)

  it('starts once and ends once', async () => {
    const groupId = await add('Research')
    const people = await Promise.all(Array.from({ length: 5 }, person))
    const answers = await Promise.all([...people, ...people].map((userId) => put(groupId, userId)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(await members(groupId)).toEqual([...people].sort())
    const [first, ...others] = people as [string, ...string[]]
    expect((await remove(groupId, first)).status).toBe(200)
    expectProblem(await remove(groupId, first), 'entity_not_found')
    expect(await members(groupId)).toEqual(others.sort())
    for (const unknown of [randomUUID(), (await setUp(service)).workplaceAdmin.userId]) {
      expectProblem(await put(groupId, unknown), 'entity_not_found')
    }
    expectProblem(await organization.call('GET', `/api/groups/${randomUUID()}/members`), 'entity_not_found')
  })

  it('of the primary group takes the primary group along when it ends', async () => {
    const [primary, other] = [await add('Research'), await add('Sales')]
    const userId = await person()
    await organization.ask('PATCH', `/api/users/${userId}`, { primaryGroupId: primary })
    await put(other, userId)
    await remove(other, userId)
    expect(await organization.ask('GET', `/api/users/${userId}`)).toMatchObject({ primaryGroupId: primary })
    await remove(primary, userId)
    expect(await organization.ask('GET', `/api/users/${userId}`)).toMatchObject({ primaryGroupId: null })
  })

  it('that an attribute created ends only with the attribute', async () => {
    const { pool, db } = service.database
    const userId = await person()
    await pool.query(`update users set attributes = '{"team": "Research"}' where id = $1`, [userId])
    await mapAttribute(db, directoryConsequences, organization.orgId, {
      attribute: 'team',
      groupType: 'team',
      isPrimaryGroup: true,
      isPrimaryLocation: false,
    })
    const [group] = await organization.all('/api/groups')
    const groupId = group?.groupId as string
    expect(await organization.all(`/api/groups/${groupId}/members`)).toMatchObject([{ userId, origin: 'attribute' }])
    expect((await put(groupId, userId)).status).toBe(200)
    expectProblem(await remove(groupId, userId), 'group_origin')
    expect(await members(groupId)).toEqual([userId])
    const guest = await person()
    expect((await put(groupId, guest)).status).toBe(200)
    expect((await remove(groupId, guest)).status).toBe(200)
  })
})

describe('zones of a group', () => {
  const path = (groupId: string) => `/api/groups/${groupId}/zones`
  const put = (groupId: string, zoneIds: unknown) => organization.call('PUT', path(groupId), { zoneIds })

  it('are replaced as a whole, and by one list as a whole', async () => {
    const { deskZone, openZone, levelId, locationId } = await addBuilding(organization)
    const groupId = await addForeign('hierarchy')
    const version = expect.any(String)
    expect(await organization.ask('GET', path(groupId))).toEqual({ groupId, version, items: [] })
    const answer = await put(groupId, [deskZone, openZone.toUpperCase(), deskZone])
    const shown = [
      { zoneId: openZone, zoneName: 'North' },
      { zoneId: deskZone, zoneName: 'South' },
    ]
    const within = { levelId, levelName: 'Level 1', locationId, locationName: 'Berlin' }
    expect(answer.json()).toEqual({ groupId, version, items: shown.map((zone) => ({ ...zone, ...within })) })
    const lists = [[deskZone], [openZone]]
    await Promise.all(Array.from({ length: 10 }, (_, turn) => put(groupId, lists[turn % 2])))
    expect((await organization.ask<{ items: Json[] }>('GET', path(groupId))).items).toHaveLength(1)
    expect((await put(groupId, [])).json()).toEqual({ groupId, version, items: [] })
  })

  it('are replaced by one of two who know the same version, and by a caller who names none', async () => {
    const { deskZone, openZone } = await addBuilding(organization)
    const groupId = await add('Research')
    const putKnowing = (zoneIds: string[], tag: string) => {
      const headers = { ...JSON_TYPE, ...organization.workplaceAdmin.headers, 'if-match': tag }
      return send(service.baseUrl, { method: 'PUT', path: path(groupId), body: { zoneIds }, headers })
    }
    const { etag } = (await organization.call('GET', path(groupId))).headers as { etag: string }
    const answers = await Promise.all([putKnowing([deskZone], etag), putKnowing([openZone], etag)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
    const [winner, loser] = answers.toSorted((a, b) => a.status - b.status) as [Answer, Answer]
    expectProblem(loser, 'precondition_failed')
    expect(await organization.ask('GET', path(groupId))).toEqual(winner.json())
    expect((await putKnowing([deskZone, openZone], winner.headers.etag as string)).status).toBe(200)
    expect((await put(groupId, [])).status).toBe(200)
  })

  it('are at most a thousand, and zones of the organization', async () => {
    const { deskZone } = await addBuilding(organization)
    const groupId = await add('Research')
    expect((await put(groupId, Array(1000).fill(deskZone))).status).toBe(200)
    expectProblem(await put(groupId, Array(1001).fill(deskZone)), 'invalid_body')
    const stranger = await setUp(service)
    const { openZone } = await addBuilding(stranger)
    for (const unknown of [openZone, randomUUID()]) {
      expect(expectProblem(await put(groupId, [deskZone, unknown]), 'entity_not_found').detail).toContain('zoneIds/1')
    }
    expect((await organization.ask<{ items: Json[] }>('GET', path(groupId))).items).toHaveLength(1)
    expectProblem(await put(randomUUID(), []), 'entity_not_found')
  })
})

describe('the groups of a user', () => {
  it('are those that they are a member of themselves, type by type and page by page', async () => {
    const userId = await person()
    const department = await add('Product', { groupType: 'department' })
    const team = await add('Research', { parentGroupId: department })
    const other = await add('Another')
    await add('Without members')
    for (const groupId of [team, other]) await organization.call('PUT', `/api/groups/${groupId}/members/${userId}`)
    const groups = await organization.all(`/api/users/${userId}/groups`, 1)
    expect(groups.map(({ groupName, parentGroupName }) => [groupName, parentGroupName])).toEqual([
      ['Another', null],
      ['Research', 'Product'],
    ])
    expectProblem(await organization.call('GET', `/api/users/${team}/groups`), 'entity_not_found')
  })
})

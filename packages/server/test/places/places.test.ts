import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { TestService } from '../../src/testing/test-service.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { addBuilding, type Json, type Organization, setUp } from './support.ts'

let service: TestService
let organization: Organization
let building: Awaited<ReturnType<typeof addBuilding>>

beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service[Symbol.asyncDispose]())
beforeEach(async () => {
  organization = await setUp(service)
  building = await addBuilding(organization)
})

/** One of each kind: how it is made, and the names of its fields. */
const KINDS = [
  { path: '/api/locations', id: 'locationId', name: 'locationName', body: () => ({ timeZone: 'Europe/Berlin' }) },
  { path: '/api/levels', id: 'levelId', name: 'levelName', body: () => ({ locationId: building.locationId }) },
  { path: '/api/zones', id: 'zoneId', name: 'zoneName', body: () => ({ zoneType: 'individual', levelId: building.levelId }) },
  { path: '/api/places', id: 'placeId', name: 'placeName', body: () => ({ zoneId: building.deskZone }) },
  { path: '/api/spaces', id: 'spaceId', name: 'spaceName', body: () => ({ spaceType: 'booth', levelId: building.levelId }) },
  { path: '/api/parking-bays', id: 'bayId', name: 'bayName', body: () => ({ locationId: building.locationId }) },
]

describe.each(KINDS)('$path', ({ path, id, name, body }) => {
  const create = (fields: Json) => organization.call('POST', path, { ...body(), ...fields })

  it('shows what was created, by itself and in the list, until it changes', async () => {
    const created = (await create({ [name]: 'First' })).json<Json>()
    expect(created).toMatchObject({ ...body(), [name]: 'First', status: 'active', createdAt: created.updatedAt })
    expect(await organization.ask('GET', `${path}/${created[id]}`)).toEqual(created)
    expect(await organization.all(path)).toContainEqual(created)
    const changed = await organization.ask('PATCH', `${path}/${created[id]}`, { [name]: 'Second', status: 'inactive' })
    expect(changed).toEqual({ ...created, [name]: 'Second', status: 'inactive', updatedAt: expect.any(String) })
    expect(Date.parse(changed.updatedAt as string)).toBeGreaterThan(Date.parse(created.updatedAt as string))
    expect(await organization.all(`${path}?status=inactive`)).toEqual([changed])
    expect(await organization.all(`${path}?status=active`)).not.toContainEqual(changed)
  })

  it('gives one entity however often it is created with the same id', async () => {
    const given = { [id]: randomUUID().toUpperCase(), [name]: 'Once' }
    const answers = [...(await Promise.all(Array.from({ length: 8 }, () => create(given)))), await create(given)]
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    const repeated = await create({ ...given, [name]: 'Other' })
    expect(repeated.json<Json>()).toMatchObject({ [id]: given[id]?.toLowerCase(), [name]: 'Once' })
    expect((await organization.all(path)).filter((item) => item[name] === 'Once')).toHaveLength(1)
  })

  it('lets one of those who take a name at the same moment have it', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => create({ [name]: 'Wanted' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 7 }, () => 409)])
    for (const answer of answers) if (answer.status !== 201) expectProblem(answer, 'name_taken')
  })

  it('refuses the name of another one in a change as well', async () => {
    await create({ [name]: 'Taken' })
    const other = (await create({ [name]: 'Free' })).json<Json>()
    expectProblem(await organization.call('PATCH', `${path}/${other[id]}`, { [name]: 'Taken' }), 'name_taken')
  })

  it('touches nothing when a change says what is so already', async () => {
    const created = (await create({ [name]: 'Still' })).json<Json>()
    for (const change of [{ [name]: 'Still' }, { status: 'active', [name]: 'Still' }]) {
      expect(await organization.ask('PATCH', `${path}/${created[id]}`, change)).toEqual(created)
    }
  })

  it('refuses changes of its id, its parent and its times by name', async () => {
    const created = (await create({ [name]: 'Fixed' })).json<Json>()
    const other = await addBuilding(organization, 'Other')
    // A desk may move to another zone.
    const parent = path === '/api/places' ? {} : { zoneId: other.deskZone }
    const foreign = {
      ...other,
      ...parent,
      [id]: randomUUID(),
      createdAt: '2020-01-01T00:00:00Z',
      orgId: randomUUID(),
    }
    const { errors } = expectProblem(await organization.call('PATCH', `${path}/${created[id]}`, foreign), 'invalid_body')
    expect(errors?.map(({ pointer, code }) => [pointer, code])).toEqual(
      Object.keys(foreign).map((field) => [`/${field}`, 'unknown_field']),
    )
    expect(await organization.ask('GET', `${path}/${created[id]}`)).toEqual(created)
  })

  it('refuses a change of nothing, and names that are empty or too long', async () => {
    const { [id]: own } = (await create({ [name]: 'a'.repeat(200) })).json<Json>()
    expectProblem(await organization.call('PATCH', `${path}/${own}`, {}), 'invalid_body')
    for (const bad of ['', 'a'.repeat(201)]) {
      for (const answer of [await create({ [name]: bad }), await organization.call('PATCH', `${path}/${own}`, { [name]: bad })]) {
        expect(expectProblem(answer, 'invalid_body').errors).toEqual([expect.objectContaining({ pointer: `/${name}` })])
      }
    }
  })

  it('gives an organization of its own the same ids and names', async () => {
    const given = { [id]: randomUUID(), [name]: 'Shared' }
    await create(given)
    const other = await setUp(service)
    const mine = building
    building = await addBuilding(other)
    const answer = await other.call('POST', path, { ...body(), ...given })
    building = mine
    expect(answer.status).toBe(201)
    expect((await other.all(path)).filter((item) => item[id] === given[id])).toHaveLength(1)
  })

  it('does not know what is in another organization, or nowhere', async () => {
    const other = await setUp(service)
    const mine = building
    building = await addBuilding(other)
    const strange = body()
    building = mine
    const [parent] = Object.keys(strange).filter((key) => key.endsWith('Id'))
    if (!parent) return
    for (const value of [(strange as Json)[parent], randomUUID()]) {
      const answer = await organization.call('POST', path, { ...strange, [parent]: value, [name]: 'Lost' })
      expect(expectProblem(answer, 'entity_not_found').detail).toContain(parent)
    }
    expect(await organization.all(`${path}?${parent}=${(strange as Json)[parent]}`)).toEqual([])
    expect(await organization.all(`${path}?${parent}=no-id`)).toEqual([])
  })
})

it('lists what is in a building, on a level and in a zone', async () => {
  const other = await addBuilding(organization, 'Other')
  const names = async (path: string, name: string) => (await organization.all(path)).map((item) => item[name])
  for (const [{ deskZone, levelId, locationId }, mark] of [
    [building, 'a'],
    [other, 'b'],
  ] as const) {
    await organization.ask('POST', '/api/places', { placeName: mark, zoneId: deskZone })
    await organization.ask('POST', '/api/spaces', { spaceName: mark, spaceType: 'booth', levelId })
    await organization.ask('POST', '/api/parking-bays', { bayName: mark, locationId })
  }
  const { locationId, levelId, deskZone } = other
  expect(await names(`/api/levels?locationId=${locationId}`, 'levelId')).toEqual([levelId])
  expect(await names(`/api/zones?locationId=${locationId}&levelId=${levelId}`, 'zoneName')).toEqual(['North', 'South'])
  expect(await names(`/api/zones?locationId=${building.locationId}&levelId=${levelId}`, 'zoneName')).toEqual([])
  expect(await names(`/api/spaces?levelId=${levelId.toUpperCase()}`, 'spaceName')).toEqual(['b'])
  expect(await names(`/api/parking-bays?locationId=${locationId}`, 'bayName')).toEqual(['b'])
  // The beginning of the name, in any letter case, in all buildings or in one.
  expect(await names(`/api/zones?levelId=${levelId}&search=so`, 'zoneName')).toEqual(['South'])
  expect(await names(`/api/levels?locationId=${locationId}&search=LEVEL%201`, 'levelId')).toEqual([levelId])
  expect((await names('/api/places?search=B', 'placeName')).filter((name) => name === 'a' || name === 'b')).toEqual(['b'])
  expect(await names(`/api/spaces?levelId=${levelId}&search=b`, 'spaceName')).toEqual(['b'])
  for (const nothing of ['_', '%25', 'outh'])
    expect(await names(`/api/zones?levelId=${levelId}&search=${nothing}`, 'zoneName')).toEqual([])
  for (const filter of [`locationId=${locationId}`, `levelId=${levelId}`, `zoneId=${deskZone}`]) {
    const places = await organization.all(`/api/places?${filter}`)
    expect(places).toMatchObject([
      { placeName: 'b', zoneName: 'South', levelName: 'Level 1', locationName: 'Other', ...{ locationId, levelId } },
    ])
  }
})

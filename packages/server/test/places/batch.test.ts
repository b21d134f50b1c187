import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { TestService } from '../../src/testing/test-service.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { addBuilding, type Json, type Organization, setUp } from './support.ts'

let service: TestService
let organization: Organization
let zoneId: string
let levelId: string

beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service[Symbol.asyncDispose]())
beforeEach(async () => {
  organization = await setUp(service)
  const building = await addBuilding(organization)
  zoneId = building.deskZone
  levelId = building.levelId
})

const range = (count: number) => Array.from({ length: count }, (_, index) => index)
const add = (items: unknown[]) => organization.call('POST', '/api/batch/places', { items })
const desk = (name: string, more: Json = {}) => ({ placeName: name, zoneId, ...more })
const names = async () => (await organization.all(`/api/places?zoneId=${zoneId}`)).map(({ placeName }) => placeName)

describe('several desks in one call', () => {
  it('are added and answered in the order of the call', async () => {
    const answer = await add([desk('D-2', { x: 1, y: 2 }), desk('D-1')])
    expect(answer.status).toBe(201)
    expect(answer.json()).toMatchObject({
      items: [
        { placeName: 'D-2', x: 1, zoneName: 'South' },
        { placeName: 'D-1', x: null },
      ],
    })
    expect(await names()).toEqual(['D-1', 'D-2'])
  })

  it('are none where a name is taken, and each taken name is pointed to', async () => {
    await add([desk('D-2'), desk('D-4')])
    const { detail, errors } = expectProblem(await add(range(4).map((n) => desk(`D-${n + 1}`))), 'name_taken')
    expect(detail).toContain('D-2, D-4')
    expect(errors).toEqual([
      { pointer: '/items/1/placeName', message: 'D-2 is taken by another desk', code: 'name_taken' },
      { pointer: '/items/3/placeName', message: 'D-4 is taken by another desk', code: 'name_taken' },
    ])
    expect(await names()).toEqual(['D-2', 'D-4'])
  })

  it('may have names that other zones have, but none twice', async () => {
    const { zoneId: other } = await organization.ask('POST', '/api/zones', { zoneName: 'West', zoneType: 'individual', levelId })
    expect((await add([desk('D-1'), desk('D-1', { zoneId: other })])).status).toBe(201)
    const { errors } = expectProblem(await add([desk('D-5'), desk('D-5')]), 'name_taken')
    expect(errors).toMatchObject([{ pointer: '/items/1/placeName' }])
    expect(await names()).toEqual(['D-1'])
  })

  it('are added once, however often and at once the call comes with their ids', async () => {
    const items = range(30).map((n) => desk(`D-${n}`, { placeId: randomUUID() }))
    const answers = await Promise.all(range(4).map(() => add(items)))
    for (const answer of answers) expect([answer.status, answer.text]).toEqual([201, answers[0]?.text])
    expect((await add(items)).text).toBe(answers[0]?.text)
    expect(await names()).toHaveLength(30)
    const more = await add([...items, desk('D-30', { placeId: randomUUID() })])
    expect(more.json<{ items: Json[] }>().items).toHaveLength(31)
  })

  it('lose to one of two calls that want the same name at once, whole', async () => {
    const answers = await Promise.all(range(3).map((n) => add([desk(`own-${n}`), desk('shared')])))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    for (const answer of answers.filter(({ status }) => status === 409)) {
      expect(expectProblem(answer, 'name_taken').errors).toMatchObject([{ pointer: '/items/1/placeName' }])
    }
    expect(await names()).toHaveLength(2)
  })

  it('are 1 to 200, each as one desk has to be, with ids of their own', async () => {
    expect((await add(range(200).map((n) => desk(`D-${n}`)))).status).toBe(201)
    for (const items of [
      [],
      range(201).map((n) => desk(`E-${n}`)),
      [desk('E-1'), desk('')],
      [desk('E-1'), { placeName: 'E-2' }],
    ]) {
      expectProblem(await add(items), 'invalid_body')
    }
    const placeId = randomUUID()
    const { errors } = expectProblem(
      await add([desk('E-1', { placeId }), desk('E-2', { placeId: placeId.toUpperCase() })]),
      'invalid_body',
    )
    expect(errors).toMatchObject([{ pointer: '/items/1/placeId', code: 'duplicate_id' }])
    expectProblem(await add([desk('E-1'), desk('E-2', { zoneId: randomUUID() })]), 'entity_not_found')
    expect(await names()).toHaveLength(200)
  })

  it('are not in the zones of another organization', async () => {
    const other = await setUp(service)
    expectProblem(await other.call('POST', '/api/batch/places', { items: [desk('D-1')] }), 'entity_not_found')
    expect(await names()).toEqual([])
  })
})

it.each([
  ['locations', (n: number) => ({ locationName: `B${n}`, timeZone: 'europe/PARIS' }), 'locationName'],
  ['levels', (n: number, { locationId }: Json) => ({ levelName: `L${n}`, locationId }), 'levelName'],
  ['zones', (n: number) => ({ zoneName: `Z${n}`, zoneType: 'neighborhood', capacity: 3, levelId }), 'zoneName'],
  ['spaces', (n: number) => ({ spaceName: `S${n}`, spaceType: 'booth', levelId }), 'spaceName'],
  ['parking-bays', (n: number, { locationId }: Json) => ({ bayName: `P${n}`, locationId }), 'bayName'],
] as const)('several %s are added together, or none where a name is taken', async (path, item, nameField) => {
  const [location = {}] = await organization.all('/api/locations')
  const create = (from: number, to: number) => {
    const items = range(to - from).map((n) => item(from + n, location))
    return organization.call('POST', `/api/batch/${path}`, { items })
  }
  expect((await create(0, 3)).status).toBe(201)
  const { errors } = expectProblem(await create(2, 5), 'name_taken')
  expect(errors).toMatchObject([{ pointer: `/items/0/${nameField}` }])
  const all = await organization.all(`/api/${path}`)
  expect(all.filter((node) => /^[A-Z]\d$/.test(String(node[nameField])))).toHaveLength(3)
})

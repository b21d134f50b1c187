import { randomUUID } from 'node:crypto'
import { CORNERS, type LevelLayout, MAX_LAYOUT_CHANGES } from '@rollcall/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { TestService } from '../../src/testing/test-service.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { JSON_TYPE, send } from '../http/support/send.ts'
import { addBuilding, type Organization, setUp } from './support.ts'

let service: TestService
let organization: Organization
let building: Awaited<ReturnType<typeof addBuilding>>
let path: string
let desk: string
let count = 0
beforeAll(async () => {
  service = await shareTestService()
  organization = await setUp(service)
})
afterAll(() => service[Symbol.asyncDispose]())
beforeEach(async () => {
  building = await addBuilding(organization, `Building ${++count}`)
  path = `/api/levels/${building.levelId}/layout`
  const place = await organization.ask('POST', '/api/places', { placeName: 'D-1', zoneId: building.deskZone, x: 1, y: 2 })
  desk = place.placeId as string
})

const get = () => organization.ask<LevelLayout>('GET', path)
const change = (body: unknown, tag?: string) =>
  send(service.baseUrl, {
    method: 'PATCH',
    path,
    body,
    headers: { ...JSON_TYPE, ...organization.workplaceAdmin.headers, ...(tag === undefined ? {} : { 'if-match': tag }) },
  })
const TRIANGLE = [
  { x: 0, y: 0 },
  { x: 8, y: 0.5 },
  { x: 4, y: 6 },
]
const newDesk = (placeName: string, more: object = {}) => ({
  placeId: randomUUID(),
  placeName,
  zoneId: building.deskZone,
  x: 3,
  y: 4,
  rotation: 0,
  ...more,
})

describe('the layout of a level', () => {
  it('moves and turns desks, draws zones and adds both in one change', async () => {
    const zone = { zoneId: randomUUID(), zoneName: 'Quiet', zoneType: 'individual', outline: TRIANGLE }
    const answer = await change({
      desks: [{ placeId: desk, x: 5.5, y: 6, rotation: 90 }],
      zones: [{ zoneId: building.openZone, outline: TRIANGLE }],
      newZones: [zone],
      newDesks: [newDesk('D-2', { zoneId: zone.zoneId, rotation: 359 })],
    })
    expect(answer.status).toBe(200)
    const layout = await get()
    expect(answer.json()).toEqual(layout)
    expect(layout.zones.map(({ zoneName, outline }) => [zoneName, outline?.length ?? null])).toEqual([
      ['North', 3],
      ['Quiet', 3],
      ['South', null],
    ])
    expect(layout.desks).toMatchObject([
      { placeName: 'D-2', zoneName: 'Quiet', rotation: 359 },
      { placeName: 'D-1', x: 5.5, y: 6, rotation: 90 },
    ])
    expect(
      (
        await change({
          zones: [{ zoneId: building.openZone, outline: null }],
          desks: [{ placeId: desk, x: null, y: null, rotation: 0 }],
        })
      ).status,
    ).toBe(200)
    const cleared = await get()
    expect(cleared.zones[0]?.outline).toBeNull()
    expect(cleared.desks[1]).toMatchObject({ x: null, y: null })
  })

  it('refuses a change that is based on another version, and leaves everything as it is', async () => {
    const { etag } = (await organization.call('GET', path)).headers as { etag: string }
    const moved = (x: number) => ({ desks: [{ placeId: desk, x, y: 2, rotation: 0 }] })
    const first = await change(moved(7), etag)
    expect(first.status).toBe(200)
    expectProblem(await change({ ...moved(8), newDesks: [newDesk('D-9')] }, etag), 'precondition_failed')
    expect((await get()).desks).toMatchObject([{ x: 7 }])
    expect((await change(moved(8), first.headers.etag as string)).status).toBe(200)
    expect((await change(moved(9), '*')).status).toBe(200)
    // A change elsewhere counts as well.
    const { etag: later } = (await organization.call('GET', path)).headers as { etag: string }
    await organization.ask('PATCH', `/api/places/${desk}`, { x: 30 })
    expectProblem(await change(moved(31), later), 'precondition_failed')
  })

  it('accepts one of several simultaneous changes of the same version', async () => {
    const { etag } = (await organization.call('GET', path)).headers as { etag: string }
    const answers = await Promise.all(
      [11, 12, 13, 14].map((x) => change({ desks: [{ placeId: desk, x, y: 0, rotation: 0 }] }, etag)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412])
  })

  it('adds nothing twice when a call is repeated', async () => {
    const body = {
      newDesks: [newDesk('D-2')],
      newZones: [{ zoneId: randomUUID(), zoneName: 'Quiet', zoneType: 'individual', outline: TRIANGLE }],
    }
    expect((await change(body)).status).toBe(200)
    const layout = await get()
    expect((await change(body)).json()).toEqual(layout)
    const { items } = await organization.ask<{ items: unknown[] }>('GET', `/api/places?levelId=${building.levelId}`)
    expect(items).toHaveLength(2)
  })

  it('takes as many as the limits say, and not one more', async () => {
    const desks = Array.from({ length: MAX_LAYOUT_CHANGES + 1 }, (_, n) => newDesk(`N-${n}`))
    expectProblem(await change({ newDesks: desks }), 'invalid_body')
    expect((await change({ newDesks: desks.slice(1) })).status).toBe(200)
    const outline = (corners: number) => ({
      zones: [{ zoneId: building.openZone, outline: Array.from({ length: corners }, (_, n) => ({ x: n, y: n % 7 })) }],
    })
    expect((await change(outline(CORNERS.maxItems))).status).toBe(200)
    expectProblem(await change(outline(CORNERS.maxItems + 1)), 'invalid_body')
    expectProblem(await change(outline(CORNERS.minItems - 1)), 'invalid_body')
  })

  it.each<[string, () => object, string]>([
    ['nothing', () => ({}), 'invalid_body'],
    ['a desk twice', () => ({ desks: [1, 2].map((x) => ({ placeId: desk, x, y: 2, rotation: 0 })) }), 'invalid_body'],
    ['half a position', () => ({ desks: [{ placeId: desk, x: 1, y: null, rotation: 0 }] }), 'invalid_body'],
    ['a turn of 360°', () => ({ desks: [{ placeId: desk, x: 1, y: 1, rotation: 360 }] }), 'invalid_body'],
    ['half a degree', () => ({ desks: [{ placeId: desk, x: 1, y: 1, rotation: 0.5 }] }), 'invalid_body'],
    ['two new desks of one name', () => ({ newDesks: [newDesk('D-2'), newDesk('D-2')] }), 'invalid_body'],
    ['a taken name', () => ({ newDesks: [newDesk('D-1')] }), 'name_taken'],
    [
      'a new zone with a taken name',
      () => ({ newZones: [{ zoneId: randomUUID(), zoneName: 'South', zoneType: 'individual', outline: TRIANGLE }] }),
      'name_taken',
    ],
    [
      'a neighborhood without capacity',
      () => ({ newZones: [{ zoneId: randomUUID(), zoneName: 'Open', zoneType: 'neighborhood', outline: TRIANGLE }] }),
      'invalid_body',
    ],
    ['an unknown desk', () => ({ desks: [{ placeId: randomUUID(), x: 1, y: 1, rotation: 0 }] }), 'entity_not_found'],
    ['an unknown zone', () => ({ zones: [{ zoneId: randomUUID(), outline: null }] }), 'entity_not_found'],
    ['a desk in an unknown zone', () => ({ newDesks: [newDesk('D-2', { zoneId: randomUUID() })] }), 'entity_not_found'],
  ])('refuses %s, and changes nothing', async (_, body, code) => {
    const before = await get()
    expectProblem(await change({ ...body() }), code as 'invalid_body')
    expect(await get()).toEqual(before)
  })

  it('is read by everyone, changed by workplace administrators only, and not seen by other organizations', async () => {
    const employee = await service.signIn(organization.orgId)
    expect((await organization.call('GET', path, undefined, employee)).status).toBe(200)
    const body = { desks: [{ placeId: desk, x: 1, y: 1, rotation: 0 }] }
    expectProblem(await organization.call('PATCH', path, body, employee), 'role_not_allowed')
    expectProblem(await send(service.baseUrl, { method: 'PATCH', path, body, headers: JSON_TYPE }), 'session_missing')
    const other = await setUp(service)
    expectProblem(await other.call('GET', path), 'entity_not_found')
    expectProblem(await other.call('PATCH', path, body), 'entity_not_found')
    const { levelId } = await addBuilding(other)
    expectProblem(await other.call('PATCH', `/api/levels/${levelId}/layout`, body), 'entity_not_found')
  })

  it('is in the audit log, also what it adds', async () => {
    await change({ desks: [{ placeId: desk, x: 40, y: 1, rotation: 0 }], newDesks: [newDesk('D-2')] })
    await change({ desks: [{ placeId: desk, x: 40, y: 1, rotation: 0 }] })
    const { rows } = await service.database.pool.query(
      `select action, entity_name, after from audit_log where org_id = $1 and (entity_id = $2 or entity_name = 'D-2') order by at desc, action limit 2`,
      [organization.orgId, building.levelId],
    )
    expect(rows.map(({ action, entity_name }) => `${action} ${entity_name}`).sort()).toEqual([
      'level.layout Level 1',
      'place.create D-2',
    ])
  })
})

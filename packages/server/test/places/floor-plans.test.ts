import { type FloorPlan, MAX_FLOOR_PLAN_AREA, MAX_FLOOR_PLAN_BYTES, MAX_FLOOR_PLAN_PIXELS } from '@rollcall/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { TestService } from '../../src/testing/test-service.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { send } from '../http/support/send.ts'
import { jpeg, png, webp } from './images.ts'
import { addBuilding, type Organization, setUp } from './support.ts'

let service: TestService
let organization: Organization
beforeAll(async () => {
  service = await shareTestService()
  organization = await setUp(service)
})
afterAll(() => service[Symbol.asyncDispose]())

let buildings = 0
const addLevel = async () => {
  const { levelId } = await addBuilding(organization, `Building ${++buildings}`)
  const path = `/api/levels/${levelId}/floor-plan`
  const put = (image: Buffer | string, widthMetres: unknown = 60) =>
    organization.call('PUT', path, { image: typeof image === 'string' ? image : image.toString('base64'), widthMetres })
  const version = async () => (await organization.ask('GET', `/api/levels/${levelId}`)).floorPlanVersion as string | null
  return { levelId, path, put, version, get: () => organization.ask<FloorPlan>('GET', path) }
}

describe('the floor plan of a level', () => {
  it('comes back as it was sent, with its size in meters', async () => {
    const { levelId, put, get, version } = await addLevel()
    expect(await version()).toBeNull()
    const image = png(300, 200)
    expect((await put(image)).status).toBe(200)
    const plan = await get()
    expect(plan).toMatchObject({ levelId, mediaType: 'image/png', widthMetres: 60, heightMetres: 40 })
    expect([plan.widthPixels, plan.heightPixels]).toEqual([300, 200])
    expect(Buffer.from(plan.image, 'base64').equals(image)).toBe(true)
    expect(await version()).toBe(plan.floorPlanVersion)
  })

  it.each([
    ['image/jpeg', jpeg(640, 480)],
    ['image/webp', webp('VP8 ', 640, 480)],
    ['image/webp', webp('VP8L', 640, 480)],
    ['image/webp', webp('VP8X', 640, 480)],
  ])('may be %s, whose size is read from its own bytes', async (mediaType, image) => {
    const { put, get } = await addLevel()
    expect((await put(image)).status).toBe(200)
    expect(await get()).toMatchObject({ mediaType, widthPixels: 640, heightPixels: 480 })
  })

  it('is seen by employees, who cannot change it', async () => {
    const { path, put } = await addLevel()
    await put(png(3, 2))
    const employee = await service.signIn(organization.orgId)
    const { status, headers } = await organization.call('GET', path, undefined, employee)
    expect([status, headers['x-content-type-options']]).toEqual([200, 'nosniff'])
    expectProblem(await organization.call('DELETE', path, undefined, employee), 'role_not_allowed')
  })

  it('is not sent again to a client that has its version', async () => {
    const { path, put } = await addLevel()
    await put(png(3, 2))
    const { etag } = (await organization.call('GET', path)).headers as { etag: string }
    const again = (tag: string) =>
      send(service.baseUrl, { method: 'GET', path, headers: { ...organization.workplaceAdmin.headers, 'if-none-match': tag } })
    expect(await again(etag)).toMatchObject({ status: 304, text: '' })
    await put(png(3, 2), 61)
    const changed = await again(etag)
    expect([changed.status, changed.headers.etag === etag]).toEqual([200, false])
  })

  it('keeps its version when the same is sent again', async () => {
    const { put, get } = await addLevel()
    await put(png(3, 2))
    const before = await get()
    await put(png(3, 2))
    expect(await get()).toEqual(before)
  })

  it('can be taken away, once', async () => {
    const { path, put, version } = await addLevel()
    await put(png(3, 2))
    expect((await organization.call('DELETE', path)).status).toBe(200)
    expect(await version()).toBeNull()
    expect(expectProblem(await organization.call('GET', path), 'entity_not_found').detail).toMatch(/no floor plan/)
    expectProblem(await organization.call('DELETE', path), 'entity_not_found')
  })

  it('leaves the desks where they are', async () => {
    const { levelId, put } = await addLevel()
    const [zone] = await organization.all(`/api/zones?levelId=${levelId}`)
    await organization.ask('POST', '/api/places', { placeName: 'D-1', zoneId: zone?.zoneId, x: 3, y: 4 })
    await put(png(3, 2))
    expect(await organization.all(`/api/places?levelId=${levelId}`)).toMatchObject([{ x: 3, y: 4 }])
  })
})

describe('what is no floor plan', () => {
  it.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['HTML that calls itself a PNG', Buffer.from('<!-- \x89PNG --><script>alert(1)</script>')],
    ['a GIF', Buffer.from('47494638396101000100800000ffffff00000021f90400000000002c00000000010001000002024401003b', 'hex')],
    ['a PNG that ends within its head', png(3, 2).subarray(0, 20)],
    ['a PNG without pixels', png(0, 2)],
    ['a JPEG without a frame', jpeg(3, 2).subarray(0, 12)],
    ['a JPEG whose segments lead nowhere', Buffer.from('ffd8ffe0000000000000000000000000', 'hex')],
  ])('is refused: %s', async (_, image) => {
    const { put, version } = await addLevel()
    const { errors } = expectProblem(await put(image), 'invalid_body')
    expect(errors).toMatchObject([{ pointer: '/image', code: 'image' }])
    expect(await version()).toBeNull()
  })

  it.each([
    ['PNG', png(300, 200)],
    ['JPEG', jpeg(300, 200)],
    ['WebP', webp('VP8L', 300, 200)],
  ])('is refused with a sentence: a %s that was cut off, also by its last byte', async (_, image) => {
    const { put, version } = await addLevel()
    for (const length of [Math.max(33, Math.floor(image.length / 2)), image.length - 1]) {
      const { errors } = expectProblem(await put(image.subarray(0, length)), 'invalid_body')
      expect(errors).toMatchObject([{ pointer: '/image', message: expect.stringMatching(/complete|must be a PNG/) }])
    }
    expect(await version()).toBeNull()
    expect((await put(image)).status).toBe(200)
  })

  it('is refused when it has more pixels in all than a browser should decode', async () => {
    const { put } = await addLevel()
    expect(MAX_FLOOR_PLAN_AREA).toBe(10_000 * 5_000)
    expect((await put(png(10_000, 5_000))).status).toBe(200)
    for (const image of [png(10_000, 5_001), png(16_000, 16_000)]) {
      const { errors } = expectProblem(await put(image), 'invalid_body')
      expect(errors).toMatchObject([{ pointer: '/image', message: expect.stringContaining('at most 50 million pixels') }])
    }
  })

  it.each(['', 'not base64!', 'data:image/png;base64,AAAA', 'AA=A', 'A===', '===='])('is refused: the text %j', async (text) => {
    const { put } = await addLevel()
    expectProblem(await put(text), 'invalid_body')
  })

  it('may leave the padding of Base64 out', async () => {
    const { put } = await addLevel()
    expect((await put(png(30, 20, 100).toString('base64').replace(/=+$/, ''))).status).toBe(200)
  })

  it('is refused when it is larger than the limit by a byte', async () => {
    const { put, get } = await addLevel()
    expect((await put(png(30, 20, MAX_FLOOR_PLAN_BYTES))).status).toBe(200)
    expect(Buffer.from((await get()).image, 'base64').length).toBe(MAX_FLOOR_PLAN_BYTES)
    expectProblem(await put(png(30, 20, MAX_FLOOR_PLAN_BYTES + 1)), 'invalid_body')
    expectProblem(await put(png(30, 20, MAX_FLOOR_PLAN_BYTES + 4)), 'invalid_body')
  })

  it('is refused when it has a pixel too many on a side', async () => {
    const { put } = await addLevel()
    expect((await put(png(MAX_FLOOR_PLAN_PIXELS, 1))).status).toBe(200)
    expectProblem(await put(png(MAX_FLOOR_PLAN_PIXELS + 1, 1)), 'invalid_body')
    expectProblem(await put(jpeg(1, MAX_FLOOR_PLAN_PIXELS + 1)), 'invalid_body')
  })

  it.each([1, 10_000])('may be %d m wide', async (width) => {
    const { put } = await addLevel()
    expect((await put(png(3, 2), width)).status).toBe(200)
  })

  it.each([0.99, 0, -60, 10_000.01, null, '60'])('may not be %j m wide', async (width) => {
    const { put } = await addLevel()
    expectProblem(await put(png(3, 2), width), 'invalid_body')
  })
})

it('answers one of two plans whole while they replace each other', async () => {
  const { put, get } = await addLevel()
  const plans = [png(300, 200), png(200, 300)]
  await put(plans[0] as Buffer)
  const writing = (async () => {
    for (let n = 0; n < 10; n++) await put(plans[n % 2] as Buffer)
  })()
  for (let n = 0; n < 20; n++) {
    const plan = await get()
    const image = plans.find((each) => each.equals(Buffer.from(plan.image, 'base64')))
    expect(image?.readUInt32BE(16)).toBe(plan.widthPixels)
  }
  await writing
})

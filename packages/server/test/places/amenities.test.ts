import { AMENITIES, type DeskRow, MAX_SCREENS } from '@rollcall/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { TestService } from '../../src/testing/test-service.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { addBuilding, type Organization, setUp } from './support.ts'

let service: TestService
let organization: Organization
let zoneId: string
beforeAll(async () => {
  service = await shareTestService()
  organization = await setUp(service)
  zoneId = (await addBuilding(organization)).deskZone
})
afterAll(() => service[Symbol.asyncDispose]())

it('keeps what a desk has, until it is replaced, and publishes it', async () => {
  const bare = await organization.ask('POST', '/api/places', { placeName: 'D-1', zoneId })
  expect(bare).toMatchObject({ amenities: [], screens: 0 })
  const given = { amenities: ['standing', 'window'], screens: MAX_SCREENS }
  const desk = await organization.ask('POST', '/api/places', { placeName: 'D-2', zoneId, ...given })
  expect(desk).toMatchObject(given)
  const path = `/api/places/${desk.placeId}`
  expect(await organization.ask('PATCH', path, { x: 4 })).toMatchObject(given)
  const changed = await organization.ask('PATCH', path, { amenities: [...AMENITIES] })
  expect(changed).toMatchObject({ amenities: AMENITIES, screens: MAX_SCREENS })
  expect(await organization.ask('PATCH', path, { amenities: [...AMENITIES] })).toEqual(changed)
  expect(await organization.ask('PATCH', path, { amenities: [], screens: 0 })).toMatchObject({ amenities: [], screens: 0 })
  await organization.ask('PATCH', path, given)

  const administrator = await service.signIn(organization.orgId, ['global-administrator'])
  const answer = await organization.call('GET', '/v1/analytics/desks?format=json', undefined, administrator)
  expect(answer.status).toBe(200)
  const rows = answer.json<DeskRow[]>()
  expect(rows.find(({ deskName }) => deskName === 'D-2')).toMatchObject(given)
})

it.each([
  { amenities: ['fireplace'] },
  { amenities: 'window' },
  { amenities: Array.from({ length: AMENITIES.length + 1 }, () => 'window') },
  { screens: MAX_SCREENS + 1 },
  { screens: -1 },
  { screens: 1.5 },
])('refuses %j', async (given) => {
  expectProblem(await organization.call('POST', '/api/places', { placeName: 'D-3', zoneId, ...given }), 'invalid_body')
})

it('is imported, and stays where the file says nothing', async () => {
  const administrator = await service.signIn(organization.orgId, ['global-administrator'])
  const place = (fields: object) => ({ name: 'D-1', ...fields })
  const run = async (fields: object) => {
    const zones = [{ name: '1 North', kind: 'individual', places: [place(fields)] }]
    const file = { locations: [{ name: 'Lisbon', timeZone: 'Europe/Lisbon', levels: [{ name: '1', zones }] }] }
    const answer = await organization.call('POST', '/api/imports?dryRun=false', file, administrator)
    expect([answer.status, answer.text]).toEqual([200, answer.text])
    const [lisbon] = (await organization.all('/api/places')).filter(({ locationName }) => locationName === 'Lisbon')
    return { amenities: lisbon?.amenities, screens: lisbon?.screens }
  }
  expect(await run({})).toEqual({ amenities: [], screens: 0 })
  expect(await run({ amenities: ['quiet'], screens: 2 })).toEqual({ amenities: ['quiet'], screens: 2 })
  expect(await run({ x: 2 })).toEqual({ amenities: ['quiet'], screens: 2 })
})

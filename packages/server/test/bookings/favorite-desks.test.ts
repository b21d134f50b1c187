import { randomUUID } from 'node:crypto'
import { type FavoriteDesk, MAX_FAVORITE_DESKS } from '@rollcall/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { SignedIn, TestService } from '../../src/testing/test-service.ts'
import { type Organization, setUp } from '../places/support.ts'
import { addColleague, addOffice, type Office, outcome } from '../planning/support.ts'

let service: TestService
let organization: Organization
let office: Office
let ada: SignedIn

beforeAll(async () => {
  service = await shareTestService()
  organization = await setUp(service)
  office = await addOffice(service, organization.orgId)
  ada = await addColleague(service, organization.orgId, office)
})
afterAll(() => service?.[Symbol.asyncDispose]())

const run = (statement: string, ...values: unknown[]) => service.database.pool.query(statement, [organization.orgId, ...values])
const favorite = async (method: 'PUT' | 'DELETE', placeId: string, { who = ada, userId = 'me' } = {}) =>
  outcome(await organization.call(method, `/api/users/${userId}/favorite-desks/${placeId}`, undefined, who))
const favoritesOf = async (who = ada) =>
  (await organization.call('GET', '/api/users/me/favorite-desks', undefined, who)).json<{ items: FavoriteDesk[] }>().items

test('a user marks desks of the own organization, once each, and no one else without the role does', async () => {
  const [first, second] = office.deskIds as [string, string]
  expect(await Promise.all([favorite('PUT', first), favorite('PUT', first), favorite('PUT', first)])).toEqual([200, 200, 200])
  expect(await favoritesOf()).toMatchObject([{ placeId: first, zoneId: office.deskZoneId, locationId: office.locationId }])
  expect(await favorite('PUT', second)).toBe(200)
  expect(await Promise.all([favorite('DELETE', second), favorite('DELETE', second)])).toEqual([200, 200])
  expect(await favorite('DELETE', randomUUID())).toBe('entity_not_found')

  const other = await setUp(service)
  const elsewhere = await addOffice(service, other.orgId)
  expect(await favorite('PUT', elsewhere.deskIds[0] as string)).toBe('entity_not_found')
  expect(await favorite('PUT', randomUUID())).toBe('entity_not_found')
  expect(await favorite('PUT', first, { userId: randomUUID() })).not.toBe(200)

  const grace = await addColleague(service, organization.orgId, office)
  expect(await favoritesOf(grace)).toEqual([])
  expect(await favorite('PUT', second, { who: grace, userId: ada.userId })).toBe('role_not_allowed')
  expect((await favoritesOf()).map(({ placeId }) => placeId)).toEqual([first])

  await run(`update places set status = 'inactive' where org_id = $1 and id = any ($2)`, [first, second])
  expect([await favoritesOf(), await favorite('PUT', second), await favorite('PUT', first)]).toEqual([
    [],
    'place_inactive',
    'place_inactive',
  ])
  await run(`update places set status = 'active' where org_id = $1`)
  expect(await favoritesOf()).toHaveLength(1)
})

test(`a user has ${MAX_FAVORITE_DESKS} favorites, even if two are marked at once`, async () => {
  const grace = await addColleague(service, organization.orgId, office)
  const desks = Array.from({ length: MAX_FAVORITE_DESKS + 1 }, () => randomUUID() as string)
  await run(
    'insert into places (org_id, id, zone_id, name) select $1, id, $2, id from unnest($3::uuid[]) id',
    office.deskZoneId,
    desks,
  )
  await run(
    'insert into favorite_desks (org_id, user_id, place_id) select $1, $2, id from unnest($3::uuid[]) id',
    grace.userId,
    desks.slice(2),
  )
  const [one, two] = desks as [string, string]
  const outcomes = await Promise.all([favorite('PUT', one, { who: grace }), favorite('PUT', two, { who: grace })])
  expect(outcomes.toSorted()).toEqual([200, 'conflict'])
  expect(await favoritesOf(grace)).toHaveLength(MAX_FAVORITE_DESKS)
  const known = outcomes[0] === 200 ? one : two
  expect(await favorite('PUT', known, { who: grace })).toBe(200)
  expect(await favorite('DELETE', known, { who: grace })).toBe(200)
  expect(await favorite('PUT', known === one ? two : one, { who: grace })).toBe(200)
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findUsersByAddress, findUsersByName } from '../../src/directory/sso/link-store.ts'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { TestService } from '../../src/testing/test-service.ts'
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

const add = (userName: string, firstName: string | null = null, lastName: string | null = null, fields: Json = {}) =>
  organization.ask<Json>('POST', '/api/users', { userName, firstName, lastName, ...fields })
const searchIn = async (path: string, name: string, search: string) =>
  (await organization.all(`${path}${path.includes('?') ? '&' : '?'}search=${encodeURIComponent(search)}`)).map(
    (item) => item[name],
  )
const found = (search: string) => searchIn('/api/users', 'userName', search)

describe('a search of users', () => {
  it('finds names with and without accents, whichever of both is typed', async () => {
    await add('u1', 'Inés', 'Ramírez')
    await add('u2', 'Ines', 'Ramirez')
    await add('u3', 'INE\u0301S', 'RAMI\u0301REZ')
    await add('Ramírez.4')
    await add('u5', 'Ina', 'Ramos')
    for (const search of ['ramirez', 'Ramírez', 'RAMÍREZ', 'rami\u0301rez', 'ramír', 'Ｒａｍｉｒｅｚ'])
      expect(await found(search), search).toEqual(['Ramírez.4', 'u1', 'u2', 'u3'])
    for (const search of ['ines ramirez', 'Inés  Ramirez', 'ines RAMÍ'])
      expect(await found(search), search).toEqual(['u1', 'u2', 'u3'])
    expect(await found('ines ramo')).toEqual([])
  })

  it('knows letters that are none of the alphabet with an accent, and other scripts', async () => {
    const names: [stored: string, typed: string][] = [
      ['Müller', 'muller'],
      ['Groß', 'gross'],
      ['Søren', 'SOREN'],
      ['Łukasz', 'lukasz'],
      ['Đặng', 'dang'],
      ['Æbelø', 'aebelo'],
      ['Œuvrard', 'oeuvrard'],
      ['Işık', 'isik'],
      ['İpek', 'ipek'],
      ['Guðrún', 'gudrun'],
      ['Ħamid', 'hamid'],
      ['Νίκος', 'ΝΙΚΟΣ'],
      ['Пётр', 'петр'],
      ['김민준', '김'],
    ]
    for (const [index, [stored]] of names.entries()) await add(`u${index + 10}`, stored)
    for (const [index, [stored, typed]] of names.entries()) {
      for (const search of [typed, stored, stored.toUpperCase(), stored.normalize('NFD')]) {
        expect(await found(search), search).toEqual([`u${index + 10}`])
      }
    }
  })

  it('finds e-mail addresses in any letter case, in which an accent makes another address', async () => {
    await add('u1', null, null, { email: 'Müller@example.com' })
    await add('u2', null, null, { email: 'muller@example.com' })
    expect(await found('MÜLLER@')).toEqual(['u1'])
    expect(await found('Muller@')).toEqual(['u2'])
    expect(await found('mu__er')).toEqual([])
  })

  it('takes the wildcards of SQL as letters, also in their wide form and beside accents', async () => {
    await add('u1', 'é%_\\x')
    await add('u2', 'eabcx')
    await add('u3', 'e\\%_x')
    for (const search of ['é%', 'e%_', 'E%_\\', 'é%_\\X', 'é％', 'e％＿＼x']) expect(await found(search), search).toEqual(['u1'])
    for (const search of ['e\\', 'é\\%', 'é＼％＿']) expect(await found(search), search).toEqual(['u3'])
    for (const search of ['%', '_', '\\', '％', 'é_', 'é%x', 'e%c']) expect(await found(search), search).toEqual([])
  })

  it('is read page by page in the order of userNames, each user once, while others come', async () => {
    const lastNames = ['Müller', 'Muller', 'MÜLLER', 'Mu\u0308ller', 'muller']
    for (const [index, lastName] of lastNames.entries()) await add(`u${index}`, null, lastName)
    const pageAfter = async (cursor: string | null, search: string) => {
      const query = new URLSearchParams({ limit: '2', search, ...(cursor === null ? {} : { cursor }) })
      return await organization.ask<{ items: Json[]; nextCursor: string | null }>('GET', `/api/users?${query}`)
    }
    const first = await pageAfter(null, 'müller')
    await add('u00', null, 'Müller')
    await add('u11', null, 'Muller')
    const second = await pageAfter(first.nextCursor, 'muller')
    const third = await pageAfter(second.nextCursor, 'Müller')
    expect([first, second, third].map(({ items }) => items.map(({ userName }) => userName))).toEqual([
      ['u0', 'u1'],
      ['u11', 'u2'],
      ['u3', 'u4'],
    ])
    expect(third.nextCursor).toBeNull()
  })

  it('finds no one of another organization', async () => {
    await add('u1', 'Zoë', 'Brontë')
    const mine = organization
    organization = await setUp(service)
    await add('u2', 'Zoe', 'Bronte')
    expect(await found('zoë')).toEqual(['u2'])
    organization = mine
    expect(await found('zoe')).toEqual(['u1'])
    expect(await found('zoe bronte')).toEqual(['u1'])
  })
})

it('colleagues and figures of people are found in the same way', async () => {
  const { locationId } = await addBuilding(organization)
  for (const name of ['Núñez', 'Nunez']) await add(`${name}@example.com`, 'Ana', name, { primaryLocationId: locationId })
  const both = ['Nunez@example.com', 'Núñez@example.com']
  const analyst = await service.signIn(organization.orgId, ['analytics-administrator'])
  for (const path of ['/api/colleagues?', '/api/analytics/people?from=2026-01-01&to=2026-01-31&']) {
    const namesOf = async (search: string) => {
      const answer = await organization.call('GET', `${path}search=${encodeURIComponent(search)}`, undefined, analyst)
      return answer.json<{ items: Json[] }>().items.map(({ userName }) => userName)
    }
    for (const search of ['nunez', 'NÚÑEZ', 'ana nun']) expect((await namesOf(search)).sort(), path).toEqual(both)
    expect(await namesOf('nu%')).toEqual([])
  }
})

it('groups and places are found in the same way', async () => {
  const { levelId, locationId } = await addBuilding(organization)
  const { zoneId } = await organization.ask('POST', '/api/zones', { zoneName: 'Süd', zoneType: 'individual', levelId })
  await organization.ask('POST', '/api/places', { placeName: 'Fenêtre 1', zoneId })
  await organization.ask('POST', '/api/spaces', { spaceName: 'Café', spaceType: 'booth', levelId })
  await organization.ask('POST', '/api/levels', { levelName: 'Étage 2', locationId })
  for (const groupName of ['Études', 'Etudes 2']) await organization.ask('POST', '/api/groups', { groupName, groupType: 'team' })
  const cases: [path: string, name: string, found: string[], searches: string[]][] = [
    ['/api/groups', 'groupName', ['Etudes 2', 'Études'], ['etud', 'ÉTUD']],
    ['/api/levels', 'levelName', ['Étage 2'], ['etage', 'étage']],
    ['/api/zones', 'zoneName', ['Süd'], ['sud', 'SÜD']],
    ['/api/places', 'placeName', ['Fenêtre 1'], ['fenetre', 'Fenêtre']],
    ['/api/spaces', 'spaceName', ['Café'], ['cafe', 'CAFÉ']],
  ]
  for (const [path, name, expected, searches] of cases) {
    for (const search of searches) expect((await searchIn(path, name, search)).sort(), search).toEqual(expected)
    expect(await searchIn(path, name, '%')).toEqual([])
  }
})

it('a sign-in takes no one for another person whose name has an accent', async () => {
  const [plain, accented] = [await add('muller'), await add('Müller')]
  const { db } = service.database
  const idsOf = async (users: ReturnType<typeof findUsersByName>) => (await users).map(({ userId }) => userId)
  for (const find of [findUsersByName, findUsersByAddress]) {
    expect(await idsOf(find(db, organization.orgId, 'MULLER'))).toEqual([plain.userId])
    expect(await idsOf(find(db, organization.orgId, 'MÜLLER'))).toEqual([accented.userId])
    expect(await idsOf(find(db, organization.orgId, `${randomUUID()}`))).toEqual([])
  }
})

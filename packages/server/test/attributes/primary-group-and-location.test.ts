import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { TestService } from '../../src/testing/test-service.ts'
import { setUp } from './support.ts'

let service: TestService
beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service[Symbol.asyncDispose]())

const UPDATED = '0 Updated'

describe('the primary group', () => {
  test('is the group of the attribute that gives it, and none without it', async () => {
    const { submit, map, shown, dataset } = await setUp(service)
    await map('department', { groupType: 'dep', isPrimaryGroup: true })
    await map('team', { groupType: 'team' })
    await submit(['ada', { department: 'R&D', team: 'Blue' }], ['bob', { team: 'Blue' }])
    const group = (await dataset('groups')).find(({ groupName }) => groupName === 'R&D')
    expect(await shown('ada')).toMatchObject({ primaryGroupId: group?.groupId, primaryGroupName: 'R&D' })
    expect(await shown('bob')).toMatchObject({ primaryGroupId: null })
    await submit(['ada', { department: null }])
    expect(await shown('ada')).toMatchObject({ primaryGroupId: null, primaryGroupName: null })
  })

  test('from another writer stays where no attribute gives one', async () => {
    const { submit, map, shown, addGroup, ids } = await setUp(service)
    const own = await addGroup('club', 'Chess', [ids.ada])
    await service.database.pool.query('update users set primary_group_id = $2 where id = $1', [ids.ada, own])
    await map('department', { groupType: 'dep', isPrimaryGroup: true })
    await submit(['ada', { other: 'x' }])
    expect((await shown('ada'))?.primaryGroupName).toBe('Chess')
    await submit(['ada', { department: 'R&D' }])
    expect((await shown('ada'))?.primaryGroupName).toBe('R&D')
    await service.database.pool.query('update users set primary_group_id = $2 where id = $1', [ids.ada, own])
    await submit(['ada', { department: null }])
    expect((await shown('ada'))?.primaryGroupName).toBe('Chess')
  })
})

describe('the primary location', () => {
  test('follows the attribute that gives it, by name or by id in any letter case', async () => {
    const { submit, map, shown, offices } = await setUp(service)
    await map('site', { isPrimaryLocation: true })
    await submit(['ada', { site: 'Berlin' }], ['bob', { site: offices.Madrid.toUpperCase() }])
    expect(await shown('ada')).toMatchObject({ primaryLocationId: offices.Berlin, primaryLocationName: 'Berlin' })
    expect(await shown('bob')).toMatchObject({ primaryLocationId: offices.Madrid })
    await submit(['ada', { site: 'Madrid' }])
    expect(await shown('ada')).toMatchObject({ primaryLocationId: offices.Madrid })
    await submit(['ada', { site: null }])
    expect(await shown('ada')).toMatchObject({ primaryLocationId: null })
  })

  test('stays for a name that no location has, which is stored; the message says so', async () => {
    const { submit, map, shown, attributesOf, offices } = await setUp(service)
    const other = await setUp(service)
    await map('site', { isPrimaryLocation: true })
    await submit(['ada', { site: 'Berlin' }])
    const unknown = '0 Updated; site names no location, so the primary location stays as it was'
    expect(
      await submit(
        ['ada', { site: 'berlin' }],
        ['ada', { site: other.offices.Berlin }],
        ['bob', { site: 'Madrid' }],
        ['ada', { a: 'b' }],
      ),
    ).toEqual([unknown, unknown, UPDATED, UPDATED])
    expect(await attributesOf('ada')).toEqual({ site: other.offices.Berlin, a: 'b' })
    expect(await shown('ada')).toMatchObject({ primaryLocationId: offices.Berlin })
    await submit(['ada', { site: null }])
    expect(await shown('ada')).toMatchObject({ primaryLocationId: null })
  })

  test('from another writer stays where no attribute gives one', async () => {
    const { submit, map, shown, ids, offices } = await setUp(service)
    await service.database.pool.query('update users set primary_location_id = $2 where id = $1', [ids.ada, offices.Madrid])
    await map('site', { isPrimaryLocation: true })
    await submit(['ada', { site: 'Nowhere' }])
    await submit(['ada', { site: null }])
    expect(await shown('ada')).toMatchObject({ primaryLocationId: offices.Madrid })
  })
})

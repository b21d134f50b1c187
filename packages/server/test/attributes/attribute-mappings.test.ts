import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listAttributeMappings, mapAttribute, unmapAttribute } from '../../src/directory/attributes/mapping-service.ts'
import { changeGroup } from '../../src/directory/groups/group-service.ts'
import { directoryConsequences } from '../../src/planning/consequences/directory-consequences.ts'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { TestService } from '../../src/testing/test-service.ts'
import { setUp } from './support.ts'

let service: TestService
beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service[Symbol.asyncDispose]())

const UPDATED = '0 Updated'

describe('an attribute that is mapped to a group type', () => {
  test('makes the user a member of the group of that name, which is created when there is none', async () => {
    const { submit, map, dataset, groupsOf } = await setUp(service)
    await map('department', { groupType: 'dep' })
    await submit(['ada', { department: 'R&D' }], ['bob', { department: 'R&D' }])
    expect(await dataset('groups')).toEqual([
      expect.objectContaining({ groupName: 'R&D', groupType: 'dep', memberCount: 2, status: 'active', parentGroupId: null }),
    ])
    await submit(['ada', { department: 'Sales' }])
    expect([await groupsOf('ada'), await groupsOf('bob')]).toEqual([['dep:Sales'], ['dep:R&D']])
    await submit(['ada', { department: null }], ['bob', { department: '' }])
    expect([await groupsOf('ada'), await groupsOf('bob')]).toEqual([[], []])
    const left = (await dataset('groups')).map(({ groupName, memberCount, status }) => [groupName, memberCount, status])
    expect(left.sort()).toEqual([
      ['R&D', 0, 'active'],
      ['Sales', 0, 'active'],
    ])
  })

  test('uses a group of another origin as it is', async () => {
    const { submit, map, addGroup, db, groupsOf } = await setUp(service)
    const id = await addGroup('dep', 'R&D')
    // Its count of members changed to and fro, which is all that its time says.
    const read = async () =>
      (await db.selectFrom('groups').selectAll().where('id', '=', id).execute()).map(({ updated_at: _, ...row }) => row)
    const before = await read()
    await map('department', { groupType: 'dep' })
    await submit(['ada', { department: 'R&D' }])
    expect(await groupsOf('ada')).toEqual(['dep:R&D'])
    await submit(['ada', { department: null }])
    expect(await groupsOf('ada')).toEqual([])
    expect(await read()).toEqual(before)
  })

  test('never ends a membership that it did not start', async () => {
    const { submit, map, addGroup, ids, groupsOf } = await setUp(service)
    await addGroup('dep', 'R&D', [ids.ada])
    await addGroup('dep', 'Chess', [ids.ada])
    await map('department', { groupType: 'dep' })
    await submit(['ada', { department: 'R&D' }])
    await submit(['ada', { department: 'Sales' }])
    expect(await groupsOf('ada')).toEqual(['dep:Chess', 'dep:R&D', 'dep:Sales'])
    await submit(['ada', { department: null }])
    expect(await groupsOf('ada')).toEqual(['dep:Chess', 'dep:R&D'])
  })

  test('shares its group with another attribute that names it: the membership ends with the last of them', async () => {
    const { submit, map, groupsOf } = await setUp(service)
    await map('department', { groupType: 'dep' })
    await map('second', { groupType: 'dep' })
    await submit(['ada', { department: 'R&D', second: 'R&D' }])
    await submit(['ada', { department: 'Sales' }])
    expect(await groupsOf('ada')).toEqual(['dep:R&D', 'dep:Sales'])
    await submit(['ada', { second: null }])
    expect(await groupsOf('ada')).toEqual(['dep:Sales'])
  })

  test('makes a group of 200 characters; a longer value is stored, makes none and says so', async () => {
    const { submit, map, groupsOf, attributesOf } = await setUp(service)
    await map('department', { groupType: 'dep' })
    const long = '🏢'.repeat(200)
    expect(await submit(['ada', { department: long }])).toEqual([UPDATED])
    expect(await groupsOf('ada')).toEqual([`dep:${long}`])
    expect(await submit(['ada', { department: `${long}x` }])).toEqual([
      '0 Updated; department is longer than 200 characters and makes no group',
    ])
    expect([await groupsOf('ada'), await attributesOf('ada')]).toEqual([[], { department: `${long}x` }])
  })
})

describe('changing the mappings', () => {
  test('applies to all users at once, and says what it changed', async () => {
    const { submit, map, db, orgId, groupsOf, shown } = await setUp(service)
    await submit(['ada', { department: 'R&D', site: 'Berlin' }], ['bob', { department: 'Sales' }])
    expect(await map('department', { groupType: 'dep', isPrimaryGroup: true })).toEqual({
      groupsCreated: 2,
      membershipsAdded: 2,
      membershipsRemoved: 0,
      usersUpdated: 2,
      dryRun: false,
      groupsLeftEmpty: 0,
      examples: [
        { groupName: 'R&D', memberCount: 1, isNew: true },
        { groupName: 'Sales', memberCount: 1, isNew: true },
      ],
    })
    await map('site', { isPrimaryLocation: true })
    expect(await shown('ada')).toMatchObject({ primaryGroupName: 'R&D', primaryLocationName: 'Berlin' })

    await map('department', { groupType: 'division' })
    expect([await groupsOf('ada'), await groupsOf('bob')]).toEqual([['division:R&D'], ['division:Sales']])
    expect(await shown('ada')).toMatchObject({ primaryGroupName: null, primaryLocationName: 'Berlin' })

    await map('department', { isPrimaryLocation: false, groupType: 'division', isPrimaryGroup: true })
    await unmapAttribute(db, directoryConsequences, orgId, 'site')
    expect(await shown('ada')).toMatchObject({ primaryGroupName: 'R&D', primaryLocationName: null })
    await unmapAttribute(db, directoryConsequences, orgId, 'department')
    expect([await groupsOf('ada'), (await shown('ada'))?.primaryGroupName]).toEqual([[], null])
  })

  test('lets one attribute give group, primary group and primary location', async () => {
    const { submit, map, shown, groupsOf, db, orgId } = await setUp(service)
    await map('site', { groupType: 'site', isPrimaryGroup: true, isPrimaryLocation: true })
    await submit(['ada', { site: 'Berlin' }])
    expect(await groupsOf('ada')).toEqual(['site:Berlin'])
    expect(await shown('ada')).toMatchObject({ primaryGroupName: 'Berlin', primaryLocationName: 'Berlin' })
    expect(await listAttributeMappings(db, orgId)).toEqual([
      { attribute: 'site', groupType: 'site', isPrimaryGroup: true, isPrimaryLocation: true },
    ])
  })

  test('does not affect other organizations', async () => {
    const { submit, map } = await setUp(service)
    const other = await setUp(service)
    await other.submit(['ada', { department: 'R&D' }])
    const before = await other.everything()
    await submit(['ada', { department: 'R&D' }])
    await map('department', { groupType: 'dep', isPrimaryGroup: true })
    expect(await other.everything()).toEqual(before)
  })

  test('is refused where it would be ambiguous or mean nothing, and changes nothing then', async () => {
    const { map, db, orgId, everything } = await setUp(service)
    await map('department', { groupType: 'dep', isPrimaryGroup: true })
    await map('site', { isPrimaryLocation: true })
    const before = await everything()
    await expect(map('team', { groupType: 'team', isPrimaryGroup: true })).rejects.toThrow(
      /department already sets the primary group/,
    )
    await expect(map('team', { isPrimaryLocation: true })).rejects.toThrow(/site already sets the primary location/)
    await expect(map('team', {})).rejects.toMatchObject({ code: 'invalid_request' })
    await expect(map('team', { isPrimaryGroup: true })).rejects.toMatchObject({ code: 'invalid_request' })
    await expect(map('', { groupType: 'x' })).rejects.toMatchObject({ code: 'invalid_request' })
    await expect(map('x'.repeat(101), { groupType: 'x' })).rejects.toMatchObject({ code: 'invalid_request' })
    await expect(map('x', { groupType: 'x'.repeat(101) })).rejects.toMatchObject({ code: 'invalid_request' })
    await expect(unmapAttribute(db, directoryConsequences, orgId, 'team')).rejects.toMatchObject({ code: 'entity_not_found' })
    expect(await everything()).toEqual(before)
    await map('department', { groupType: 'x'.repeat(100), isPrimaryGroup: true })
    await map('x'.repeat(100), { groupType: 'x' })
  })

  test('is tried by a dry run, which says the same and changes nothing', async () => {
    const { submit, map, addUser, addGroup, db, orgId, everything } = await setUp(service)
    await addUser('cyd', { department: 'R&D' })
    await addGroup('dep', 'Sales')
    await submit(['ada', { department: 'R&D' }], ['bob', { department: 'Sales' }])
    const mapping = { attribute: 'department', groupType: 'dep', isPrimaryGroup: true, isPrimaryLocation: false }
    const before = await everything()
    const previewed = await mapAttribute(db, directoryConsequences, orgId, mapping, { dryRun: true })
    expect(previewed).toEqual({
      dryRun: true,
      groupsCreated: 1,
      membershipsAdded: 3,
      membershipsRemoved: 0,
      usersUpdated: 3,
      groupsLeftEmpty: 0,
      examples: [
        { groupName: 'R&D', memberCount: 2, isNew: true },
        { groupName: 'Sales', memberCount: 1, isNew: false },
      ],
    })
    expect(await everything()).toEqual(before)
    expect(await mapAttribute(db, directoryConsequences, orgId, mapping)).toEqual({ ...previewed, dryRun: false })

    const mapped = await everything()
    const unmapping = await unmapAttribute(db, directoryConsequences, orgId, 'department', { dryRun: true })
    expect(unmapping).toMatchObject({ membershipsRemoved: 3, usersUpdated: 3, groupsLeftEmpty: 1, examples: [] })
    expect(await everything()).toEqual(mapped)
    expect(await unmapAttribute(db, directoryConsequences, orgId, 'department')).toEqual({ ...unmapping, dryRun: false })
    await expect(unmapAttribute(db, directoryConsequences, orgId, 'department', { dryRun: true })).rejects.toMatchObject({
      code: 'entity_not_found',
    })
    await map('department', { groupType: 'dep' })
  })

  test('names the ten largest groups at most', async () => {
    const { addUser, map } = await setUp(service)
    for (let n = 0; n < 11; n++) await addUser(`u${n}`, { cell: `cell ${n}` })
    const { examples, groupsCreated } = await map('cell', { groupType: 'cell' })
    expect([examples.length, groupsCreated]).toEqual([10, 11])
  })
})

describe('a group that attributes made', () => {
  test('can be set inactive once it is empty, and is active again with its next member', async () => {
    const { submit, map, db, orgId, dataset } = await setUp(service)
    await map('department', { groupType: 'dep', isPrimaryGroup: true })
    await submit(['ada', { department: 'R&D' }])
    const [group] = await dataset('groups')
    const groupId = group?.groupId as string
    const change = (changes: object) => changeGroup(db, orgId, groupId, { ...changes })
    await expect(change({ status: 'inactive' })).rejects.toMatchObject({
      code: 'group_origin',
      message: expect.stringContaining('once no active user'),
    })
    await submit(['ada', { department: null }])
    await expect(change({ status: 'inactive', groupName: 'Mine' })).rejects.toMatchObject({ code: 'group_origin' })
    expect(await change({ status: 'inactive' })).toMatchObject({ status: 'inactive', origin: 'attribute' })
    expect(await change({ status: 'active' })).toMatchObject({ status: 'active' })
    await change({ status: 'inactive' })
    await submit(['bob', { department: 'R&D' }])
    expect(await dataset('groups')).toMatchObject([{ groupId, status: 'active', memberCount: 1 }])
  })
})

import type { Group, Settings } from '@rollcall/contract'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../src/api/api-error.ts'
import { linesOf, toBranches } from '../../src/components/table/hierarchy.ts'
import { ancestorsOf, withDescendants } from '../../src/pages/admin/groups/group-tree.ts'
import { everyDay, fromLocalInput, localError, partsOfLocal, toLocalInput } from '../../src/pages/admin/keys/key-times.ts'
import { effectText } from '../../src/pages/admin/settings/mapping-effect.ts'
import { changedSettings, SETTINGS_RULES, valuesOf } from '../../src/pages/admin/settings/settings-form.ts'
import { changed, fieldErrors, filled } from '../../src/pages/admin/shared/form-values.ts'
import { generatePassword } from '../../src/pages/admin/users/generate-password.ts'

describe('what the service refuses', () => {
  const refused = (code: string, pointers: string[] = []) =>
    new ApiError(400, {
      code,
      title: 'Refused',
      detail: 'Fix it.',
      errors: pointers.map((pointer) => ({ pointer, message: 'must not be empty', code: 'minLength' })),
    })

  it('is shown at the field that its pointer names', () => {
    const error = refused('invalid_body', ['/name', '/authMethods/0', '/a~1b', '/other'])
    expect(fieldErrors(error, ['name', 'authMethods', 'a/b', 'role'])).toEqual({
      name: 'This must not be empty.',
      authMethods: 'This must not be empty.',
      'a/b': 'This must not be empty.',
    })
  })

  it('is shown at the field that its code is about', () => {
    expect(fieldErrors(refused('name_taken'), ['groupName'], { name_taken: 'groupName' })).toEqual({ groupName: 'Fix it.' })
    expect(fieldErrors(refused('conflict'), ['groupName'], { name_taken: 'groupName' })).toEqual({})
    expect(fieldErrors(new Error('x'), ['groupName'])).toEqual({})
  })
})

describe('a form', () => {
  it('sends changed fields, null for emptied ones, and no empty fields of new items', () => {
    const before = { userName: 'ada', email: 'a@example.com', firstName: 'Ada' }
    expect(changed({ userName: ' ada ', email: '', firstName: 'Eve' }, before)).toEqual({ email: null, firstName: 'Eve' })
    expect(filled({ userName: ' ada ', email: ' ' })).toEqual({ userName: 'ada' })
  })

  it('keeps a local time to the minute', () => {
    expect(fromLocalInput(toLocalInput('2027-03-28T09:30:00.000Z'))).toBe('2027-03-28T09:30:00.000Z')
    expect([toLocalInput(null), fromLocalInput('')]).toEqual(['', null])
    expect(['2027-03-28T09:30', '', 'Tomorow'].map(partsOfLocal)).toEqual([
      ['2027-03-28', '09:30'],
      ['', ''],
      ['Tomorow', ''],
    ])
    expect(['2027-03-28T09:30', ''].map(localError)).toEqual([null, null])
    expect(localError('Tomorow')).toMatch(/^Give a day, such as /)
  })

  it('makes passwords that no one guesses', () => {
    const passwords = new Set(Array.from({ length: 50 }, generatePassword))
    expect(passwords.size).toBe(50)
    for (const password of passwords) expect(password).toMatch(/^([a-hj-km-np-z2-9]{4}-){4}[a-hj-km-np-z2-9]{4}$/)
  })
})

describe('settings', () => {
  const stored: Settings = {
    organizationId: 'o',
    organizationName: 'Example',
    timeZone: 'UTC',
    deskFairness: 'most-attended',
    presenceBasedBooking: true,
    autoRelease: false,
    showTimeOffTypes: false,
    timeOffBackdating: 0,
    minimumGroupSize: 5,
    hierarchyGuardPercent: 20,
    importGuardPercent: 20,
    presenceRetentionDays: null,
    occupancyRetentionDays: null,
    logRetentionDays: null,
    visitorRetentionDays: null,
    auditRetentionDays: 400,
    deletedUserRetentionDays: 90,
  }

  it('are sent if they are different', () => {
    const values = valuesOf(stored)
    expect(changedSettings(values, stored)).toEqual({})
    expect(changedSettings({ ...values, hierarchyGuardPercent: '', autoRelease: true, minimumGroupSize: '7' }, stored)).toEqual({
      hierarchyGuardPercent: null,
      autoRelease: true,
      minimumGroupSize: 7,
    })
  })

  it('report values out of bounds', () => {
    expect([0, 101, '', 1.5].map(SETTINGS_RULES.minimumGroupSize)).not.toContain(null)
    expect([1, 100, '5'].map(SETTINGS_RULES.minimumGroupSize)).toEqual([null, null, null])
    expect([-1, 61, ''].map(SETTINGS_RULES.timeOffBackdating)).not.toContain(null)
    expect([0, 60, '7'].map(SETTINGS_RULES.timeOffBackdating)).toEqual([null, null, null])
    expect([-1, 101].map(SETTINGS_RULES.hierarchyGuardPercent)).not.toContain(null)
    expect(['', 0, 100].map(SETTINGS_RULES.hierarchyGuardPercent)).toEqual([null, null, null])
  })

  it('describe the effect of a meaning', () => {
    const counts = { groupsCreated: 0, membershipsAdded: 0, membershipsRemoved: 0, usersUpdated: 0, groupsLeftEmpty: 0 }
    const none = { dryRun: false, ...counts, examples: [] }
    expect(effectText(none)).toBe('Nothing else is different.')
    expect(effectText({ ...none, groupsCreated: 1, usersUpdated: 2 })).toBe('1 group made, 2 users changed.')
  })
})

describe('the tree of groups', () => {
  const group = (groupId: string, parentGroupId: string | null, more: Partial<Group> = {}): Group => ({
    groupId,
    groupName: groupId,
    groupType: 'department',
    parentGroupId,
    parentGroupName: parentGroupId,
    origin: 'administrator',
    status: 'active',
    createdAt: '',
    updatedAt: '',
    ...more,
  })
  const groups = [
    group('Team 10', 'Product', { groupType: 'team' }),
    group('Team 2', 'Product', { groupType: 'team' }),
    group('Product', 'Company'),
    group('Company', null),
    group('Old', null, { status: 'inactive' }),
    group('Lost', 'gone'),
  ]
  const branchesOf = (all: readonly Group[]) =>
    toBranches(all, { idOf: ({ groupId }) => groupId, parentOf: ({ parentGroupId }) => parentGroupId })

  it('shows what is below an open group, and groups without a parent among them at the top', () => {
    const shown = (open: string[]) =>
      linesOf(branchesOf(groups), ({ groupId }) => open.includes(groupId)).map(
        ({ branch, depth }) => `${depth} ${branch.item.groupName}`,
      )
    expect(shown([])).toEqual(['0 Company', '0 Old', '0 Lost'])
    expect(shown(['Company', 'Product'])).toEqual(['0 Company', '1 Product', '2 Team 10', '2 Team 2', '0 Old', '0 Lost'])
  })

  it('knows ancestors and descendants', () => {
    expect(ancestorsOf(groups, groups[0] as Group).map(({ groupId }) => groupId)).toEqual(['Company', 'Product'])
    expect([...withDescendants(groups, 'Product')].sort()).toEqual(['Product', 'Team 10', 'Team 2'])
  })

  it('is as deep as was stored before there was a limit', () => {
    const chain = Array.from({ length: 50_000 }, (_, level) => group(`g${level}`, level === 0 ? null : `g${level - 1}`))
    expect(ancestorsOf(chain, chain.at(-1) as Group)).toHaveLength(49_999)
    const branches = branchesOf(chain)
    expect(linesOf(branches).map(({ depth }) => depth)).toEqual(chain.map((_, level) => level))
    expect(linesOf(branches, ({ groupId }) => groupId !== 'g1')).toHaveLength(2)
  })
})

it('days without usage are days with none', () => {
  const used = { day: '2026-03-01', requests: 2, rows: 3, bytes: 4 }
  expect(everyDay([used], '2026-02-27', '2026-03-01')).toEqual([
    { day: '2026-02-27', requests: 0, rows: 0, bytes: 0 },
    { day: '2026-02-28', requests: 0, rows: 0, bytes: 0 },
    used,
  ])
})

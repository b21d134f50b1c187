import { expect, it } from 'vitest'
import { fullDay } from '../../../time/days.ts'
import { exactMomentText, readerZone } from '../../../time/zoned-time.ts'
import { changeRows, changeText } from './change-rows.ts'

it('names each field in words and by its code, and shows its values in words', () => {
  const moment = '2026-03-02T07:57:00.000Z'
  const before = { userName: 'ada', status: 'active', onboarded: false, roles: ['employee'], x: 1.234, day: '2026-03-02' }
  const after = { userName: 'ada.b', status: 'inactive', onboarded: true, roles: ['unheard-of'], x: 1.235, expiresAt: moment }
  expect(changeRows({ before, after })).toEqual([
    { code: 'userName', word: 'User name', before: 'ada', after: 'ada.b' },
    { code: 'status', word: 'Status', before: 'Active', after: 'Inactive' },
    { code: 'onboarded', word: 'Onboarded', before: 'No', after: 'Yes' },
    { code: 'roles', word: 'Roles', before: 'Employee', after: 'unheard-of' },
    { code: 'x', word: undefined, before: '1.234', after: '1.235' },
    { code: 'day', word: 'Day', before: fullDay('2026-03-02'), after: '–' },
    { code: 'expiresAt', word: 'Ends', before: '–', after: exactMomentText(moment, readerZone()) },
  ])
})

it('has a row for each attribute that differs, with the words that pages of users have', () => {
  const before = { attributes: { costCentre: '100', department: 'Sales', badgeColor: 'red' } }
  const after = { attributes: { costCentre: '200', department: 'Sales', manager: null } }
  expect(changeRows({ before, after })).toEqual([
    { code: 'attributes.costCentre', word: 'Cost center', before: '100', after: '200' },
    { code: 'attributes.badgeColor', word: 'Badge color', before: 'red', after: '–' },
    { code: 'attributes.manager', word: 'Manager', before: '–', after: '–' },
  ])
})

it('has a row for each attribute that may differ, because its value is withheld or cut', () => {
  const cut = `${'x'.repeat(500)}…`
  const attributes = { tokenOfBadge: '(withheld)', notes: cut, department: 'Sales' }
  expect(changeRows({ before: { attributes }, after: { attributes } })).toMatchObject([
    { code: 'attributes.tokenOfBadge', before: '(withheld)', after: '(withheld)' },
    { code: 'attributes.notes', before: cut, after: cut },
  ])
})

it('shows that there are no roles', () => {
  expect(changeRows({ before: { roles: [] }, after: { roles: ['employee'] } })).toMatchObject([
    { before: '–', after: 'Employee' },
  ])
})

it('shows names of fields and values that mean something to objects of JavaScript as they are', () => {
  expect(changeRows({ before: null, after: { toString: 'a', status: 'constructor' } })).toEqual([
    { code: 'toString', word: undefined, before: '–', after: 'a' },
    { code: 'status', word: 'Status', before: '–', after: 'constructor' },
  ])
})

it('shows the words of choices and weekdays, and the name of what has an id and a name', () => {
  const before = { checkInMode: 'none', workingDays: [1, 2], primaryLocationId: 'a', primaryLocationName: 'Berlin' }
  const after = { checkInMode: 'by-time', workingDays: [], primaryLocationId: 'b', primaryLocationName: 'Paris' }
  expect(changeRows({ before, after })).toMatchObject([
    { code: 'checkInMode', before: 'Not needed', after: 'By a time of day' },
    { code: 'workingDays', before: 'Monday, Tuesday', after: '–' },
    { code: 'primaryLocationName', before: 'Berlin', after: 'Paris' },
  ])
  expect(changeRows({ before: { zoneId: 'a' }, after: { zoneId: 'b' } })).toMatchObject([{ code: 'zoneId' }])
})

it('shows the words of what identity providers, policies and outages are', () => {
  const roleMappings = [{ claim: 'groups', value: 'admins', role: 'global-administrator' }]
  const provider = { clientAuthentication: 'private_key_jwt', linksBy: ['verified-email', 'user-name'], roleMappings }
  expect(changeRows({ before: null, after: provider })).toMatchObject([
    { word: 'The service proves itself by', after: 'A private key' },
    { word: 'People are found by', after: 'E-mail address, User name' },
    { word: 'Roles by claims', after: 'groups = admins: Global administrator' },
  ])
  const before = { kind: 'none', weekdays: null }
  expect(changeRows({ before, after: { kind: 'weekdays', weekdays: [2, 4] } })).toMatchObject([
    { before: 'None, whatever groups above require', after: 'Named weekdays' },
    { before: '–', after: 'Tuesday, Thursday' },
  ])
  expect(changeRows({ before: null, after: { status: 'dismissed' } })).toMatchObject([{ after: 'Dismissed: no outage' }])
})

it('says in a line what a change of few fields changed, and nothing of one that takes more', () => {
  const of = (before: Record<string, unknown> | null, after: Record<string, unknown>) =>
    changeText({ action: 'location.update', before, after })
  expect(of({ status: 'active' }, { status: 'inactive' })).toBe('Status: Active → Inactive')
  expect(of(null, { status: 'active' })).toBeUndefined()
  expect(of({ name: 'a', status: 'active', note: 'a', reason: 'a' }, {})).toBeUndefined()
  expect(of({ note: 'a' }, { note: 'b'.repeat(300) })).toBeUndefined()
})

it('says in words what an import changed', () => {
  const users = { created: 1200, updated: 3, unchanged: 5 }
  const memberships = { created: 0, updated: 0, unchanged: 0, removed: 2 }
  const imported = (changes: object, more: object = {}) =>
    changeText({ action: 'import.run', before: null, after: { force: false, changes, ...more } })
  expect(imported({ users, memberships })).toBe('Users: 1,200 created, 3 changed; Group memberships: 2 removed')
  expect(imported({ users }, { usersDeactivated: 2 })).toBe('Users: 1,200 created, 3 changed; Users set inactive: 2')
  expect(imported({})).toBeUndefined()
})

it('says which id of which source a person got, until the person is erased', () => {
  const given = (after: Record<string, unknown>) => changeText({ action: 'identity.give', before: null, after })
  expect(given({ sourceId: 'badge-readers', sourceUserId: '0004711' })).toBe('0004711 of badge-readers')
  expect(given({ erased: true })).toBeUndefined()
})

import { expect, it } from 'vitest'
import { fullDay } from '../../../time/days.ts'
import { exactMomentText, readerZone } from '../../../time/zoned-time.ts'
import { changeRows } from './change-rows.ts'

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

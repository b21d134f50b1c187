import { expect, test } from 'vitest'
import { expectEqualRows, type Row, streamNamed } from './rows.ts'

const GROUPS = streamNamed('groups')
const group = (groupId: string, more: Row = {}): Row => ({ groupId, updatedAt: '2026-01-05T09:00:00.000Z', ...more })

test('a copy may write times and missing values in its own way, and rows in any order', () => {
  const copy = [group('b'), group('a', { updatedAt: '2026-01-05T10:00:00+01:00', parentGroupId: undefined })]
  expect(expectEqualRows(GROUPS, [group('a', { parentGroupId: null }), group('b')], copy)).toBe(2)
})

test.each([
  ['lacks a row', [group('a')]],
  ['has a row twice', [group('a'), group('b'), group('b')]],
  ['has another value', [group('a'), group('b', { groupName: 'Research' })]],
])('a copy that %s is not equal', (_, copy) => {
  expect(() => expectEqualRows(GROUPS, [group('a'), group('b')], copy)).toThrow(/^groups: the copy lacks/)
})

import { expect, it } from 'vitest'
import { actorInFull, actorText, type Entry, entityText } from './audit-entries.ts'
import { foldEntries, manyWord } from './folded-entries.ts'

const entityOf = (entityType: string | null, entityName: string | null) => entityText({ entityType, entityName, entityId: 'id' })

it('names the kind of an entity, unless its name begins with it', () => {
  expect(entityOf('place', 'D-1')).toBe('Desk D-1')
  expect(entityOf('level', 'Level 1')).toBe('Level 1')
  expect(entityOf('level', 'levels of Berlin')).toBe('Level levels of Berlin')
  expect(entityOf('level', null)).toBe('Level id')
  expect(entityOf(null, null)).toBe('')
})

it('says that the set-up created the first user', () => {
  const unknown = { actorType: 'unknown', actorName: null, actorId: null } as const
  expect(actorText({ ...unknown, action: 'user.create' })).toBe('Set-up')
  expect(actorInFull({ ...unknown, action: 'user.create' })).toBe('Set-up')
  expect(actorText({ ...unknown, action: 'session.refuse' })).toBe('Not known')
})

const entry = (entryNo: number, action: string, requestId: string | null, actorId = 'ada'): Entry =>
  ({ entryNo, action, requestId, actorType: 'user', actorId }) as unknown as Entry

it('folds neighbors of one call and action into a line, which opens to them', () => {
  const desks = [entry(9, 'place.create', 'a'), entry(8, 'place.create', 'a'), entry(7, 'place.create', 'a')]
  const others = [
    entry(6, 'zone.create', 'a'),
    entry(5, 'place.create', 'a'),
    entry(4, 'place.create', 'b'),
    entry(3, 'place.create', 'b', 'bob'),
    entry(2, 'import.run', null),
    entry(1, 'import.run', null),
  ]
  const entries = [...desks, ...others]
  const closed = foldEntries(entries, new Set())
  expect(closed.rows.map(({ entryNo }) => entryNo)).toEqual([9, 6, 5, 4, 3, 2, 1])
  expect([...closed.folded.values()]).toEqual([desks])
  expect(closed.unfolded.size).toBe(0)
  const open = foldEntries(entries, new Set([9]))
  expect(open.rows.map(({ entryNo }) => entryNo)).toEqual([9, 9, 8, 7, 6, 5, 4, 3, 2, 1])
  expect([...open.unfolded]).toEqual(desks)
})

it('says in words what a call did to several', () => {
  expect(manyWord('place.create', 1200)).toBe('1,200 desks were created.')
  expect(manyWord('key.create', 2)).toBe('A key was created. (2 times)')
})

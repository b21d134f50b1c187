import { describe, expect, it } from 'vitest'
import { ATTENDANCE } from '../../src/datasets/datasets.ts'
import { openDestination } from '../../src/destinations/open.ts'
import { createCopy, month } from './copy.ts'
import { booking, ONE_OF_EACH, rowFile } from './support.ts'

describe.each(ONE_OF_EACH)('$name', (kind) => {
  it('stores the state with the rows, and changes neither if rows are rejected', async () => {
    await using copy = await createCopy(kind)
    await copy.replace(month('a'), [booking('u1', '2026-01-05', 'a')], {
      state: [
        ['feed', { cursor: `it's` }],
        ['x', 1],
      ],
    })
    const bad = booking('u2', '2026-01-06', 'a', { day: 'no day' })
    await expect(copy.replace(month('a'), [bad], { state: [['feed', null]] })).rejects.toThrow(/^[^\n]+$/)
    const short = { ...(await rowFile(copy.files, [booking('u3', '2026-01-06', 'a')])), rowCount: 2 }
    await expect(copy.replace(month('a'), [], { rows: short, state: [['feed', null]] })).rejects.toThrow('1 of 2 rows')
    expect(await copy.users()).toEqual(['2026-01-05 a u1'])
    expect(await copy.within((destination) => destination.readState())).toEqual(
      new Map<string, unknown>([
        ['feed', { cursor: `it's` }],
        ['x', 1],
      ]),
    )
  })

  it('stores and removes state; the last entry of a key counts', async () => {
    await using copy = await createCopy(kind)
    await copy.within((destination) =>
      destination.writeState([
        ['a', 1],
        ['b', [true]],
        ['a', { deep: { '"': '\\' } }],
        ['c', 'text'],
      ]),
    )
    await copy.within((destination) =>
      destination.writeState([
        ['b', null],
        ['unknown', null],
        ['c', 0],
      ]),
    )
    expect(await copy.within((destination) => destination.readState())).toEqual(
      new Map<string, unknown>([
        ['a', { deep: { '"': '\\' } }],
        ['c', 0],
      ]),
    )
  })

  it('allows one load at a time, and reads without creating anything', async () => {
    await using copy = await createCopy(kind)
    await using empty = await openDestination(copy.place.where, { readOnly: true })
    expect(await empty.readState()).toEqual(new Map())
    expect(await empty.countSegments(ATTENDANCE)).toEqual(new Map())
    expect(await empty.countRows('users')).toBe(0)
    await expect(copy.place.rows('users')).rejects.toThrow()
    await empty[Symbol.asyncDispose]()
    await copy.replace(month('a'), [booking('u1', '2026-01-05', 'a')], { state: [['x', 1]] })
    await copy.within(async () => {
      await expect(openDestination(copy.place.where)).rejects.toThrow(/^[^\n]+ is (already open|being loaded)[^\n]+$/)
    })
    await using reader = await openDestination(copy.place.where, { readOnly: true })
    expect(await reader.readState()).toEqual(new Map([['x', 1]]))
    expect(await reader.countSegments(ATTENDANCE)).toEqual(new Map([['2026-01-05/a', 1]]))
    await expect(reader.writeState([['x', 2]])).rejects.toThrow(/read-only/)
  })
})

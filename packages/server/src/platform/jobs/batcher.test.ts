import { expect, test } from 'vitest'
import { CommitInDoubt } from '../transactions/commit-in-doubt.ts'
import { startBatcher } from './batcher.ts'

interface Count {
  readonly key: string
  readonly n: number
}

const HOUR_MS = 3_600_000

const countingBatcher = (write: (items: Count[]) => Promise<unknown>, maxKeys?: number) => {
  const errors: unknown[] = []
  const batcher = startBatcher<Count>({
    everyMs: HOUR_MS,
    keyOf: ({ key }) => key,
    merge: (a, b) => ({ key: a.key, n: a.n + b.n }),
    write,
    onError: (error) => errors.push(error),
    ...(maxKeys === undefined ? {} : { maxKeys }),
  })
  return { batcher, errors }
}

test('items are merged by key and written once; the rest is written on dispose', async () => {
  const written: Count[][] = []
  const { batcher } = countingBatcher(async (items) => written.push(items))
  batcher.add({ key: 'a', n: 1 })
  batcher.add({ key: 'b', n: 2 })
  batcher.add({ key: 'a', n: 3 })
  await batcher.flush()
  await batcher.flush()
  batcher.add({ key: 'c', n: 5 })
  await batcher[Symbol.asyncDispose]()
  expect(written).toEqual([
    [
      { key: 'a', n: 4 },
      { key: 'b', n: 2 },
    ],
    [{ key: 'c', n: 5 }],
  ])
})

test('writes never overlap, and a flush waits for what was added before it', async () => {
  let running = 0
  let most = 0
  let sum = 0
  const { batcher } = countingBatcher(async (items) => {
    most = Math.max(most, ++running)
    await new Promise((resolve) => setTimeout(resolve, 20))
    running--
    for (const { n } of items) sum += n
  })
  const flushes = [1, 2, 3].map((n) => {
    batcher.add({ key: 'a', n })
    return batcher.flush()
  })
  await flushes[2]
  expect({ most, sum }).toEqual({ most: 1, sum: 6 })
  await batcher[Symbol.asyncDispose]()
})

test('an item that could not be written keeps its key and is merged with later items', async () => {
  const written: Count[][] = []
  let failures = 2
  const { batcher, errors } = countingBatcher(async (items) => {
    if (failures-- > 0) {
      batcher.add({ key: 'today', n: 10 })
      throw new Error('away')
    }
    written.push(items)
  })
  batcher.add({ key: 'yesterday', n: 1 })
  batcher.add({ key: 'today', n: 2 })
  await batcher.flush()
  await batcher.flush()
  await batcher.flush()
  expect(written).toEqual([
    [
      { key: 'yesterday', n: 1 },
      { key: 'today', n: 22 },
    ],
  ])
  expect(errors).toHaveLength(2)
  await batcher[Symbol.asyncDispose]()
})

test.each([true, false])('a write in doubt is checked before the next write: committed %s', async (isCommitted) => {
  const written: Count[][] = []
  let asked = 0
  const ask = async () => {
    if (asked++ === 0) throw new Error('still away')
    return isCommitted
  }
  const { batcher, errors } = countingBatcher(async (items) => {
    if (asked === 0) throw new CommitInDoubt(ask, new Error('lost'))
    written.push(items)
  })
  // The batcher starts with one empty pass.
  await batcher.flush()
  batcher.add({ key: 'a', n: 1 })
  await batcher.flush()
  batcher.add({ key: 'a', n: 10 })
  await batcher.flush()
  expect(written).toEqual([])
  await batcher.flush()
  expect(written).toEqual([[{ key: 'a', n: isCommitted ? 10 : 11 }]])
  expect(errors.map(String)).toEqual([expect.stringContaining('lost while'), 'Error: still away'])
  await batcher[Symbol.asyncDispose]()
})

test('a limited number of keys wait; known keys still count, and dropped items are reported once', async () => {
  const written: Count[][] = []
  const { batcher, errors } = countingBatcher(async (items) => written.push(items), 2)
  for (const key of ['a', 'b', 'c', 'd', 'a']) batcher.add({ key, n: 1 })
  await batcher.flush()
  await batcher.flush()
  expect(written).toEqual([
    [
      { key: 'a', n: 2 },
      { key: 'b', n: 1 },
    ],
  ])
  expect(errors.map(String)).toEqual(['Error: 2 counts were dropped: more than 2 wait to be written'])
  await batcher[Symbol.asyncDispose]()
})

import { expect, test } from 'vitest'
import { inParallel } from './in-parallel.ts'

/** Runs the items until all that may be started are in progress, and returns those whose finish was called. */
const inProgress = async (sizes: readonly number[], options: { parallel: number; maxSize?: number }): Promise<number[]> => {
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
  const called: number[] = []
  const running = inParallel(sizes, {
    ...{ signal: undefined, sizeOf: (size) => size, ...options },
    begin: async (size) => size,
    finish: (size) => {
      called.push(size)
      return finished
    },
  })
  // All promises of the loop that can settle have done so by the next turn of the event loop.
  await new Promise((done) => setImmediate(done))
  const started = [...called]
  finish()
  await running
  expect(called).toEqual(sizes)
  return started
}

test('finishes at most as many items at a time as it starts', async () => {
  expect(await inProgress([1, 2, 3, 4, 5], { parallel: 3 })).toEqual([1, 2, 3])
})

test('finishes more items at a time while they are small', async () => {
  expect(await inProgress([1, 2, 3, 4, 5], { parallel: 2, maxSize: 9 })).toEqual([1, 2, 3, 4])
  expect(await inProgress([1, 2, 3, 4, 5], { parallel: 2, maxSize: 10 })).toEqual([1, 2, 3, 4, 5])
  expect(await inProgress([20, 1, 1], { parallel: 2, maxSize: 10 })).toEqual([20, 1])
})

test('finishes one item at a time if it starts one at a time', async () => {
  expect(await inProgress([1, 1, 1], { parallel: 1, maxSize: 10 })).toEqual([1])
})

test('says whether another item follows as soon as it has been started', async () => {
  const { promise: downloaded, resolve: download } = Promise.withResolvers<void>()
  const followed: (() => boolean)[] = []
  const running = inParallel([1, 2, 3], {
    ...{ parallel: 2, signal: undefined, maxSize: 10 },
    begin: (item) => (item === 3 ? downloaded : Promise.resolve()),
    finish: async (_, _result, isFollowed) => void followed.push(isFollowed),
  })
  await new Promise((done) => setImmediate(done))
  expect(followed.map((isFollowed) => isFollowed())).toEqual([true, true])
  download()
  await running
  expect(followed.map((isFollowed) => isFollowed())).toEqual([false, false, false])
})

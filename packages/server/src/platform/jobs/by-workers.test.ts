import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { byWorkers } from './by-workers.ts'

test('each item is worked on once, in order, by as many at a time as there are workers', async () => {
  const started: number[] = []
  let running = 0
  let most = 0
  await byWorkers([1, 2, 3, 4, 5, 6], ['a', 'b'], async (item) => {
    started.push(item)
    most = Math.max(most, ++running)
    await setTimeout(item % 2)
    running--
  })
  expect(started).toEqual([1, 2, 3, 4, 5, 6])
  expect(most).toBe(2)
})

test('a worker has one item at a time', async () => {
  const busy = new Set<string>()
  await byWorkers([...Array(20).keys()], ['a', 'b', 'c'], async (item, worker) => {
    expect(busy.has(worker)).toBe(false)
    busy.add(worker)
    await setTimeout(item % 3)
    busy.delete(worker)
  })
  expect(busy.size).toBe(0)
})

test('after a failure nothing more starts, and what had started has ended when the failure is thrown', async () => {
  const ended: number[] = []
  const slow = Promise.withResolvers<void>()
  const all = byWorkers([1, 2, 3, 4], ['a', 'b'], async (item) => {
    if (item === 2) throw new Error('broken')
    await slow.promise
    ended.push(item)
  })
  const outcome = all.then(
    () => 'done',
    (error) => `${error.message} after ${ended.length}`,
  )
  expect(await Promise.race([outcome, setTimeout(20, 'waiting')])).toBe('waiting')
  slow.resolve()
  expect(await outcome).toBe('broken after 1')
  expect(ended).toEqual([1])
})

test('without items there is nothing to do', async () => {
  await byWorkers([], ['a'], () => Promise.reject(new Error('unexpected')))
})

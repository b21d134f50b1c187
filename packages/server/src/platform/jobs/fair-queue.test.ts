import { describe, expect, it } from 'vitest'
import { AppError } from '../errors.ts'
import { createFairQueue } from './fair-queue.ts'

const refusal = () => new AppError('unavailable')

const setup = (slots: number, perOwner = 10, all = 100) => {
  const queue = createFairQueue({ slots, maxWaiting: { perOwner, all }, refusal })
  const started: string[] = []
  const endings: (() => void)[] = []
  const ask = (owner: string, name: string) =>
    queue(owner, () => {
      started.push(name)
      return new Promise<string>((resolve) => endings.push(() => resolve(name)))
    })
  const endOne = async () => {
    endings.shift()?.()
    await new Promise(setImmediate)
  }
  return { ask, endOne, started }
}

describe('a fair queue', () => {
  it('runs no more tasks at a time than it has slots', async () => {
    const { ask, endOne, started } = setup(2)
    for (const name of ['a1', 'a2', 'a3']) void ask('a', name)
    await endOne().then(endOne)
    expect(started).toEqual(['a1', 'a2', 'a3'])
    const other = setup(2)
    for (const name of ['a1', 'a2', 'a3']) void other.ask('a', name)
    await new Promise(setImmediate)
    expect(other.started).toEqual(['a1', 'a2'])
  })

  it('lets owners take turns, regardless of the order and number of their tasks', async () => {
    const { ask, endOne, started } = setup(1)
    for (const name of ['a1', 'a2', 'a3', 'a4']) void ask('a', name)
    void ask('b', 'b1')
    void ask('c', 'c1')
    for (let ended = 0; ended < 6; ended++) await endOne()
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'a4'])
  })

  it('refuses tasks beyond the limit of one owner, and beyond the limit of all', async () => {
    const { ask, started } = setup(1, 2, 3)
    for (const name of ['a1', 'a2', 'a3']) void ask('a', name)
    await expect(ask('a', 'a4')).rejects.toMatchObject({ code: 'unavailable' })
    void ask('b', 'b1')
    await expect(ask('c', 'c1')).rejects.toMatchObject({ code: 'unavailable' })
    expect(started).toEqual(['a1'])
  })

  it('continues after a task that fails, and reports the failure', async () => {
    const queue = createFairQueue({ slots: 1, maxWaiting: { perOwner: 10, all: 10 }, refusal })
    const failing = queue('a', () => Promise.reject(new Error('broken')))
    const next = queue('a', async () => 'done')
    await expect(failing).rejects.toThrow('broken')
    expect(await next).toBe('done')
  })
})

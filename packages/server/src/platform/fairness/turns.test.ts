import { setTimeout as delay, setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createLanes, UNLIMITED } from './lanes.ts'
import { createTurns } from './turns.ts'

const setup = (sizePerTurn: number) => {
  const turns = createTurns(sizePerTurn, UNLIMITED)
  const started: string[] = []
  const ownerOf = (name: string) => ({ orgId: name.split('.')[0] ?? '', caller: name })
  return { started, ask: (name: string, size: number) => turns(ownerOf(name), size, () => started.push(name)) }
}

describe('turns of the event loop', () => {
  it('start work up to their size at once, and the rest in later turns', async () => {
    const { ask, started } = setup(10)
    ask('a.1', 4)
    ask('a.2', 6)
    ask('a.3', 1)
    expect(started).toEqual(['a.1', 'a.2'])
    await setImmediate()
    expect(started).toEqual(['a.1', 'a.2', 'a.3'])
  })

  it('start one piece that is larger than a turn, without others beside it', async () => {
    const { ask, started } = setup(10)
    ask('a.1', 11)
    ask('a.2', 1)
    ask('a.3', 11)
    expect(started).toEqual(['a.1'])
    await setImmediate()
    expect(started).toEqual(['a.1', 'a.2'])
    await setImmediate()
    expect(started).toEqual(['a.1', 'a.2', 'a.3'])
  })

  it('alternate between owners, regardless of the order and number of their pieces', async () => {
    const { ask, started } = setup(1)
    for (const name of ['a.1', 'a.2', 'a.3', 'a.4', 'b.1', 'c.1']) ask(name, 5)
    for (let turn = 0; turn < 5; turn++) await setImmediate()
    expect(started).toEqual(['a.1', 'a.2', 'b.1', 'c.1', 'a.3', 'a.4'])
  })

  it('let everything start at once again when nothing has started in the turn before', async () => {
    const { ask, started } = setup(1)
    ask('a.1', 5)
    await setImmediate()
    await setImmediate()
    ask('a.2', 5)
    expect(started).toEqual(['a.1', 'a.2'])
  })

  it('let others pass an organization that gives way, which continues when its work has ended and its pause is over', async () => {
    let clock = 0
    const isDue = (orgId: string) => orgId === 'busy'
    const givingWay = { began: () => () => {}, used() {}, isShared: () => true, isDue, isExpected: isDue }
    const turns = createTurns(1_000, createLanes({ count: 1, share: 0.5, givingWay, now: () => clock }))
    const started: string[] = []
    const prepared = Promise.withResolvers<void>()
    const owner = (orgId: string, caller: string) => ({ orgId, caller })
    turns(owner('busy', '1'), 1, () => {
      started.push('busy 1')
      return prepared.promise
    })
    turns(owner('busy', '2'), 1, () => started.push('busy 2'))
    turns(owner('quiet', '1'), 1, () => started.push('quiet 1'))
    expect(started).toEqual(['busy 1', 'quiet 1'])
    clock = 20
    prepared.resolve()
    await delay(10)
    turns(owner('quiet', '2'), 1, () => started.push('quiet 2'))
    expect(started).toEqual(['busy 1', 'quiet 1', 'quiet 2'])
    clock = 40
    await expect.poll(() => started.at(-1)).toBe('busy 2')
  })

  it('count all that a piece does in its turn if it fills the turn, and otherwise what it does at once', async () => {
    let clock = 0
    const used: number[] = []
    const isDue = (orgId: string) => orgId === 'busy'
    const use = (_orgId: string, ms: number) => void used.push(ms)
    const givingWay = { began: () => () => {}, used: use, isShared: () => true, isDue, isExpected: isDue }
    const now = () => clock
    const turns = createTurns(10, createLanes({ count: 1, share: 0.5, givingWay, now }), now)
    const started: string[] = []
    const ask = (caller: string, size: number) =>
      turns({ orgId: 'busy', caller }, size, () => {
        started.push(caller)
        clock += 1
        void Promise.resolve().then(() => {
          clock += 9
        })
      })
    ask('1', 10)
    expect(used).toEqual([])
    await setImmediate()
    expect(used).toEqual([10])
    ask('2', 9)
    clock = 19
    await delay(10)
    expect(started).toEqual(['1'])
    clock = 20
    await expect.poll(() => started).toEqual(['1', '2'])
    // It waited for 10 ms before.
    expect(used).toEqual([10, 10, 1])
  })

  it('end a piece that fills its turn also when nothing follows', async () => {
    let isLeft = false
    const enter = () => () => {
      isLeft = true
    }
    createTurns(10, { ...UNLIMITED, enter })({ orgId: 'a', caller: '1' }, 10, () => {})
    expect(isLeft).toBe(false)
    await setImmediate()
    expect(isLeft).toBe(true)
  })
})

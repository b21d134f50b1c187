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
})

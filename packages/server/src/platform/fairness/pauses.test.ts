import { describe, expect, it } from 'vitest'
import { createGivingWay } from './giving-way.ts'
import { createLanes } from './lanes.ts'
import { createPauses } from './pauses.ts'

/** A clock that goes on only when work is done or a pause waits. */
const setup = (share = 0.5) => {
  let time = 0
  let waited = 0
  let waits = 0
  let onWait = (_count: number): void => {}
  const now = () => time
  const givingWay = createGivingWay(now)
  const lanes = createLanes({ count: 1, share, givingWay, now })
  const wait = async (ms: number) => {
    onWait(++waits)
    time += ms
    waited += ms
  }
  const pauses = createPauses({ givingWay, share, statements: lanes }, { orgId: 'busy', caller: 'import' }, { now, wait })
  const pass = (ms: number): void => {
    time += ms
  }
  /** Works for a while and then pauses; returns for how long it paused. */
  const work = async (ms: number): Promise<number> => {
    pass(ms)
    const before = waited
    waits = 0
    await pauses.pause()
    return waited - before
  }
  const whileWaiting = (act: (count: number) => void): void => {
    onWait = act
  }
  return { givingWay, lanes, pauses, pass, work, whileWaiting }
}

const other = { orgId: 'busy', caller: 'other' }

describe('long work', () => {
  it('does not pause while no other organization has a request', async () => {
    const { givingWay, work } = setup()
    givingWay.began('busy')
    givingWay.began('quiet')()
    expect([await work(100), await work(100)]).toEqual([0, 0])
  })

  it('leaves an organization that has used less its share of the time, and then others of its own 2 ms to start', async () => {
    const { givingWay, work } = setup()
    givingWay.began('quiet')
    expect([await work(40), await work(20)]).toEqual([42, 22])
    const quarter = setup(0.75)
    quarter.givingWay.began('quiet')
    expect(await quarter.work(90)).toBeCloseTo(32)
  })

  it('pauses for a quarter of a second at most, and no longer than the request lasts', async () => {
    const { givingWay, work } = setup()
    const ended = givingWay.began('quiet')
    expect(await work(5_000)).toBeLessThanOrEqual(250)
    ended()
    expect(await work(5_000)).toBe(0)
  })

  it('does not pause for an organization that is as busy', async () => {
    const { givingWay, work } = setup()
    givingWay.began('other')
    givingWay.used('other', 1_000)
    expect(await work(100)).toBe(0)
  })
})

describe('a lane of long work', () => {
  it('is occupied in its parts and not in its pauses, until it is over', async () => {
    const { givingWay, lanes, pauses, work, whileWaiting } = setup()
    givingWay.began('quiet')()
    const inPauses: boolean[] = []
    whileWaiting(() => inPauses.push(lanes.isFree(other)))
    for (let part = 0; part < 3; part++) {
      await work(10)
      expect(lanes.isFree(other)).toBe(false)
    }
    expect(inPauses).toEqual([true, true, true])
    pauses[Symbol.dispose]()
    expect(lanes.isFree(other)).toBe(true)
  })

  it('is free again after 50 ms of a part, which may wait for what would wait here', async () => {
    const { givingWay, lanes, pass, work } = setup()
    givingWay.began('quiet')
    await work(10)
    pass(49)
    expect(lanes.isFree(other)).toBe(false)
    pass(1)
    expect(lanes.isFree(other)).toBe(true)
  })

  it('goes first to what waits for it, until that ends', async () => {
    const { givingWay, lanes, work, whileWaiting } = setup()
    givingWay.began('quiet')()
    await work(10)
    let leave = () => {}
    whileWaiting((count) => {
      if (count === 1) leave = lanes.enter(other)
      if (count === 3) leave()
    })
    expect(await work(10)).toBe(6)
  })

  it('is waited for no longer than the part before took, because what waits for locks of the work waits meanwhile', async () => {
    const { givingWay, lanes, work, whileWaiting } = setup()
    givingWay.began('quiet')()
    await work(10)
    whileWaiting((count) => void (count === 1 && lanes.enter(other)))
    expect(await work(10)).toBe(10)
  })

  it('is not entered by a pause that ends after the work, such as that of one that was interrupted', async () => {
    const { givingWay, lanes, pauses, work, whileWaiting } = setup()
    givingWay.began('quiet')()
    whileWaiting(() => pauses[Symbol.dispose]())
    await work(10)
    expect(lanes.isFree(other)).toBe(true)
  })
})

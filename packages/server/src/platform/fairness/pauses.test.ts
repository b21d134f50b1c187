import { describe, expect, it } from 'vitest'
import { createGivingWay } from './giving-way.ts'
import { createPauses } from './pauses.ts'

/** A clock that goes on only when work is done or a pause waits. */
const setup = (share = 0.5) => {
  let time = 0
  let waited = 0
  const now = () => time
  const givingWay = createGivingWay(now)
  const wait = async (ms: number) => {
    time += ms
    waited += ms
  }
  const pause = createPauses({ givingWay, share }, 'busy', { now, wait })
  /** Works for a while and then pauses; returns for how long it paused. */
  const work = async (ms: number): Promise<number> => {
    time += ms
    const before = waited
    await pause()
    return waited - before
  }
  return { givingWay, work }
}

describe('long work', () => {
  it('does not pause while no other organization has a request', async () => {
    const { givingWay, work } = setup()
    givingWay.began('busy')
    givingWay.began('quiet')()
    expect([await work(100), await work(100)]).toEqual([0, 0])
  })

  it('leaves an organization that has used less its share of the time', async () => {
    const { givingWay, work } = setup()
    givingWay.began('quiet')
    expect([await work(40), await work(20)]).toEqual([40, 20])
    const quarter = setup(0.75)
    quarter.givingWay.began('quiet')
    expect(await quarter.work(90)).toBeCloseTo(30)
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

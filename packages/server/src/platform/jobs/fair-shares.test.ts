import { describe, expect, it } from 'vitest'
import { AppError } from '../errors.ts'
import { createFairShares, type Place, type Shares } from './fair-shares.ts'

const PLACES: Shares = { all: 4, perOrg: 3, perCaller: 2 }

const setup = ({ places = PLACES, perCaller = 10, perOrg = 20, all = 20, waitMs = 60_000 } = {}) => {
  const shares = createFairShares({
    ...{ places, maxWaiting: { perCaller, perOrg, all }, waitMs },
    refusal: () => new AppError('unavailable'),
  })
  const entered: string[] = []
  const places_ = new Map<string, Place>()
  const enter = (name: string, signal = new AbortController().signal): Promise<void> => {
    const [orgId = '', caller = ''] = name.split('.')
    const entering = shares.enter({ orgId, caller }, signal).then((place) => {
      places_.set(name, place)
      entered.push(name)
    })
    // What still waits when a test has ended is refused while others run.
    entering.catch(() => {})
    return entering
  }
  const settled = () => new Promise(setImmediate)
  const leave = async (name: string) => {
    places_.get(name)?.leave()
    await settled()
  }
  return { shares, enter, entered, leave, settled, place: (name: string) => places_.get(name) as Place }
}

describe('fair shares', () => {
  it('give a caller and an organization no more than their share', async () => {
    const { enter, entered, settled, shares } = setup()
    for (const name of ['a.1.x', 'a.1.y', 'a.1.z', 'a.2.x', 'a.2.y', 'b.1.x', 'c.1.x']) void enter(name)
    await settled()
    expect(entered).toEqual(['a.1.x', 'a.1.y', 'a.2.x', 'b.1.x'])
    expect(shares.count()).toEqual({ taken: 4, waiting: 3 })
  })

  it('give a free place to the organization, then to the caller, that has the fewest', async () => {
    const { enter, entered, leave, settled } = setup({ places: { all: 3, perOrg: 3, perCaller: 3 } })
    for (const name of ['a.1.x', 'a.1.y', 'b.1.x']) void enter(name)
    await settled()
    for (const name of ['a.1.z', 'a.2.x', 'c.1.x']) void enter(name)
    await settled()
    await leave('b.1.x')
    expect(entered.at(-1)).toBe('c.1.x')
    await leave('a.1.x')
    expect(entered.at(-1)).toBe('a.2.x')
    await leave('c.1.x')
    expect(entered.at(-1)).toBe('a.1.z')
  })

  it('report whether a waiting call could have the place', async () => {
    const { enter, place, settled } = setup()
    for (const name of ['a.1.x', 'a.1.y', 'b.1.x']) void enter(name)
    await settled()
    expect(place('a.1.x').isWanted()).toBe(false)
    void enter('a.1.z')
    expect([place('a.1.x').isWanted(), place('b.1.x').isWanted()]).toEqual([true, false])
  })

  it('free a place once, even if it is left several times', async () => {
    const { enter, leave, settled, shares } = setup()
    for (const name of ['a.1.x', 'a.1.y', 'a.1.z']) void enter(name)
    await settled()
    await leave('a.1.x')
    await leave('a.1.x')
    expect(shares.count()).toEqual({ taken: 2, waiting: 0 })
  })

  it('refuse a call when the limit of waiting calls is reached, for its caller and for all', async () => {
    const { enter, settled } = setup({ places: { all: 1, perOrg: 1, perCaller: 1 }, perCaller: 2, all: 3 })
    for (const name of ['a.1.x', 'a.1.y', 'a.1.z']) void enter(name)
    await settled()
    await expect(enter('a.1.v')).rejects.toMatchObject({ code: 'unavailable' })
    void enter('b.1.x')
    await expect(enter('c.1.x')).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('refuse a call when the limit of waiting calls of its organization is reached, whichever of its callers they are from', async () => {
    const { enter, settled, shares } = setup({ places: { all: 1, perOrg: 1, perCaller: 1 }, perCaller: 2, perOrg: 3, all: 9 })
    for (const name of ['a.1.x', 'a.1.y', 'a.1.z', 'a.2.x']) void enter(name)
    await settled()
    await expect(enter('a.3.x')).rejects.toMatchObject({ code: 'unavailable' })
    void enter('b.1.x')
    await settled()
    expect(shares.count()).toEqual({ taken: 1, waiting: 4 })
  })

  it('refuse a call that has waited too long, and forget it', async () => {
    const { enter, settled, shares } = setup({ places: { all: 1, perOrg: 1, perCaller: 1 }, waitMs: 10 })
    void enter('a.1.x')
    await settled()
    await expect(enter('b.1.x')).rejects.toMatchObject({ code: 'unavailable' })
    expect(shares.count()).toEqual({ taken: 1, waiting: 0 })
  })

  it('forget a call whose caller disconnected while it waited', async () => {
    const { enter, leave, settled, shares } = setup({ places: { all: 1, perOrg: 1, perCaller: 1 } })
    const left = new AbortController()
    void enter('a.1.x')
    await settled()
    const waiting = enter('b.1.x', left.signal)
    left.abort(new Error('left'))
    await expect(waiting).rejects.toThrow('left')
    await leave('a.1.x')
    expect(shares.count()).toEqual({ taken: 0, waiting: 0 })
  })
})

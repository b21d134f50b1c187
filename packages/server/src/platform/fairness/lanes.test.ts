import { describe, expect, it } from 'vitest'
import type { GivingWay } from './giving-way.ts'
import { createLanes } from './lanes.ts'
import { SERVICE, UNKNOWN_ORG } from './work-owner.ts'

const setup = ({ count = 1, share = 0.5, isDue = true, isExpected = false, isShared = true } = {}) => {
  let clock = 0
  const used: number[] = []
  const givingWay: GivingWay = {
    began: () => () => {},
    used: (_orgId, ms) => void used.push(ms),
    isShared: () => isShared,
    isDue: () => isDue,
    isExpected: () => isDue || isExpected,
  }
  return {
    used,
    lanes: createLanes({ count, share, givingWay, now: () => clock }),
    pass: (ms: number) => {
      clock += ms
    },
  }
}

const owner = (caller: string, orgId = 'busy') => ({ orgId, caller })

describe('the lanes of an organization that gives way', () => {
  it('let only so much run at a time, and do not concern others', () => {
    const { lanes, pass } = setup({ count: 2, share: 1 })
    const leave = lanes.enter(owner('1'))
    expect(lanes.isFree(owner('2'))).toBe(true)
    lanes.enter(owner('2'))
    expect(lanes.isFree(owner('3'))).toBe(false)
    expect(lanes.isFree(owner('1', 'other'))).toBe(true)
    pass(1)
    leave()
    expect(lanes.isFree(owner('3'))).toBe(true)
  })

  it('pause after each use, for a time that leaves others their share', () => {
    const { lanes, pass, used } = setup({ share: 0.25 })
    const leave = lanes.enter(owner('1'))
    pass(10)
    leave()
    pass(29)
    expect(lanes.isFree(owner('2'))).toBe(false)
    pass(1)
    expect(lanes.isFree(owner('2'))).toBe(true)
    expect(used).toEqual([10])
  })

  it('pause no shorter because a part of long work ends beside a use', () => {
    const { lanes, pass } = setup({ share: 0.5 })
    const leave = lanes.enter(owner('1'))
    pass(199)
    const end = lanes.resume(owner('import'))
    pass(1)
    leave()
    pass(2)
    end()
    pass(197)
    expect(lanes.isFree(owner('2'))).toBe(false)
    pass(1)
    expect(lanes.isFree(owner('2'))).toBe(true)
  })

  it('do not pause while a request of another organization is only expected', () => {
    const { lanes, pass } = setup({ isDue: false, isExpected: true })
    const leave = lanes.enter(owner('1'))
    pass(10)
    expect(lanes.isFree(owner('2'))).toBe(false)
    leave()
    expect(lanes.isFree(owner('2'))).toBe(true)
  })

  it('do not stay occupied by what takes long, which may wait for what would wait here', () => {
    const { lanes, pass, used } = setup()
    const leave = lanes.enter(owner('import'))
    pass(249)
    expect(lanes.isFree(owner('2'))).toBe(false)
    pass(1)
    expect(lanes.isFree(owner('2'))).toBe(true)
    pass(60_000)
    leave()
    expect(used).toEqual([250])
    pass(250)
    expect(lanes.isFree(owner('2'))).toBe(true)
  })

  it('let long work go on when nothing else of its organization runs in them', () => {
    const { lanes, pass } = setup()
    const work = owner('import')
    lanes.enter(work)
    expect(lanes.mayResume(work)).toBe(true)
    const leave = lanes.enter(owner('2'))
    expect(lanes.mayResume(work)).toBe(false)
    pass(1)
    leave()
    expect(lanes.mayResume(work)).toBe(true)
  })

  it('are left by a part of long work after 50 ms, and its time counts', () => {
    const { lanes, pass, used } = setup()
    const leave = lanes.resume(owner('import'))
    pass(49)
    expect(lanes.isFree(owner('2'))).toBe(false)
    pass(1)
    expect(lanes.isFree(owner('2'))).toBe(true)
    leave()
    expect(used).toEqual([50])
  })

  it('are free for whom they already serve, for the work of the service, and for callers before authentication', () => {
    const { lanes } = setup()
    const first = owner('1')
    const leave = lanes.enter(first)
    expect(lanes.isFree(first)).toBe(true)
    expect(lanes.isUsedBy(first)).toBe(true)
    const leaveSecond = lanes.enter(first)
    leave()
    expect(lanes.isUsedBy(first)).toBe(true)
    leaveSecond()
    expect(lanes.isUsedBy(first)).toBe(false)
    for (const orgId of [SERVICE.orgId, UNKNOWN_ORG]) {
      lanes.enter(owner('1', orgId))
      expect(lanes.isFree(owner('2', orgId))).toBe(true)
    }
  })
})

describe('the time that an organization has used', () => {
  it('includes the time for which it waited, so that it does not become light by waiting', () => {
    const { lanes, pass, used } = setup()
    const leave = lanes.enter(owner('1'), 40)
    pass(10)
    leave()
    expect(used).toEqual([40, 10])
  })
})

describe('an organization that need not give way', () => {
  it('is not limited', () => {
    const { lanes } = setup({ isDue: false })
    for (let call = 0; call < 10; call++) lanes.enter(owner(String(call)))
    expect(lanes.isFree(owner('10'))).toBe(true)
    expect(lanes.mayResume(owner('10'))).toBe(true)
  })

  it('is not even counted where it is alone', () => {
    const { lanes, used } = setup({ isShared: false })
    const first = owner('1')
    const leave = lanes.enter(first)
    expect(lanes.isUsedBy(first)).toBe(false)
    leave()
    expect(used).toEqual([])
  })
})

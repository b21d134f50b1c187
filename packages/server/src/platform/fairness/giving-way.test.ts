import { describe, expect, it } from 'vitest'
import { createGivingWay } from './giving-way.ts'

const setup = () => {
  let clock = 0
  const givingWay = createGivingWay(() => clock)
  return {
    ...givingWay,
    pass: (ms: number) => {
      clock += ms
    },
  }
}

describe('giving way', () => {
  it('is due while an organization that has used far less time has a request in progress', () => {
    const { began, used, isDue } = setup()
    began('busy')
    used('busy', 100)
    expect(isDue('busy')).toBe(false)
    const ended = began('quiet')
    used('quiet', 49)
    expect(isDue('busy')).toBe(true)
    expect(isDue('quiet')).toBe(false)
    ended()
    expect(isDue('busy')).toBe(false)
  })

  it('is not due for an organization that is about as busy', () => {
    const { began, used, isDue } = setup()
    began('one')
    used('one', 100)
    began('two')
    used('two', 50)
    expect(isDue('one')).toBe(false)
    expect(isDue('two')).toBe(false)
  })

  it('is not due for a request that takes long, such as a stream, until the organization sends another one', () => {
    const { began, used, isDue, pass } = setup()
    began('busy')
    used('busy', 10_000)
    began('quiet')
    pass(249)
    expect(isDue('busy')).toBe(true)
    pass(1)
    expect(isDue('busy')).toBe(false)
    const ended = began('quiet')
    expect(isDue('busy')).toBe(true)
    ended()
    expect(isDue('busy')).toBe(false)
  })

  it('expects another request for 50 ms after a short one, but not after one that took long', () => {
    const { began, used, isDue, isExpected, pass } = setup()
    began('busy')
    used('busy', 10_000)
    began('quiet')()
    expect([isDue('busy'), isExpected('busy')]).toEqual([false, true])
    expect(isExpected('quiet')).toBe(false)
    pass(49)
    expect(isExpected('busy')).toBe(true)
    pass(1)
    expect(isExpected('busy')).toBe(false)
    const ended = began('quiet')
    expect([isDue('busy'), isExpected('busy')]).toEqual([true, true])
    pass(250)
    ended()
    expect([isDue('busy'), isExpected('busy')]).toEqual([false, false])
  })

  it('forgets half of the used time every five seconds', () => {
    const { began, used, isDue, pass } = setup()
    began('early')
    used('early', 400)
    pass(10_000)
    began('late')
    used('late', 60)
    // Of 400 ms, 100 are left.
    expect(isDue('early')).toBe(false)
    began('third')
    used('third', 49)
    expect(isDue('early')).toBe(true)
  })

  it('needs no records on a node that one organization uses', () => {
    const { began, isShared } = setup()
    began('one')()
    began('one')
    expect(isShared()).toBe(false)
    began('two')
    expect(isShared()).toBe(true)
  })
})

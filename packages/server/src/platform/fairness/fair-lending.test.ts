import { describe, expect, it } from 'vitest'
import { createFairLending, type Loan, type Waiter } from './fair-lending.ts'
import { createGivingWay } from './giving-way.ts'
import { createLanes } from './lanes.ts'
import { createNeighbors } from './neighbors.ts'
import type { ShareOwner } from './work-owner.ts'

const setup = ({ size = 4, share = 1, maxWaiting = 100 } = {}) => {
  let clock = 0
  const now = () => clock
  const neighbors = createNeighbors(now)
  const givingWay = createGivingWay(now)
  const statements = createLanes({ count: 1, share: 1, givingWay, now })
  const lending = createFairLending({ size, share, maxWaiting, neighbors, statements, now })
  const owners = new Map<string, ShareOwner>()
  const loans = new Map<string, Loan>()
  const started: string[] = []
  const refused: string[] = []
  const waiters = new Map<string, Waiter>()
  /** Names are organization.caller.call, and for further loans of a call anything after that. */
  const ask = (name: string): void => {
    const [orgId = '', caller = '', call = ''] = name.split('.')
    // Several loans of one call have the same owner.
    const key = `${orgId}.${caller}.${call}`
    const owner = owners.get(key) ?? { orgId, caller }
    owners.set(key, owner)
    const start = (loan: Loan) => {
      loans.set(name, loan)
      started.push(name)
    }
    neighbors.seen(orgId)
    const loan = lending.borrow(owner)
    const waiter = { owner, start, refuse: () => refused.push(name) }
    waiters.set(name, waiter)
    if (loan) start(loan)
    else if (!lending.wait(waiter)) refused.push(name)
  }
  return {
    lending,
    givingWay,
    ask,
    started,
    refused,
    end: (name: string) => loans.get(name)?.end(),
    leave: (name: string) => lending.leave(waiters.get(name) as Waiter),
    pass: (ms: number) => {
      clock += ms
    },
  }
}

describe('fair lending', () => {
  it('lends everything to an organization without neighbors, and lets the next call wait', () => {
    const { ask, started, lending } = setup({ share: 0.5 })
    for (const call of ['a', 'b', 'c', 'd', 'e']) ask(`org.key.${call}`)
    expect(started).toHaveLength(4)
    expect(lending.waitingCount()).toBe(1)
  })

  it('lends an organization no more than its share while another is active, and all of it a minute later', () => {
    const { ask, started, pass, end } = setup({ share: 0.75 })
    ask('quiet.key.1')
    end('quiet.key.1')
    for (const call of ['1', '2', '3', '4']) ask(`busy.key.${call}`)
    expect(started).toEqual(['quiet.key.1', 'busy.key.1', 'busy.key.2', 'busy.key.3'])
    ask('quiet.key.2')
    expect(started.at(-1)).toBe('quiet.key.2')
    end('quiet.key.2')
    expect(started.at(-1)).toBe('quiet.key.2')
    pass(59_999)
    ask('busy.key.5')
    expect(started.at(-1)).toBe('quiet.key.2')
    pass(1)
    end('busy.key.1')
    expect(started.slice(-2)).toEqual(['busy.key.4', 'busy.key.5'])
  })

  it('gives what becomes free to the organization that has used the least time', () => {
    const { ask, started, pass, end } = setup({ size: 2 })
    ask('slow.key.1')
    ask('fast.key.1')
    pass(10)
    end('fast.key.1')
    pass(10)
    ask('fast.key.2')
    for (const name of ['slow.key.2', 'fast.key.3', 'fast.key.4']) ask(name)
    pass(80)
    end('slow.key.1')
    // One has used 100 ms; the other one 10, and 80 of the loan in progress.
    expect(started.at(-1)).toBe('fast.key.3')
    pass(1)
    end('fast.key.2')
    expect(started.at(-1)).toBe('fast.key.4')
    pass(9)
    end('fast.key.3')
    expect(started.at(-1)).toBe('slow.key.2')
  })

  it('does not let an idle organization save up time', () => {
    const { ask, started, pass, end } = setup({ size: 1 })
    ask('idle.key.0')
    end('idle.key.0')
    ask('busy.key.1')
    pass(1_000)
    ask('busy.key.2')
    end('busy.key.1')
    ask('idle.key.1')
    ask('busy.key.3')
    ask('idle.key.2')
    pass(10)
    end('busy.key.2')
    expect(started.at(-1)).toBe('idle.key.1')
    pass(20)
    end('idle.key.1')
    // It has used 20 ms since it came back, the other one 10.
    expect(started.at(-1)).toBe('busy.key.3')
  })

  it('gives what becomes free to the caller of the organization that has the fewest, then to the call that came first', () => {
    const { ask, started, end } = setup({ size: 3 })
    for (const name of ['a.one.1', 'a.one.2', 'a.two.1', 'a.one.3', 'a.two.2', 'a.three.1', 'a.three.2']) ask(name)
    end('a.one.1')
    expect(started.at(-1)).toBe('a.three.1')
    end('a.one.2')
    expect(started.at(-1)).toBe('a.one.3')
  })

  it('refuses the call beyond the limit if its own organization has as many waiting calls as any other', () => {
    const { ask, refused, lending } = setup({ size: 1, maxWaiting: 2 })
    for (const name of ['a.key.1', 'a.key.2', 'b.key.1']) ask(name)
    expect(refused).toEqual([])
    ask('b.key.2')
    expect(refused).toEqual(['b.key.2'])
    expect(lending.waitingCount()).toBe(2)
  })

  it('gives the place of the latest call of the organization with the most waiting calls to one with fewer', () => {
    const { ask, refused, end, started } = setup({ size: 1, maxWaiting: 3 })
    for (const name of ['a.one.1', 'a.one.2', 'a.one.3', 'a.two.1']) ask(name)
    ask('b.key.1')
    expect(refused).toEqual(['a.one.3'])
    ask('a.one.4')
    expect(refused).toEqual(['a.one.3', 'a.one.4'])
    for (let call = 0; call < 4; call++) end(started[call] ?? '')
    expect(started.toSorted()).toEqual(['a.one.1', 'a.one.2', 'a.two.1', 'b.key.1'])
  })

  it('gives the place of the latest call of the caller with the most waiting calls to another caller of the organization', () => {
    const { ask, refused } = setup({ size: 1, maxWaiting: 3 })
    for (const name of ['a.one.1', 'a.one.2', 'a.one.3', 'a.one.4']) ask(name)
    ask('a.two.1')
    expect(refused).toEqual(['a.one.4'])
    ask('a.two.2')
    expect(refused).toEqual(['a.one.4', 'a.two.2'])
  })

  it('forgets a call that gives up, and counts a loan that is ended twice once', () => {
    const { ask, end, leave, started, lending } = setup({ size: 1 })
    for (const name of ['a.key.1', 'a.key.2', 'a.key.3']) ask(name)
    leave('a.key.2')
    expect(lending.waitingCount()).toBe(1)
    end('a.key.1')
    end('a.key.1')
    expect(started).toEqual(['a.key.1', 'a.key.3'])
    ask('a.key.4')
    expect(started).toHaveLength(2)
  })

  it('lends one at a time to an organization while a request of a lighter one is in progress or expected', async () => {
    const { ask, started, end, givingWay, pass } = setup({ size: 5, share: 1 })
    givingWay.began('busy')
    givingWay.used('busy', 100)
    const ended = givingWay.began('quiet')
    for (const name of ['busy.key.1', 'busy.key.2', 'busy.key.1.nested', 'quiet.key.1', 'quiet.key.2']) ask(name)
    expect(started).toEqual(['busy.key.1', 'busy.key.1.nested', 'quiet.key.1', 'quiet.key.2'])
    pass(1)
    end('busy.key.1.nested')
    expect(started).toHaveLength(4)
    end('busy.key.1')
    expect(started.at(-1)).toBe('busy.key.2')
    ask('busy.key.3')
    ask('busy.key.4')
    expect(started.at(-1)).toBe('busy.key.2')
    ended()
    expect(started.at(-1)).toBe('busy.key.2')
    pass(50)
    await expect.poll(() => started.slice(5)).toEqual(['busy.key.3', 'busy.key.4'])
  })
})

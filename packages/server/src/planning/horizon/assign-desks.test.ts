import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Assignment, assignDesks, type Candidate, type Zone } from './assign-desks.ts'

const person = (userId: string, groupId?: string, usualDesk?: string): Candidate => ({ userId, groupId, usualDesk })
const zone = (id: string, more: Partial<Zone> = {}): Zone => ({
  ...{ id, kind: 'individual', isOverflow: false, room: null, groupIds: ['g'] },
  desks: [],
  ...more,
})
const desks = (...ids: string[]) => ids.map((id) => ({ id, reservedFor: null }))
const summarize = (assignments: Assignment[]) =>
  Object.fromEntries(assignments.map(({ userId, zoneId, placeId, reason }) => [userId, `${reason}: ${placeId ?? zoneId}`]))

describe('a desk', () => {
  test('that is assigned goes to its assignee only, even if others are first in the queue', () => {
    const zones = [zone('z', { desks: [{ id: 'd', reservedFor: 'bob' }], isOverflow: true })]
    expect(summarize(assignDesks([person('ada', 'g'), person('bob', 'g')], zones))).toEqual({
      bob: 'assigned desk: d',
      ada: 'location: null',
    })
  })

  test('that one user uses daily is kept for that user while other desks are free', () => {
    const zones = [zone('y', { desks: desks('d1') }), zone('z', { desks: desks('d2', 'd3') })]
    const queue = [person('ada', 'g'), person('bob', 'g', 'd1'), person('eve', 'g')]
    expect(summarize(assignDesks(queue, zones))).toEqual({
      ada: 'group zone: d2',
      bob: 'usual desk: d1',
      eve: 'group zone: d3',
    })
  })

  test('that one user uses daily goes to the first in the queue once desks are short, starting with the desk of the last', () => {
    const zones = [zone('z', { desks: desks('d1', 'd2') })]
    const queue = [person('ada', 'g'), person('bob', 'g', 'd1'), person('eve', 'g', 'd2')]
    expect(summarize(assignDesks(queue, zones))).toEqual({
      ada: 'group zone: d2',
      bob: 'usual desk: d1',
      eve: 'location: null',
    })
  })

  test('that two users use daily goes to the first of them', () => {
    const zones = [zone('z', { desks: desks('d1', 'd2') })]
    expect(summarize(assignDesks([person('ada', 'g', 'd1'), person('bob', 'g', 'd1')], zones))).toEqual({
      ada: 'usual desk: d1',
      bob: 'group zone: d2',
    })
  })

  test('that one user uses daily outside of the zones of the group has no special treatment', () => {
    const zones = [zone('z', { groupIds: ['other'], isOverflow: true, desks: desks('d1', 'd2') })]
    expect(summarize(assignDesks([person('ada', 'g', 'd2'), person('bob', 'other', 'd1')], zones))).toEqual({
      bob: 'usual desk: d1',
      ada: 'overflow zone: d2',
    })
  })
})

test('a zone that takes fewer bookings than it has desks is full before its desks are gone', () => {
  const zones = [zone('z', { room: 1, desks: [{ id: 'd1', reservedFor: 'eve' }, ...desks('d2')] })]
  expect(summarize(assignDesks([person('ada', 'g', 'd2'), person('eve')], zones))).toEqual({
    eve: 'assigned desk: d1',
    ada: 'location: null',
  })
})

test('zones of the group precede overflow zones, and group members precede all others in a zone that is both', () => {
  const zones = [
    zone('quiet', { kind: 'neighborhood', room: 1 }),
    zone('open', { kind: 'neighborhood', room: 2, isOverflow: true, groupIds: ['h'] }),
  ]
  const queue = ['a', 'b', 'c'].map((name) => person(name, 'g')).concat(person('h', 'h'))
  expect(summarize(assignDesks(queue, zones))).toEqual({
    a: 'group zone: quiet',
    b: 'overflow zone: open',
    c: 'location: null',
    h: 'group zone: open',
  })
})

const RANK = { 'assigned desk': 0, 'usual desk': 1, 'group zone': 1, 'overflow zone': 2, location: 3 }

/** Returns the rank of the best desk that is still free for a candidate, computed from scratch. */
const bestFreeRank = ({ userId, groupId }: Candidate, zones: Zone[], used: Assignment[]): number => {
  const left = zones.flatMap((each) => {
    const there = used.filter(({ zoneId }) => zoneId === each.id)
    if (each.room !== null && there.length >= each.room) return []
    const free = each.desks.filter(({ id }) => !there.some(({ placeId }) => placeId === id))
    const isOpen = each.kind === 'neighborhood' || free.some(({ reservedFor }) => reservedFor === null)
    const ranks = free.some(({ reservedFor }) => reservedFor === userId) ? [RANK['assigned desk']] : []
    if (isOpen && groupId && each.groupIds.includes(groupId)) ranks.push(RANK['group zone'])
    if (isOpen && each.isOverflow) ranks.push(RANK['overflow zone'])
    return ranks
  })
  return Math.min(RANK.location, ...left)
}

test('no user gets less while something better is free for them, and nothing is assigned twice', () => {
  const groups = ['g', 'h', 'i']
  const groupIds = fc.subarray(groups)
  const office = fc.array(
    fc.record({
      kind: fc.constantFrom('neighborhood' as const, 'individual' as const),
      isOverflow: fc.boolean(),
      room: fc.nat(4),
      isLimited: fc.boolean(),
      groupIds,
      reservedFor: fc.array(fc.option(fc.constantFrom('u0', 'u3', 'u99'), { freq: 2 }), { maxLength: 4 }),
    }),
    { maxLength: 5 },
  )
  const people = fc.array(
    fc.record({
      groupId: fc.constantFrom(undefined, ...groups),
      usualDesk: fc.option(fc.constantFrom('d0.0', 'd0.1', 'd1.0', 'd2.1'), { nil: undefined }),
    }),
    { maxLength: 14 },
  )
  fc.assert(
    fc.property(office, people, (drawn, drawnPeople) => {
      const zones = drawn.map(({ reservedFor, isLimited, room, ...more }, z): Zone => {
        const isNeighborhood = more.kind === 'neighborhood'
        const places = isNeighborhood ? [] : reservedFor.map((name, d) => ({ id: `d${z}.${d}`, reservedFor: name }))
        return { id: `z${z}`, ...more, room: isNeighborhood || isLimited ? room : null, desks: places }
      })
      const queue = drawnPeople.map((each, index) => ({ userId: `u${index}`, ...each }))
      const result = assignDesks(queue, zones)

      expect(result.map(({ userId }) => userId).sort()).toEqual(queue.map(({ userId }) => userId).sort())
      const places = result.flatMap(({ placeId }) => placeId ?? [])
      expect(new Set(places).size).toBe(places.length)
      for (const { id, room, kind, desks: own } of zones) {
        const there = result.filter(({ zoneId }) => zoneId === id)
        if (room !== null) expect(there.length).toBeLessThanOrEqual(room)
        const ids = own.filter(({ reservedFor }) => reservedFor === null).map((desk) => desk.id)
        for (const { placeId, reason } of there) {
          if (reason === 'assigned desk') continue
          expect(kind === 'neighborhood' ? [null] : ids).toContain(placeId)
        }
      }
      const rankOf = ({ userId }: Candidate) => RANK[(result.find((each) => each.userId === userId) as Assignment).reason]
      for (const [index, candidate] of queue.entries()) {
        const rank = rankOf(candidate)
        expect(rank).toBeLessThanOrEqual(bestFreeRank(candidate, zones, result))
        const colleaguesBehind = queue.slice(index + 1).filter(({ groupId }) => groupId === candidate.groupId)
        for (const each of colleaguesBehind) if (rankOf(each) > 0) expect(rank).toBeLessThanOrEqual(rankOf(each))
      }
    }),
    { numRuns: 300 },
  )
})

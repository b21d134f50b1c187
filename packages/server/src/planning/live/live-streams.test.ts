import { MAX_STREAMS_PER_NODE, MAX_STREAMS_PER_SESSION } from '@rollcall/contract'
import { describe, expect, it } from 'vitest'
import { createLiveStreams } from './live-streams.ts'

const setup = () => {
  const streams = createLiveStreams()
  let sessions = 0
  /** Opens a stream of a new session. */
  const open = (orgId: string, id = `session-${++sessions}`) =>
    streams.add({ orgId, locationId: 'berlin', owner: { id, token: '' }, viewer: { userId: null, seesEverybody: true } })
  const count = (orgId: string) => streams.of(orgId, 'berlin').length
  return { open, count }
}

describe('live streams of a node', () => {
  it('are all for one organization where there is no other, and no more than the limit', () => {
    const { open, count } = setup()
    for (let stream = 0; stream < MAX_STREAMS_PER_NODE; stream++) open('busy')
    expect(() => open('busy')).toThrow(`This node already serves ${MAX_STREAMS_PER_NODE} streams.`)
    expect(count('busy')).toBe(MAX_STREAMS_PER_NODE)
  })

  it('make room for an organization with fewer: the newest of the one with the most ends', () => {
    const { open, count } = setup()
    const all = Array.from({ length: MAX_STREAMS_PER_NODE }, () => open('busy'))
    let isEnded = false
    all.at(-1)?.readable.once('end', () => {
      isEnded = true
    })
    all.at(-1)?.readable.resume()
    open('quiet')
    expect({ busy: count('busy'), quiet: count('quiet') }).toEqual({ busy: MAX_STREAMS_PER_NODE - 1, quiet: 1 })
    return expect.poll(() => isEnded).toBe(true)
  })

  it('are shared equally at the limit: an organization with as many as the largest gets no more', () => {
    const { open, count } = setup()
    for (let stream = 0; stream < MAX_STREAMS_PER_NODE; stream++) open('busy')
    for (let stream = 0; stream < MAX_STREAMS_PER_NODE / 2; stream++) open('other')
    expect({ busy: count('busy'), other: count('other') }).toEqual({
      busy: MAX_STREAMS_PER_NODE / 2,
      other: MAX_STREAMS_PER_NODE / 2,
    })
    expect(() => open('other')).toThrow('This node already serves')
    expect(() => open('busy')).toThrow('This node already serves')
  })

  it('of a session are limited whatever the organization has', () => {
    const { open } = setup()
    for (let stream = 0; stream < MAX_STREAMS_PER_SESSION; stream++) open('org', 'one')
    expect(() => open('org', 'one')).toThrow(`You already have ${MAX_STREAMS_PER_SESSION} open streams.`)
  })
})

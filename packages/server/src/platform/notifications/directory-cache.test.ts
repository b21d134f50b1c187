import { expect, test, vi } from 'vitest'
import { createDirectoryCache } from './directory-cache.ts'
import type { Listener } from './listener.ts'

const CHANNEL = 'changes'

const openCache = async () => {
  const callbacks = new Map<string, (payload: string | undefined) => void>()
  const listener: Listener = {
    on: async (channel, callback) => void callbacks.set(channel, callback),
    isListening: () => true,
    [Symbol.asyncDispose]: async () => {},
  }
  const cache = await createDirectoryCache<string>(listener, CHANNEL, 100)
  for (const orgId of ['one', 'two']) cache.open(orgId).set('name', `of ${orgId}`)
  const known = () => ['one', 'two'].map((orgId) => cache.open(orgId).get('name'))
  return { cache, known, notify: (payload: string | undefined) => callbacks.get(CHANNEL)?.(payload) }
}

test('each change clears the entries of that organization only', async () => {
  const { cache, known, notify } = await openCache()
  expect(known()).toEqual(['of one', 'of two'])
  notify('one')
  expect(known()).toEqual([undefined, 'of two'])
  cache.open('one').set('name', 'again')
  expect(known()).toEqual(['again', 'of two'])
  notify('one')
  expect(known()).toEqual([undefined, 'of two'])
})

test('a notification that may have been missed clears all entries', async () => {
  const { known, notify } = await openCache()
  notify('one')
  notify(undefined)
  expect(known()).toEqual([undefined, undefined])
})

test.each(['one', undefined])('what was read before a change (%s) does not outlive it', async (payload) => {
  const { cache, known, notify } = await openCache()
  const [before, other] = [cache.open('one'), cache.open('two')]
  notify(payload)
  before.set('name', 'stale')
  other.set('name', 'read')
  expect(known()).toEqual([undefined, payload === undefined ? undefined : 'read'])
})

test('of too many entries, the oldest of the organization that was used least recently go first', async () => {
  const { cache, known } = await openCache()
  const fill = (orgId: string, count: number) => {
    const opened = cache.open(orgId)
    for (let index = 0; index < count; index++) opened.set(`${index}`, 'x')
  }
  fill('two', 50)
  fill('one', 48)
  expect(known()).toEqual(['of one', 'of two'])
  fill('one', 49)
  expect(known()).toEqual(['of one', undefined])
  expect(cache.open('two').get('49')).toBe('x')
  fill('one', 200)
  expect(known()).toEqual([undefined, undefined])
  expect(['99', '199'].map((name) => cache.open('one').get(name))).toEqual([undefined, 'x'])
  expect(Array.from({ length: 200 }, (_, index) => cache.open('one').get(`${index}`)).filter(Boolean).length).toBeGreaterThan(80)
})

test('entries are forgotten after ten minutes, even if they are in use', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    const { cache, known } = await openCache()
    vi.advanceTimersByTime(9 * 60_000)
    expect(known()).toEqual(['of one', 'of two'])
    const before = cache.open('one')
    vi.advanceTimersByTime(2 * 60_000)
    expect(known()).toEqual([undefined, undefined])
    before.set('name', 'stale')
    expect(known()).toEqual([undefined, undefined])
  } finally {
    vi.useRealTimers()
  }
})

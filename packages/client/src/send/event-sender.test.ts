import { expect, test } from 'vitest'
import { createClient, createEventSender } from '../index.ts'
import { answer, startPeer } from '../testing/peer.ts'
import { acceptAll, connectSender, delay, eventOf, numberedIds, resultsOf } from '../testing/sender.ts'

test('a full batch is sent immediately, the rest on flush; results arrive in the order of sending', async () => {
  const { sender, calls, results } = await connectSender(acceptAll, { batchSize: 3, parallel: 1, flushMs: 60_000 })
  const ids = ['a', 'stranger', 'c', 'd', 'e', 'f', 'g']
  for (const id of ids) await sender.send(eventOf(id))
  await sender.flush()
  expect(calls()).toEqual([['a', 'stranger', 'c'], ['d', 'e', 'f'], ['g']])
  expect(results).toEqual(ids.map((id) => `${id} ${id === 'stranger' ? 1 : 0}`))
  expect(sender.counters).toEqual({ sent: 7, accepted: 6, refused: 1, failed: 0 })
})

test('a partial batch is sent flushMs after its first event', async () => {
  const { sender, calls, results } = await connectSender(acceptAll, { flushMs: 50 })
  const start = performance.now()
  await sender.send(eventOf('a'))
  await sender.send(eventOf('b'))
  expect(calls()).toEqual([])
  while (results.length < 2) await delay(5)
  expect(performance.now() - start).toBeGreaterThanOrEqual(49)
  expect(calls()).toEqual([['a', 'b']])
})

test('the source and the kind are those of the sender', async () => {
  const { baseUrl, seen } = await startPeer((_, response) => answer(response, 200, resultsOf(['o'])))
  const client = createClient({ baseUrl, key: { id: 'k', secret: 's' }, auth: 'basic' })
  const sender = createEventSender(client, { kind: 'occupancy', sourceId: 'desk-sensors' })
  const event = {
    timestamp: '2026-01-05T09:00:00Z',
    locationId: 'x',
    locationType: 'place',
    eventId: 'o',
    occupied: true,
  } as const
  await sender.send(event)
  await sender.close()
  expect(seen[0]?.path).toBe('/v1/occupancy/basic')
  expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ sourceId: 'desk-sensors', occupancyEvents: [event] })
})

test('at most maxPending events are unanswered; further events wait in order', async () => {
  const answers: (() => void)[] = []
  const { sender, calls, results } = await connectSender(
    async (seen, response, count) => {
      await new Promise<void>((resolve) => answers.push(resolve))
      await acceptAll(seen, response, count)
    },
    { batchSize: 2, maxPending: 4, parallel: 1, flushMs: 60_000 },
  )
  const taken: string[] = []
  const sending = numberedIds(9).map((id) => sender.send(eventOf(id)).then(() => taken.push(id)))
  const closing = sender.close()
  for (let answered = 0; answered < 5; answered += 1) {
    while (answers.length === answered) await delay(1)
    const { sent, accepted } = sender.counters
    expect([sent, accepted]).toEqual([Math.min(9, 4 + 2 * answered), 2 * answered])
    await delay(10)
    expect(taken).toEqual(numberedIds(Math.min(9, 4 + 2 * answered)))
    answers[answered]?.()
  }
  await Promise.all([...sending, closing])
  expect(calls()).toEqual([['e0', 'e1'], ['e2', 'e3'], ['e4', 'e5'], ['e6', 'e7'], ['e8']])
  expect(results).toEqual(numberedIds(9).map((id) => `${id} 0`))
})

test('at most `parallel` calls run concurrently', async () => {
  let busy = 0
  let most = 0
  const three = Promise.withResolvers<void>()
  const { sender } = await connectSender(
    async (seen, response, count) => {
      busy += 1
      most = Math.max(most, busy)
      if (busy === 3) three.resolve()
      await three.promise
      // Time for a fourth one to come.
      await delay(20)
      busy -= 1
      await acceptAll(seen, response, count)
    },
    { batchSize: 1, parallel: 3 },
  )
  for (const id of numberedIds(12)) await sender.send(eventOf(id))
  await sender.close()
  expect(most).toBe(3)
})

test('while all calls are busy, late events fill one batch instead of many', async () => {
  const answers: (() => void)[] = []
  const { sender, calls } = await connectSender(
    async (seen, response, count) => {
      if (count === 1) await new Promise<void>((resolve) => answers.push(resolve))
      await acceptAll(seen, response, count)
    },
    { parallel: 1, flushMs: 1 },
  )
  await sender.send(eventOf('first'))
  while (answers.length === 0) await delay(1)
  for (const id of ['a', 'b', 'c']) {
    await sender.send(eventOf(id))
    await delay(5)
  }
  answers[0]?.()
  await sender.flush()
  expect(calls()).toEqual([['first'], ['a', 'b', 'c']])
})

test('close rejects new events, drains, and may be called again; leaving the block does the same', async () => {
  const { sender, results } = await connectSender(acceptAll, { flushMs: 60_000 })
  {
    await using open = sender
    await open.send(eventOf('a'))
  }
  expect(results).toEqual(['a 0'])
  await sender.close()
  await expect(sender.send(eventOf('b'))).rejects.toMatchObject({ code: 'sender_closed' })
  expect(sender.counters.sent).toBe(1)
})

test.each([{ batchSize: 0 }, { batchSize: 1001 }, { flushMs: 0 }, { maxPending: 1.5 }, { parallel: Number.NaN }])(
  '%j is not accepted',
  async (limits) => {
    await expect(connectSender(acceptAll, limits)).rejects.toThrow(RangeError)
  },
)

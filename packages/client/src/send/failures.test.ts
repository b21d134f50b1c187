import fc from 'fast-check'
import { expect, test } from 'vitest'
import { answer } from '../testing/peer.ts'
import { acceptAll, connectSender, delay, eventOf, idsOf, rejectMalformed, resultsOf } from '../testing/sender.ts'

test('a batch that fails after all retries goes to onFailure with its error; other batches are sent', async () => {
  const { sender, seen, results, failures } = await connectSender(
    (request, response, count) =>
      idsOf(request.body).includes('b') ? answer(response, 503, { code: 'unavailable' }) : acceptAll(request, response, count),
    { batchSize: 2, parallel: 1 },
  )
  for (const id of ['a', 'b', 'c', 'd']) await sender.send(eventOf(id))
  await sender.close()
  expect(failures).toMatchObject([{ ids: ['a', 'b'], error: { status: 503, code: 'unavailable' } }])
  expect(results).toEqual(['c 0', 'd 0'])
  expect(seen).toHaveLength(4)
  expect(sender.counters).toEqual({ sent: 4, accepted: 2, refused: 0, failed: 2 })
})

test.each(['send', 'flush', 'close'] as const)('without onFailure the next %s rejects with the error, once', async (next) => {
  const { sender } = await connectSender((_, response) => answer(response, 403, { code: 'blocked' }), {
    batchSize: 1,
    onFailure: undefined,
  })
  await sender.send(eventOf('a'))
  while (sender.counters.failed === 0) await delay(1)
  const call = { send: () => sender.send(eventOf('b')), flush: sender.flush, close: sender.close }[next]
  await expect(call()).rejects.toMatchObject({ code: 'blocked' })
  expect(sender.counters).toEqual({ sent: 1, accepted: 0, refused: 0, failed: 1 })
  await sender.close()
})

test('unreported failures are thrown together', async () => {
  const { sender } = await connectSender((_, response) => answer(response, 403, { code: 'blocked' }), {
    batchSize: 1,
    onFailure: undefined,
  })
  for (const id of ['a', 'b', 'c']) await sender.send(eventOf(id))
  const error: unknown = await sender.close().catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(AggregateError)
  expect((error as AggregateError).errors).toHaveLength(3)
})

test('a waiting send rejects with an earlier failure instead of accepting its event', async () => {
  const { sender } = await connectSender((_, response) => answer(response, 403, { code: 'blocked' }), {
    maxPending: 1,
    onFailure: undefined,
  })
  const [first, second] = [sender.send(eventOf('a')), sender.send(eventOf('b'))]
  await first
  await expect(second).rejects.toMatchObject({ code: 'blocked' })
  expect(sender.counters).toEqual({ sent: 1, accepted: 0, refused: 0, failed: 1 })
  await sender.close()
})

test('an error thrown by a callback reaches the next call, and other results are still reported', async () => {
  const reported: string[] = []
  const { sender } = await connectSender(acceptAll, {
    onResult: ({ eventId }) => {
      reported.push(eventId)
      if (eventId === 'a') throw new Error('full disk')
    },
  })
  for (const id of ['a', 'b']) await sender.send(eventOf(id))
  await expect(sender.flush()).rejects.toThrow('full disk')
  expect(reported).toEqual(['a', 'b'])
  expect(sender.counters).toMatchObject({ sent: 2, accepted: 2 })
})

const RESULT = { eventId: 'b', resultCode: 0, message: 'm' }
const NO_RESULTS = [null, 'b', {}, { ...RESULT, resultCode: '0' }, { ...RESULT, resultCode: 0.5 }, { ...RESULT, message: null }]
const WRONG_ANSWERS: unknown[] = [
  ...[{}, null, { results: 'ab' }],
  ...[resultsOf(['a']), resultsOf(['b', 'a']), resultsOf(['a', 'B'])],
  ...NO_RESULTS.map((second) => ({ results: [{ ...RESULT, eventId: 'a' }, second] })),
]

test.each(WRONG_ANSWERS.map((body) => [body]))(
  'a response without one result per event, in order, is a failure: %j',
  async (body) => {
    const { sender, results, failures } = await connectSender((_, response) => answer(response, 200, body))
    for (const id of ['a', 'b']) await sender.send(eventOf(id))
    await sender.close()
    expect(results).toEqual([])
    expect(failures).toMatchObject([{ ids: ['a', 'b'], error: { code: 'invalid_answer' } }])
  },
)

test('every event gets exactly one outcome, whatever fails and whatever is called in between', async () => {
  const { sender, results, failures } = await connectSender(
    (seen, response, count) =>
      count % 3 === 0
        ? answer(response, 503, {})
        : count % 7 === 0
          ? void response.destroy()
          : rejectMalformed(seen, response, count),
    { batchSize: 4, maxPending: 10, flushMs: 1, parallel: 3 },
  )
  const steps = fc.array(fc.constantFrom('good', 'bad', 'stranger', 'flush', 'pause'), { maxLength: 60 })
  let number = 0
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      results.length = 0
      failures.length = 0
      const ids: string[] = []
      const calls: Promise<void>[] = []
      for (const step of all) {
        if (step === 'pause') await delay(1)
        else if (step === 'flush') calls.push(sender.flush())
        else {
          ids.push(`${step}-${number++}`)
          calls.push(sender.send(eventOf(ids.at(-1) as string)))
        }
      }
      await sender.flush()
      const reported = [...results.map((result) => result.replace(/ \d$/, '')), ...failures.flatMap((failure) => failure.ids)]
      expect(reported.sort()).toEqual(ids.sort())
      await Promise.all(calls)
    }),
    { numRuns: 30 },
  )
  const { sent, accepted, refused, failed } = sender.counters
  expect(accepted + refused + failed).toBe(sent)
})

import type { PresenceEvent } from '@rollcall/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { answer, type Handler } from '../testing/peer.ts'
import { acceptAll, connectSender, eventOf, idsOf, numberedIds, rejectMalformed, resultsOf } from '../testing/sender.ts'

/** Rejects without saying what is wrong. */
const rejectSilently: Handler = ({ body }, response) => {
  const ids = idsOf(body)
  if (ids.some((id) => id.startsWith('bad'))) return answer(response, 400, {})
  answer(response, 200, resultsOf(ids))
}

test.each([
  ['pointers', rejectMalformed],
  ['halves', rejectSilently],
])('only malformed events fail, each on its own, found by %s', async (_, handler) => {
  const { sender, results, failures } = await connectSender(handler, { batchSize: 100, parallel: 1 })
  const ids = fc.uniqueArray(fc.integer({ min: 0, max: 98 }), { maxLength: 99 })
  await fc.assert(
    fc.asyncProperty(ids, async (bad) => {
      results.length = 0
      failures.length = 0
      const all = numberedIds(99).map((id, index) => (bad.includes(index) ? `bad-${id}` : id))
      for (const id of all) await sender.send(eventOf(id))
      await sender.flush()
      expect(failures.map(({ ids: [id, ...others] }) => [id, others])).toEqual(
        all.filter((id) => id.startsWith('bad')).map((id) => [id, []]),
      )
      expect(results).toEqual(all.filter((id) => !id.startsWith('bad')).map((id) => `${id} 0`))
    }),
    { numRuns: 15 },
  )
})

test('the error of a malformed event has its own validation errors, with pointers into the event', async () => {
  const { sender, failures } = await connectSender(({ body }, response) => {
    const ids = idsOf(body)
    const validationErrors = ['/timestamp', '/userId', ''].map((place) => ({
      pointer: `/presenceEvents/1${place}`,
      message: 'm',
      code: 'c',
    }))
    if (ids.length === 1) return answer(response, 200, resultsOf(ids))
    answer(response, 400, {
      code: 'invalid_body',
      errors: [...validationErrors, { pointer: '/presenceEvents/0/x', message: 'n', code: 'c' }],
    })
  })
  for (const id of ['a', 'b', 'c']) await sender.send(eventOf(id))
  await sender.close()
  expect(failures.map(({ ids, error }) => [ids, error.problem?.errors?.map(({ pointer }) => pointer)])).toEqual([
    [['b'], ['/timestamp', '/userId', '']],
    [['a'], ['/x']],
  ])
  expect(failures[1]?.error).toMatchObject({ status: 400, code: 'invalid_body', message: '400 invalid_body: /x n' })
})

test('an error of the call itself fails its events together, in one call', async () => {
  const errors = [{ pointer: '/sourceId', message: 'must not be empty', code: 'minLength' }]
  const { sender, seen, failures } = await connectSender((_, response) => answer(response, 400, { code: 'invalid_body', errors }))
  for (const id of ['a', 'b']) await sender.send(eventOf(id))
  await sender.close()
  expect(failures).toMatchObject([{ ids: ['a', 'b'], error: { code: 'invalid_body' } }])
  expect(seen).toHaveLength(1)
})

test('a batch that is too large is halved until it fits', async () => {
  const { sender, calls, results } = await connectSender((seen, response, count) =>
    idsOf(seen.body).length > 2 ? answer(response, 413, { code: 'body_too_large' }) : acceptAll(seen, response, count),
  )
  for (const id of numberedIds(5)) await sender.send(eventOf(id))
  await sender.close()
  expect(calls().map((ids) => ids.length)).toEqual([5, 2, 3, 1, 2])
  expect(results).toEqual(numberedIds(5).map((id) => `${id} 0`))
})

test('an event that is not JSON fails alone', async () => {
  const { sender, results, failures } = await connectSender(acceptAll)
  await sender.send(eventOf('a'))
  await sender.send({ ...eventOf('b'), badge: 17n } as PresenceEvent)
  await sender.send(eventOf('c'))
  await sender.close()
  expect(failures).toMatchObject([{ ids: ['b'], error: { status: 0, code: 'not_sent' } }])
  expect(results).toEqual(['a 0', 'c 0'])
})

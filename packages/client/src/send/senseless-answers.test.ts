import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createEventSender, type Submitter } from '../index.ts'
import { answer } from '../testing/peer.ts'
import { connectSender, eventOf } from '../testing/sender.ts'

const IDS = ['a', 'b', 'c']

/** A value that cannot be converted to a string. */
const unprintable = fc.constantFrom({ toString: 1, valueOf: 1 }, [{ toString: null }])
const anything = fc.oneof(fc.jsonValue(), unprintable)
const result = fc.record({ eventId: fc.constantFrom(...IDS), resultCode: fc.oneof(fc.constant(0), anything), message: anything })
const error = fc.record({ pointer: fc.constantFrom('/presenceEvents/1/x', '/presenceEvents/9', '/'), message: anything })
const some = (items: fc.Arbitrary<unknown>) => fc.oneof(anything, fc.array(fc.oneof(items, anything), { maxLength: 4 }))
const body = fc.oneof(anything, fc.record({ results: some(result) }), fc.record({ errors: some(error), title: anything }))

test('every event has one outcome for any response, and the sender keeps working', async () => {
  let given: { status: number; body: unknown } = { status: 200, body: null }
  const { sender, results, failures } = await connectSender((_, response) => answer(response, given.status, given.body))
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(200, 400, 413, 500), body, async (status, content) => {
      given = { status, body: content }
      results.length = 0
      failures.length = 0
      for (const id of IDS) await sender.send(eventOf(id))
      await sender.flush()
      const reported = [...results.map((line) => line.replace(/ .*$/, '')), ...failures.flatMap(({ ids }) => ids)]
      expect(reported.sort()).toEqual(IDS)
    }),
    { numRuns: 150 },
  )
})

test.each([[new Error('gone')], ['gone'], [Object.create(null)], [undefined]])(
  'any error thrown by a custom submitter fails its events together: %o',
  async (thrown) => {
    const refuse = () => Promise.reject(thrown)
    const submitter: Submitter = { submitPresence: refuse, submitOccupancy: refuse }
    const failures: unknown[] = []
    const sender = createEventSender(submitter, {
      kind: 'presence',
      sourceId: 's',
      onFailure: (events, { code, cause }) => failures.push([events.length, code, cause]),
    })
    for (const id of IDS) await sender.send(eventOf(id))
    await sender.close()
    expect(failures).toEqual([[3, 'not_sent', thrown]])
  },
)

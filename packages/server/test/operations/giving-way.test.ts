import { buffer } from 'node:stream/consumers'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { createHttpServer } from '../../src/gate/http/http-server.ts'
import type { KeyRecord } from '../../src/gate/keys/key-directory.ts'
import { type Fairness, UNSHARED } from '../../src/platform/fairness/fairness.ts'
import { createGivingWay } from '../../src/platform/fairness/giving-way.ts'
import { createLanes } from '../../src/platform/fairness/lanes.ts'
import { createTurns } from '../../src/platform/fairness/turns.ts'
import { createTelemetry } from '../../src/platform/telemetry/telemetry.ts'
import { createReaders, type Readers } from '../../src/warehouse/readers/readers.ts'
import { streamRows } from '../../src/warehouse/readers/stream-rows.ts'

/** A node on which time stands still, so that pauses and lanes do not end by themselves. */
const setup = () => {
  const now = () => 0
  const givingWay = createGivingWay(now)
  const turns = createTurns(1 << 20, createLanes({ count: 1, share: 1, givingWay, now }))
  const fairness: Fairness = { ...UNSHARED, givingWay, turns }
  const telemetry = createTelemetry(pino({ level: 'silent' }))
  return { fairness, givingWay, telemetry, readers: createReaders(telemetry, fairness) }
}

const REPLY = { raw: { once() {} } } as unknown as FastifyReply

const enter = (readers: Readers, orgId: string, caller: string) =>
  readers.enter({ owner: { orgId, caller } } as unknown as FastifyRequest, REPLY)

describe('a request', () => {
  it('of an organization is given way to until its answer is sent', async () => {
    const { fairness, givingWay, telemetry } = setup()
    givingWay.began('busy')
    givingWay.used('busy', 100)
    const app = await createHttpServer(telemetry, { add() {} }, fairness)
    await using _ = { [Symbol.asyncDispose]: () => app.close() }
    app.addHook('onRequest', async (request) => {
      request.caller = { orgId: 'quiet', id: 'key' } as KeyRecord
    })
    app.get('/due', async () => ({ isDue: givingWay.isDue('busy') }))
    const baseUrl = await app.listen({ host: '127.0.0.1', port: 0 })
    expect(givingWay.isDue('busy')).toBe(false)
    expect(await (await fetch(`${baseUrl}/due`)).json()).toEqual({ isDue: true })
    await expect.poll(() => givingWay.isDue('busy')).toBe(false)
  })
})

describe('a streamed answer', () => {
  const BYTES = 4 << 20

  it('is sent in small parts, one at a time, while its organization gives way, and arrives whole', async () => {
    const { readers, givingWay } = setup()
    givingWay.began('busy')
    givingWay.used('busy', 100)
    const ended = givingWay.began('quiet')
    let [inPreparation, most, parts] = [0, 0, 0]
    const stream = async (caller: string): Promise<Buffer> => {
      const place = await enter(readers, 'busy', caller)
      const inTurn = <T>(prepare: () => Promise<T>): Promise<T> =>
        place.inTurn(async () => {
          inPreparation++
          parts++
          if (parts <= 60) most = Math.max(most, inPreparation)
          if (parts === 60) ended()
          const part = await prepare()
          inPreparation--
          return part
        })
      const rows = async function* () {
        yield Buffer.alloc(BYTES, caller)
      }
      return buffer(streamRows({ close() {} }, rows(), { place: { ...place, inTurn } }))
    }
    const [one, two] = await Promise.all([stream('1'), stream('2')])
    expect([one, two].map((bytes) => bytes.length)).toEqual([BYTES, BYTES])
    expect([one, two].map((bytes) => bytes.at(-1))).toEqual(['1'.charCodeAt(0), '2'.charCodeAt(0)])
    expect(most).toBe(1)
    // Each has 32 parts of 128 KiB, and finds its end after those.
    expect(parts).toBeGreaterThan(60)
  })

  it('is sent in large parts at once otherwise', async () => {
    const { readers } = setup()
    const place = await enter(readers, 'only', '1')
    expect(place.givesWay()).toBe(false)
    let isPrepared = false
    const prepared = place.inTurn(async () => {
      isPrepared = true
    })
    expect(isPrepared).toBe(true)
    await prepared
  })
})

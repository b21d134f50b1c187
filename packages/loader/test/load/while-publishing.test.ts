import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runs } from '../../../server/src/testing/runs.ts'
import { type Bench, shareBench } from '../../../server/test/attendance/support.ts'
import { incremental, verify } from '../../src/index.ts'
import { ATTENDANCE, clientOf, day, erasePresence, expectExact, newCopy, openLoadedOffice, publish } from './support.ts'

let bench: Bench
beforeAll(async () => {
  bench = await shareBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())

const DAYS = [day(2), day(3), day(9)]
const at = <T>(items: readonly T[], n: number): T => items[n % items.length] as T

const SEEN_AND_PUBLISHED = [1, 2, 3, 4].flatMap((n) => [
  { deed: 'see', n },
  { deed: 'publish', n },
])

test('loads that are interrupted anywhere during concurrent changes and refreshes end in an exact copy', async () => {
  const deed = fc.record({ deed: fc.constantFrom('see', 'see', 'see', 'plan', 'erase', 'publish', 'publish'), n: fc.nat(1_000) })
  const writer = fc.array(deed, { minLength: 8, maxLength: 16 })
  let stopped = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(writer, { minLength: 2, maxLength: 2 }),
      fc.array(fc.integer({ min: 20, max: 300 }), { minLength: 2 }),
      async (writers, stops) => {
        const { office, berlin, paris, ada, bob, eve } = await openLoadedOffice(bench)
        const client = clientOf(bench, office)
        const copy = await newCopy()
        const [users, locations] = [
          [ada, bob, eve],
          [berlin, paris],
        ]
        const deeds: Record<string, (n: number) => Promise<unknown>> = {
          see: (n) => office.see(at(users, n), at(locations, n >> 2), `${at(DAYS, n >> 3)}T1${n % 9}:00:00Z`),
          plan: (n) => office.plan(at(users, n), at(DAYS, n >> 2), at(['o', 'r'] as const, n >> 4)).catch(() => {}),
          erase: (n) => erasePresence(office, at(users, n)),
          publish: () => publish(office),
        }
        await office.plan(ada, day(4), 'o')
        await publish(office)
        let isOver = false
        const datasets = [ATTENDANCE, 'presence']
        const loading = async () => {
          for (let round = 0; !isOver; round++) {
            const signal = AbortSignal.timeout(stops[round] ?? 10_000)
            await copy
              .using((destination) => incremental({ client, destination, datasets, signal }))
              .catch((error) => {
                if (!signal.aborted) throw error
                stopped += 1
              })
          }
        }
        const write = async (list: readonly { deed: string; n: number }[]) => {
          for (const { deed, n } of list) await deeds[deed]?.(n)
        }
        const writing = Promise.all(writers.map(write)).finally(() => {
          isOver = true
        })
        await Promise.all([writing, loading()])
        await publish(office)
        await copy.using((destination) => incremental({ client, destination, datasets }))
        await expectExact(bench, copy, office)
        const { differences } = await copy.using((destination) => verify({ client, destination }))
        expect(differences).toEqual([])
      },
    ),
    { numRuns: runs(3), examples: [[[SEEN_AND_PUBLISHED, SEEN_AND_PUBLISHED], Array.from({ length: 20 }, () => 20)]] },
  )
  expect(stopped).toBeGreaterThan(0)
})

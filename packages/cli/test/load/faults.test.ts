import { afterAll, beforeAll, expect, test } from 'vitest'
import { run, temporaryFolder } from '../support.ts'
import { type PublishedCompany, publishCompany, reachedAt } from './company.ts'
import { readDuckDb } from './copies.ts'
import { endAfter, type Fault, garbage, type Passed, refusal, resetAfter, resetBefore, startProxy } from './proxy.ts'
import { checksums } from './rows.ts'
import { awaitSteadyDayThere, lastDayOver, readService } from './service-rows.ts'

let company: PublishedCompany
let folder: Awaited<ReturnType<typeof temporaryFolder>>

beforeAll(async () => {
  company = await publishCompany({ fromDay: '2025-03-03', toDay: '2025-03-16' }, 20)
  folder = await temporaryFolder()
})
afterAll(async () => {
  await folder?.[Symbol.asyncDispose]()
  await company?.[Symbol.asyncDispose]()
})

/** Reproducible random numbers from 0 to 1 (mulberry32). */
const numbers = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Share of the requests with a fault. */
const SHARE = 0.3

/** The time of a fault is random, its kind rotates. */
const spoiler = (seed: number) => {
  const next = numbers(seed)
  const faults: readonly (() => Fault)[] = [
    () => refusal(503),
    () => resetAfter(next()),
    () => endAfter(next()),
    () => refusal(503, '0'),
    () => resetBefore,
    () => garbage,
    () => refusal(429, '0'),
  ]
  const spoiled: Passed[] = []
  const choose = (passed: Passed): Fault | undefined => {
    if (next() > SHARE) return undefined
    spoiled.push(passed)
    return faults[spoiled.length % faults.length]?.()
  }
  return { choose, spoiled, kinds: faults.length }
}

test.concurrent.each([1, 2])('a load through a network that spoils three in ten responses is exact (%i)', async (seed) => {
  await awaitSteadyDayThere(company.reader)
  const expected = checksums(await readService(company.reader, company.range, await lastDayOver(company.reader)))
  const { choose, spoiled, kinds } = spoiler(seed)
  await using proxy = await startProxy(company.service.baseUrl, choose)
  const into = `${folder.path}/copy-${seed}.duckdb`
  const finished = await run(
    ['load', 'backfill', '--into', into, '--from', company.range.fromDay, '--json'],
    reachedAt(company, proxy.baseUrl),
  )
  expect([finished.code, finished.code === 0 ? '' : finished.stderr]).toEqual([0, ''])
  expect(spoiled.length).toBeGreaterThan(2 * kinds)
  expect(checksums(await readDuckDb(into))).toEqual(expected)
})

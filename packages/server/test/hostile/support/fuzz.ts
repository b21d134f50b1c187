import type { TestService } from '../../../src/testing/test-service.ts'
import { ALL_VARIANTS, label } from '../../http/support/good-calls.ts'
import { findStoredErrors } from './database-checks.ts'
import { bytesOf, type Draft } from './draft.ts'
import { type Planned, planRequest } from './planned-request.ts'
import { findCallErrors, Sender } from './sender.ts'
import { createWorld, type FuzzedWorld } from './world.ts'

/** Requests of one company: what they wreck there does not keep later ones from getting anywhere. */
const ROUND = 1_000
/** Requests until what calls need is brought back. */
const PREPARED_FOR = 100
const CONNECTIONS = 8
/** Fuzzing stops after this many different faults. */
const MAX_FAULTS = 10

/** Passwords are hashed at a cost, and failures have to wait. */
const SLOW_ON_PURPOSE = ['signIn', 'changePassword', 'setAccount', 'setUp']

/** A request that was answered as none may be, with what is left of it when all that does not matter is taken away. */
export interface FuzzFault {
  readonly index: number
  /** The number of requests with the same answer. */
  count: number
  readonly operation: string
  readonly faults: readonly string[]
  readonly mutations: readonly string[]
  readonly request: string
  readonly answer: string
}

export interface FuzzReport {
  readonly seed: string
  readonly requests: number
  readonly statuses: Record<number, number>
  /** Operations that were never answered with success: the fuzzer did not get behind their checks. */
  readonly neverSucceeded: readonly string[]
  readonly faults: readonly FuzzFault[]
  /** The errors of stored data and of later reads. */
  readonly stored: readonly string[]
  /** The slowest answer. */
  readonly slowest: { readonly ms: number; readonly what: string }
}

export interface FuzzOptions {
  readonly seed: string
  readonly requests: number
  /** The first one, so that a single request can be sent again. */
  readonly first?: number
  /** Answers that take longer, time and again, are faults, but for those that are slow on purpose. */
  readonly slowMs?: number
  readonly onWorld?: (world: FuzzedWorld) => void
  /** Reports all errors so far. */
  readonly onProgress?: (progress: { readonly done: number; readonly found: readonly string[] }) => Promise<void> | void
}

/** Describes a fault with the request that shows it. */
export const describeFault = ({ index, operation, faults, mutations, request, answer }: FuzzFault): string =>
  [`Request ${index} (${operation}):`, ...faults, ...mutations, request, answer].join('\n  ')

/** The shortest time of several answers, because other work can slow each of them. */
const leastMs = async (sender: Sender, draft: Draft, first: number, slowMs: number): Promise<number> => {
  let least = first
  for (let again = 0; again < 4 && least > slowMs; again++) {
    const start = performance.now()
    await findCallErrors(sender, draft)
    least = Math.min(least, performance.now() - start)
  }
  return least
}

/** Leaves out one mutation after the other, as long as the answer stays wrong. */
const minimize = async (world: FuzzedWorld, sender: Sender, seed: string, index: number, first: Planned): Promise<Planned> => {
  const without = new Set<number>()
  let least = first
  for (let number = 0; number < 5; number++) {
    const tried = await planRequest(world, seed, index, new Set([...without, number]))
    if ((await findCallErrors(sender, tried.draft)).faults.length === 0) continue
    without.add(number)
    least = tried
  }
  return least
}

const shown = (bytes: Buffer): string => {
  const text = bytes
    .toString('latin1')
    .replaceAll(/[^\x20-\x7e\n]/g, (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`)
  return text.length > 1_500 ? `${text.slice(0, 1_500)}… (${bytes.length} bytes)` : text
}

/** The same for faults that differ in ids, paths and lengths only. */
const kindOf = (faults: readonly string[]): string =>
  faults.map((fault) => fault.replace(/^[A-Z]+ \S+ /, '').replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|[0-9]+/g, '#')).join()

/** Sends hostile requests and returns which answers were wrong. The same seed sends the same requests. */
export const fuzz = async (service: TestService, options: FuzzOptions): Promise<FuzzReport> => {
  const { seed, requests, first = 0, slowMs = Number.POSITIVE_INFINITY, onWorld, onProgress } = options
  const statuses: Record<number, number> = {}
  const succeeded = new Set<string>()
  const faults: FuzzFault[] = []
  const stored: string[] = []
  let slowest = { ms: 0, what: '' }

  const one = async (world: FuzzedWorld, sender: Sender, index: number): Promise<void> => {
    const planned = await planRequest(world, seed, index)
    const start = performance.now()
    const { faults: found, answer } = await findCallErrors(sender, planned.draft)
    const ms = performance.now() - start
    if (ms > slowest.ms) slowest = { ms: Math.round(ms), what: `${index} ${label(planned.draft.variant)}` }
    const status = answer?.status ?? 0
    statuses[status] = (statuses[status] ?? 0) + 1
    if (status >= 200 && status < 300) succeeded.add(label(planned.draft.variant))
    const isSlowOnPurpose = SLOW_ON_PURPOSE.includes(planned.draft.operation)
    const least = isSlowOnPurpose ? 0 : await leastMs(sender, planned.draft, ms, slowMs)
    if (least > slowMs) found.push(`takes ${Math.round(least)} ms`)
    if (found.length === 0) return
    const alike = faults.find((fault) => kindOf(fault.faults) === kindOf(found))
    if (alike) return void alike.count++
    const minimal = await minimize(world, sender, seed, index, planned)
    const request = shown(bytesOf(minimal.draft))
    const { operation } = planned.draft
    const body = shown(answer?.body ?? Buffer.alloc(0))
    faults.push({ index, count: 1, operation, faults: found, mutations: minimal.mutations, request, answer: body })
  }

  for (let start = first; start < first + requests && faults.length < MAX_FAULTS; start += ROUND) {
    const world = await createWorld(service, `of-${start}`)
    onWorld?.(world)
    let next = start
    const end = Math.min(start + ROUND, first + requests)
    let prepared: Promise<void> = Promise.resolve()
    const worker = async () => {
      const sender = new Sender(service.baseUrl)
      while (next < end && faults.length < MAX_FAULTS) {
        const index = next++
        if ((index - start) % PREPARED_FOR === 0) prepared = world.prepare()
        await prepared
        await one(world, sender, index)
      }
      sender.close()
    }
    await Promise.all(Array.from({ length: CONNECTIONS }, worker))
    stored.push(...(await findStoredErrors(world.caller)))
    await onProgress?.({ done: end - first, found: [...faults.map(describeFault), ...stored] })
  }
  const neverSucceeded = ALL_VARIANTS.map(label).filter((name) => !succeeded.has(name))
  return { seed, requests, statuses, neverSucceeded, faults, stored, slowest }
}

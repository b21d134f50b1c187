import { fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { inspect, parseArgs } from 'node:util'
import { keepResults } from '../../src/testing/keep-results.ts'
import type { FuzzProgress } from './fuzz-part.ts'
import type { FuzzReport } from './support/fuzz.ts'

/**
 * Many more requests than a test can send: npm run test:fuzz -- [--requests 1000000] [--seed N] [--first N] [--processes N]. Ends
 * with 1 when an answer was wrong, the log told an error or a secret, memory grew, or what is stored is wrong. `--first` begins at the
 * request of that number. Each process, one for a core unless told otherwise, sends its share to a service of its own.
 */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: String(Date.now()) },
    first: { type: 'string', default: '0' },
    processes: { type: 'string', default: String(availableParallelism()) },
  },
})
const { seed } = values
const [requests = 0, first = 0, processes = 0] = [values.requests, values.first, values.processes].map(Number)
if (!(requests >= 1 && first >= 0 && processes >= 1)) throw new Error('--requests, --first and --processes are numbers')
/** A share begins with a company of its own, which is made for so many requests. */
const WORLD = 1_000
const REPORT_EVERY_MS = 30_000
/** The summary of a run of this size is kept. */
const FULL = 1_000_000
/** In MB, from the middle of a share to its end: what a service needs more when it has seen everything once. */
const MAX_GROWTH = 40

interface Part {
  readonly requests: number
  memory: Map<number, number>
  latest: FuzzProgress
}

const startedAt = Date.now()
const parts: Part[] = []
const found = new Set<string>()

/** Says at once what is wrong: the rest may take an hour. */
const note = (fault: string): void => {
  if (!found.has(fault)) console.error(fault)
  found.add(fault)
}

const runPart = async (from: number, count: number): Promise<Part> => {
  const part: Part = { requests: count, memory: new Map(), latest: { done: 0, found: [], memory: 0 } }
  parts.push(part)
  const child = fork(fileURLToPath(new URL('fuzz-part.ts', import.meta.url)), [
    ...['--seed', seed],
    ...['--first', String(from)],
    ...['--requests', String(count)],
  ])
  child.on('message', (progress: FuzzProgress) => {
    part.latest = progress
    part.memory.set(progress.done, progress.memory)
    progress.found.forEach(note)
  })
  const [code] = await once(child, 'exit')
  if (code !== 0 || !part.latest.report) throw new Error(`requests from ${from} on: their process ended with ${code}`)
  return part
}

const reporting = setInterval(() => {
  const done = parts.reduce((sum, { latest }) => sum + latest.done, 0)
  const memory = parts.map(({ latest }) => Math.round(latest.memory)).join(' and ')
  console.log(`${done} requests, ${Math.round((Date.now() - startedAt) / 1000)} s, ${memory} MB, ${found.size} faults`)
}, REPORT_EVERY_MS)

const share = Math.ceil(requests / processes / WORLD) * WORLD
console.log(`${requests} requests of seed ${seed}`)
const running: Promise<Part>[] = []
for (let done = 0; done < requests; done += share) running.push(runPart(first + done, Math.min(share, requests - done)))
const ended = await Promise.all(running).finally(() => clearInterval(reporting))

const add = (one: Readonly<Record<string, number>>, other: Readonly<Record<string, number>>): Record<string, number> => {
  const sum: Record<string, number> = { ...one }
  for (const [name, count] of Object.entries(other)) sum[name] = (sum[name] ?? 0) + count
  return sum
}

/** A company's worth of requests before the middle counts as the middle. */
const growthOf = ({ memory, requests }: Part): number => {
  const middle = [...memory].findLast(([done]) => done <= Math.max(requests / 2, WORLD))
  return (memory.get(requests) ?? 0) - (middle?.[1] ?? 0)
}

const reports = ended.map(({ latest }) => latest.report as FuzzReport)
const logs = ended.flatMap(({ latest }) => latest.log ?? [])
for (const part of ended) if (growthOf(part) > MAX_GROWTH) note(`memory grew by ${Math.round(growthOf(part))} MB`)
const summary = {
  seed,
  requests,
  seconds: Math.round((Date.now() - startedAt) / 1000),
  statuses: reports.map(({ statuses }) => statuses).reduce(add, {}),
  neverSucceeded: reports
    .map(({ neverSucceeded }) => neverSucceeded)
    .reduce((one, other) => one.filter((name) => other.includes(name))),
  slowest: reports.map(({ slowest }) => slowest).reduce((one, other) => (other.ms > one.ms ? other : one)),
  memory: ended.map((part) => ({ endMB: Math.round(part.latest.memory), growthMB: Math.round(growthOf(part)) })),
  log: {
    lines: logs.reduce((sum, { lines }) => sum + lines, 0),
    warnings: logs.map(({ warnings }) => warnings).reduce(add, {}),
  },
  faults: found.size,
}
const text = inspect(summary, { depth: 3 })
console.log(text)
if (requests >= FULL) await keepResults('hostile', text)
process.exitCode = found.size > 0 ? 1 : 0

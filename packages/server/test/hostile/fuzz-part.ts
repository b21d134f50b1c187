import { parseArgs } from 'node:util'
import { startTestPostgres } from '../../src/testing/global-setup.ts'
import { startTestService } from '../../src/testing/test-service.ts'
import { describeFault, type FuzzReport, fuzz } from './support/fuzz.ts'
import { type LogWatch, watchLog } from './support/log-watch.ts'
import { usedMemory } from './support/used-memory.ts'

/** The report of a part after each company and at the end. */
export interface FuzzProgress {
  readonly done: number
  /** All that was wrong so far. */
  readonly found: readonly string[]
  /** The memory in use, in MB. */
  readonly memory: number
  /** Set at the end only. */
  readonly report?: FuzzReport
  readonly log?: LogWatch['counts']
}

/** A share of the requests of fuzz-long.ts, in a process of its own, with a service and a PostgreSQL of its own. */
const { values } = parseArgs({
  options: { seed: { type: 'string' }, first: { type: 'string' }, requests: { type: 'string' } },
})
const seed = values.seed ?? ''
const sendProgress = (progress: FuzzProgress): Promise<void> =>
  new Promise((resolve) => process.send?.(progress, () => resolve()))

await using postgres = await startTestPostgres()
const log = watchLog()
await using service = await startTestService({ logLevel: 'info', logTo: log.destination, trustProxy: 1 }, postgres.url)
const report = await fuzz(service, {
  seed,
  requests: Number(values.requests),
  first: Number(values.first),
  slowMs: 1_000,
  onWorld: ({ secrets }) => log.hide(secrets),
  onProgress: ({ done, found }) => sendProgress({ done, found: [...found, ...log.faults], memory: usedMemory() }),
})
const found = [...report.faults.map(describeFault), ...report.stored, ...log.faults]
await sendProgress({ done: report.requests, found, memory: usedMemory(), report, log: log.counts })
process.disconnect?.()

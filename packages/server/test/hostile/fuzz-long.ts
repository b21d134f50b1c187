import { parseArgs } from 'node:util'
import { startTestPostgres } from '../../src/testing/global-setup.ts'
import { startTestService } from '../../src/testing/test-service.ts'
import { type FuzzFault, fuzz } from './support/fuzz.ts'
import { watchLog } from './support/log-watch.ts'
import { usedMemory } from './support/used-memory.ts'

/**
 * Many more requests than a test can send: node fuzz-long.ts [--requests 1000000] [--seed N] [--first N]. Ends with 1 when an answer
 * was wrong, the log told an error or a secret, or what is stored is. `--first` begins at the request of that number.
 */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: String(Date.now()) },
    first: { type: 'string', default: '0' },
  },
})
const { seed } = values
const REPORT_EVERY = 5_000

await using postgres = await startTestPostgres()
const log = watchLog()
await using service = await startTestService({ logLevel: 'info', logTo: log.destination, trustProxy: 1 }, postgres.url)

console.log(`${values.requests} requests of seed ${seed}`)
const startedAt = Date.now()
const report = await fuzz(service, {
  seed,
  requests: Number(values.requests),
  first: Number(values.first),
  onWorld: ({ secrets }) => log.hide(secrets),
  onProgress({ done, faults }) {
    if (done % REPORT_EVERY > 0) return
    const seconds = Math.round((Date.now() - startedAt) / 1000)
    console.log(`${done} requests, ${seconds} s, ${Math.round(usedMemory())} MB, ${faults + log.faults.length} faults`)
  },
})

const tell = ({ index, count, operation, faults, mutations, request, answer }: FuzzFault): string =>
  [`Request ${index} (${operation}), and ${count - 1} more like it:`, ...faults, ...mutations, request, answer].join('\n  ')

const { faults, stored, ...summary } = report
console.log(summary, log.counts)
for (const fault of faults) console.error(tell(fault))
for (const fault of [...stored, ...log.faults]) console.error(fault)
process.exitCode = faults.length + stored.length + log.faults.length > 0 ? 1 : 0

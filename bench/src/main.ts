/**
 * `npm run bench`: figures of the hot paths, each as a ratio to a reference measured in the same run, since absolute
 * figures of a shared machine mean little. Prints a table and writes it, with machine and versions, to bench/results.
 */
import { parseArgs } from 'node:util'
import { measureIngest } from './ingest.ts'
import { writeReport } from './report.ts'
import { startSubject } from './subject.ts'

const { events } = parseArgs({ options: { events: { type: 'string', default: '1000000' } } }).values

await using subject = await startSubject()
await writeReport(await measureIngest(subject, Number(events)))

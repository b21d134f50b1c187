/**
 * `npm run bench`: figures of the hot paths, each as a ratio to a reference measured in the same run, since absolute
 * figures of a shared machine mean little. Prints a table and writes it, with machine and versions, to bench/results.
 */
import { parseArgs } from 'node:util'
import { measureHorizon } from './horizon.ts'
import { measureIngest } from './ingest.ts'
import { measureLists } from './lists.ts'
import { printReport, writeReport } from './report.ts'
import { startSubject } from './subject.ts'

const PARTS = ['ingest', 'horizon', 'lists'] as const

const { events, only } = parseArgs({
  options: { events: { type: 'string', default: '1000000' }, only: { type: 'string' } },
}).values
if (only !== undefined && !PARTS.some((part) => part === only)) throw new Error(`--only takes one of ${PARTS.join(', ')}.`)
const wants = (part: (typeof PARTS)[number]) => only === undefined || only === part

await using subject = await startSubject()
const figures = [
  ...(wants('ingest') ? await measureIngest(subject, Number(events)) : []),
  ...(wants('horizon') ? await measureHorizon(subject) : []),
  ...(wants('lists') ? await measureLists(subject) : []),
]
if (only === undefined) await writeReport(figures)
else printReport(figures)

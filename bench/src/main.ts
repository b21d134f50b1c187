/**
 * `npm run bench`: figures of the hot paths, each as a ratio to a reference measured in the same run, since absolute
 * figures of a shared machine mean little. Prints a table and writes it, with machine and versions, to bench/results.
 */
import { parseArgs } from 'node:util'
import { measureHorizon } from './horizon.ts'
import { measureIngest } from './ingest.ts'
import { measureLists } from './lists.ts'
import { measureLoader } from './loader.ts'
import { measurePages } from './pages.ts'
import { type Figure, writeReport } from './report.ts'
import { type Subject, startSubject } from './subject.ts'
import { measureWarehouse } from './warehouse.ts'

type Part = (subject: Subject) => Promise<Figure[]>

const { events, only } = parseArgs({
  options: { events: { type: 'string', default: '1000000' }, only: { type: 'string' } },
}).values
const parts: Record<string, Part> = {
  ingest: (subject) => measureIngest(subject, Number(events)),
  horizon: measureHorizon,
  lists: measureLists,
  warehouse: measureWarehouse,
  loader: measureLoader,
  pages: measurePages,
}
if (only !== undefined && !(only in parts)) throw new Error(`--only takes one of ${Object.keys(parts).join(', ')}.`)

const measured = new Map<string, readonly Figure[]>()
for (const [name, measure] of Object.entries(parts)) {
  if (only !== undefined && only !== name) continue
  // A service of its own for each, so that no part finds what another left.
  await using subject = await startSubject()
  measured.set(name, await measure(subject))
}
await writeReport(measured)

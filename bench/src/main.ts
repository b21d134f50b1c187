/**
 * `npm run bench`: figures of the hot paths, each as a ratio to a reference measured in the same run, since absolute
 * figures of a shared machine mean little. Prints a table and writes it, with machine and versions, to bench/results.
 */
import { measureBookings } from './bookings.ts'
import { measureDay } from './day.ts'
import { measureGrowth } from './growth.ts'
import { measureHorizon } from './horizon.ts'
import { measureIngest } from './ingest.ts'
import { measureLists } from './lists.ts'
import { measureLoader } from './loader.ts'
import { measurePages } from './pages.ts'
import { measurePeers } from './peers.ts'
import { writeProfiles } from './profile.ts'
import { type Figure, showReport, writeReport } from './report.ts'
import { readScale, type Scale } from './scale.ts'
import { type Subject, startSubject } from './subject.ts'
import { measureWarehouse } from './warehouse.ts'

type Part = (subject: Subject, scale: Scale) => Promise<Figure[]>

/** Tells where the time goes, instead of measuring how much it is. */
const PROFILE = 'profile'

const { scale, only } = readScale()
const parts: Record<string, Part> = {
  ingest: measureIngest,
  bookings: measureBookings,
  day: measureDay,
  growth: measureGrowth,
  horizon: measureHorizon,
  lists: measureLists,
  warehouse: measureWarehouse,
  loader: measureLoader,
  peers: measurePeers,
  pages: measurePages,
}
if (only !== undefined && !(only in parts) && only !== PROFILE) {
  throw new Error(`--only takes one of ${[...Object.keys(parts), PROFILE].join(', ')}.`)
}
if (only === PROFILE) await writeProfiles(scale)

const measured = new Map<string, readonly Figure[]>()
for (const [name, measure] of Object.entries(parts)) {
  if (only !== undefined && only !== name) continue
  // A service of its own for each, so that no part finds what another left.
  await using subject = await startSubject()
  const figures = await measure(subject, scale)
  measured.set(name, figures)
  // One by one, so that a part that fails takes nothing with it.
  if (!scale.quick) await writeReport(new Map([[name, figures]]))
}
if (measured.size > 0) showReport(measured)

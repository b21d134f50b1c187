import { startBare } from './bare.ts'
import { createCaller } from './caller.ts'
import type { CpuSeconds } from './cpu.ts'
import { eventsJson } from './events.ts'
import { measureMemory, measureRoundTrips } from './ingest-steady.ts'
import { during, latencyText, type Slice } from './measure.ts'
import { type Load, newInserts, rawCopies, rawInserts } from './raw-inserts.ts'
import { recycleLog } from './recycled-log.ts'
import type { Figure } from './report.ts'
import type { Scale } from './scale.ts'
import type { Subject } from './subject.ts'

const SIZES = [1, 100, 1000]
const SENDERS = [1, 4, 16, 64]

/** Durable events through the whole service. */
export const throughService = async (subject: Subject, { round, size, senders, seconds }: Load): Promise<Slice> => {
  const sender = createCaller(subject.baseUrl, { authorization: subject.authorization }, senders)
  const slice = await during(seconds, senders, (call) =>
    sender.submit('/v1/presence/basic', `{"sourceId":"bench","presenceEvents":${eventsJson(subject, round, call, size)}}`),
  )
  sender.close()
  return slice
}

/** A slice with its cost. */
interface Cost extends Slice {
  readonly perSecond: number
  /** CPU time per event, in microseconds. */
  readonly cpu: CpuSeconds
}

/**
 * Each slice starts with an empty table and no pending writes, so slices do not affect each other. At the end every event must be
 * stored, otherwise the figure is invalid.
 */
const measure = async (subject: Subject, load: Load, run: (subject: Subject, load: Load) => Promise<Slice>): Promise<Cost> => {
  await subject.pool.query('truncate presence_events')
  await subject.pool.query('checkpoint')
  const before = await subject.cpu()
  const slice = await run(subject, load)
  const after = await subject.cpu()
  const events = slice.calls * load.size
  const { rows } = await subject.pool.query('select count(*)::integer as stored from presence_events')
  if (rows[0].stored !== events) throw new Error(`${events} events were sent and ${rows[0].stored} are stored.`)
  const perEvent = (kind: keyof CpuSeconds) => ((after[kind] - before[kind]) * 1e6) / events
  return { ...slice, perSecond: events / slice.seconds, cpu: { server: perEvent('server'), database: perEvent('database') } }
}

const best = (costs: readonly Cost[]): Cost => costs.reduce((a, b) => (a.perSecond >= b.perSecond ? a : b))
const microseconds = (value: number): string => value.toFixed(1)

/** References and service alternate, twice, the second time in reverse; the better of two counts for each. */
const compare = async (subject: Subject, bare: Subject, { size, senders, seconds }: Omit<Load, 'round'>): Promise<Figure> => {
  const runs = [
    { costs: [] as Cost[], work: rawInserts, seconds },
    { costs: [] as Cost[], work: newInserts, seconds },
    { costs: [] as Cost[], work: throughService, seconds },
    { costs: [] as Cost[], work: throughService, seconds, through: bare },
    { costs: [] as Cost[], work: rawCopies, seconds: seconds / 2 },
  ]
  for (const round of ['a', 'b']) {
    for (const run of round === 'a' ? runs : runs.toReversed()) {
      const load = { size, senders, seconds: run.seconds, round: `${size}-${senders}-${round}` }
      run.costs.push(await measure(run.through ?? subject, load, run.work))
    }
  }
  const [raw, plain, service, least, copy] = runs.map(({ costs }) => best(costs)) as [Cost, Cost, Cost, Cost, Cost]
  const plural = senders === 1 ? '' : 's'
  const share = ({ perSecond }: Cost) => (service.perSecond / perSecond).toFixed(2)
  return {
    name: `presence, ${size} per call, ${senders} sender${plural}`,
    value: `${Math.round(service.perSecond)} events/s, ${latencyText(service.latencies)}`,
    reference: `${Math.round(plain.perSecond)} rows/s by the statement of the service without HTTP; ${Math.round(raw.perSecond)} by inserts that pass over repeats; COPY ${Math.round(copy.perSecond)}`,
    // Compared with the faster reference.
    ratio: service.perSecond / Math.max(plain.perSecond, raw.perSecond),
    notes: `${share(plain)} of its statement alone, ${share(raw)} of inserts that pass over repeats, ${share(copy)} of COPY, ${share(least)} of the bare service, which reaches ${(least.perSecond / plain.perSecond).toFixed(2)} of the statement; CPU µs/event: server ${microseconds(service.cpu.server)} (bare service ${microseconds(least.cpu.server)}), PostgreSQL ${microseconds(service.cpu.database)} (statement alone ${microseconds(plain.cpu.database)}, passing over repeats ${microseconds(raw.cpu.database)}, COPY ${microseconds(copy.cpu.database)})`,
  }
}

export const measureIngest = async (subject: Subject, scale: Scale): Promise<Figure[]> => {
  const seconds = scale.quick ? 0.5 : 2.5
  await recycleLog(subject)
  await throughService(subject, { round: 'warm-up', size: 100, senders: 8, seconds: scale.quick ? 1 : 3 })
  await using bare = await startBare(subject)
  await throughService(bare, { round: 'warm-up-bare', size: 100, senders: 8, seconds: scale.quick ? 1 : 3 })
  const figures: Figure[] = []
  for (const size of SIZES) for (const senders of SENDERS) figures.push(await compare(subject, bare, { size, senders, seconds }))
  return [...figures, await measureRoundTrips(subject), ...(await measureMemory(subject, scale.events))]
}

import { startDirectus } from './directus.ts'
import { startInfluxDb } from './influxdb.ts'
import { throughService } from './ingest.ts'
import { latencyText, type Slice } from './measure.ts'
import type { Peer } from './peer.ts'
import { startPostGraphile } from './postgraphile.ts'
import { startQuestDb } from './questdb.ts'
import type { Load } from './raw-inserts.ts'
import type { Figure } from './report.ts'
import type { Scale } from './scale.ts'
import type { Subject } from './subject.ts'

const SENDERS = 8
const SIZES = [1, 100, 1000]

const service = (subject: Subject): Pick<Peer, 'run' | 'stored' | 'cpu'> => ({
  run: (load) => throughService(subject, load),
  stored: async () =>
    (await subject.pool.query<{ stored: number }>('select count(*)::integer as stored from presence_events')).rows[0]
      ?.stored as number,
  cpu: async () => {
    const { server, database } = await subject.cpu()
    return server + database
  },
})

interface Cost extends Slice {
  readonly perSecond: number
  /** CPU time per event, in microseconds. */
  readonly cpu: number
}

/** A figure of events that are not all there is an error. */
const measure = async ({ run, stored, cpu }: Pick<Peer, 'run' | 'stored' | 'cpu'>, load: Load): Promise<Cost> => {
  const [before, cpuBefore] = [await stored(), await cpu()]
  const slice = await run(load)
  const sent = slice.calls * load.size
  // Some accept events first and add them to the table later; what that takes belongs to the event.
  const [kept, cpuAfter] = [(await stored()) - before, await cpu()]
  if (kept !== sent) throw new Error(`${sent} events were sent and ${kept} are stored.`)
  return { ...slice, perSecond: sent / slice.seconds, cpu: ((cpuAfter - cpuBefore) * 1e6) / sent }
}

const best = (costs: readonly Cost[]): Cost => costs.reduce((x, y) => (x.perSecond >= y.perSecond ? x : y))

/** Both run in turn, twice, the second time in reverse. */
const compare = async (subject: Subject, peer: Peer, size: number, seconds: number): Promise<Figure> => {
  const load = (round: string): Load => ({
    round: `${peer.name.replaceAll(/[ ,.]/g, '')}-${size}-${round}`,
    size,
    senders: SENDERS,
    seconds,
  })
  const runs = [peer, service(subject)].map((subject) => ({ subject, costs: [] as Cost[] }))
  for (const { subject } of runs) await subject.run({ ...load('warm'), seconds: seconds / 4 })
  for (const round of ['a', 'b'])
    for (const { subject, costs } of round === 'a' ? runs : runs.toReversed()) costs.push(await measure(subject, load(round)))
  const [theirs, ours] = runs.map(({ costs }) => best(costs)) as [Cost, Cost]
  return {
    name: `presence beside ${peer.name}, ${size} per call, ${SENDERS} senders`,
    value: `${Math.round(ours.perSecond)} events/s, ${latencyText(ours.latencies)}`,
    reference: `${Math.round(theirs.perSecond)} events/s, ${latencyText(theirs.latencies)}`,
    ratio: ours.perSecond / theirs.perSecond,
    notes: `how many times faster; CPU µs/event ${ours.cpu.toFixed(1)}, theirs ${theirs.cpu.toFixed(1)}; ${peer.notes}`,
  }
}

const PEERS: readonly ((subject: Subject) => Promise<Peer>)[] = [
  (subject) => startQuestDb(subject, 'sync'),
  (subject) => startQuestDb(subject, 'nosync'),
  startInfluxDb,
  startPostGraphile,
  startDirectus,
]

/**
 * Compares with other ways to store the same events: a data platform and a thin layer over the same PostgreSQL, and two databases for
 * series of events that take them over HTTP themselves.
 */
export const measurePeers = async (subject: Subject, { quick }: Scale): Promise<Figure[]> => {
  const figures: Figure[] = []
  for (const start of PEERS) {
    await using peer = await start(subject)
    for (const size of SIZES) figures.push(await compare(subject, peer, size, quick ? 2 : 12))
  }
  return figures
}

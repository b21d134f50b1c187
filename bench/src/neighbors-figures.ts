import { percentile } from './load.ts'
import { grouped, latencyText, shareName } from './measure.ts'
import type { Figure } from './report.ts'
import { errorCount, type Tally, tallyText } from './tally.ts'

/** What the busy organization does; all senders send their next call as soon as the one before is answered. */
export const NOISE = {
  large: 16,
  largeEvents: 1_000,
  small: 32,
  lists: 16,
  readers: 8,
  readDays: 10,
  imports: 1,
  slowReaders: 50,
}

/** What the busy organization got. */
export interface NoiseReport {
  readonly events: number
  readonly calls: number
  /** The number of refusals by what they say. */
  readonly refused: Readonly<Record<string, number>>
  /** Processor seconds of its thread. */
  readonly cpu: number
}

/** Processor seconds of the service, its database and the busy organization, and how long they took. */
export interface Spent {
  readonly server: number
  readonly database: number
  readonly noise: number
  readonly seconds: number
}

/** As many threads as the busy organization keeps busy: the service, a statement, and its own. */
export const BURNERS = 3

export const coresOf = ({ server, database, noise, seconds }: Spent): number => (server + database + noise) / seconds

const NOISE_TEXT =
  `${NOISE.large} senders of ${grouped(NOISE.largeEvents)} events, ${NOISE.small} of single events, ${NOISE.lists} readers of lists, ` +
  `${NOISE.readers} of ${NOISE.readDays} days, ${NOISE.slowReaders} slow readers, imports one after the other`

/** The latencies of a kind of call. */
interface Measured {
  readonly tally: Tally
}

export const figuresOf = (
  { alone, together, contended }: Record<'alone' | 'together' | 'contended', readonly Measured[]>,
  reports: readonly NoiseReport[],
  { spent, cores, load }: { readonly spent: readonly Spent[]; readonly cores: number; readonly load: number },
): Figure[] => {
  const total = (of: keyof Spent) => spent.reduce((sum, each) => sum + each[of], 0)
  const coresUsed = (of: keyof Spent) => (total(of) / total('seconds')).toFixed(2)
  const sum = (of: 'events' | 'calls') => reports.reduce((total, report) => total + report[of], 0)
  const refusals = reports.flatMap(({ refused }) => Object.values(refused)).reduce((total, times) => total + times, 0)
  const p99 = (latencies: readonly number[]) => percentile(latencies, 0.99)
  const all = (habits: readonly Measured[]) => habits.flatMap(({ tally }) => tally.latencies)
  const failed = together.reduce((total, { tally }) => total + errorCount(tally), 0)
  const errors = together.flatMap(({ tally }) => [...tally.errors].map(([what, times]) => `; ${tally.kind}: ${times} × ${what}`))
  return [
    {
      name: 'quiet organization beside a busy one: all requests',
      value: latencyText(all(together)),
      reference: `${latencyText(all(alone))} alone`,
      ratio: p99(all(together)) / p99(all(alone)),
      notes:
        `p99 against p99; ${all(together).length + failed} requests, ${failed} failed${errors.join('')}; the busy one: ${NOISE_TEXT}; ` +
        `it got ${grouped(sum('calls'))} answers with ${grouped(sum('events'))} events in ${total('seconds').toFixed(0)} s, ${grouped(refusals)} ` +
        `refusals; cores: server ${coresUsed('server')}, PostgreSQL ${coresUsed('database')}, the busy one itself ${coresUsed('noise')}; ` +
        `load average of the machine before: ${load.toFixed(1)}`,
    },
    {
      name: 'quiet organization beside as much work outside the service: all requests',
      value: latencyText(all(contended)),
      reference: `${latencyText(all(alone))} alone`,
      ratio: p99(all(contended)) / p99(all(alone)),
      notes:
        `p99 against p99; ${BURNERS} threads use the ${cores.toFixed(2)} cores that the busy one took: what the machine, and not the ` +
        'service, makes of a neighbor',
    },
    ...together.map(({ tally }, index): Figure => {
      const reference = (alone[index] as Measured).tally
      return {
        name: `quiet organization beside a busy one: ${tally.kind}`,
        value: tallyText(tally),
        reference: `${tallyText(reference)} alone`,
        ratio: p99(tally.latencies) / p99(reference.latencies),
        notes: `${shareName(tally.latencies, 0.99)} against ${shareName(reference.latencies, 0.99)}; ${tally.latencies.length} requests`,
      }
    }),
  ]
}

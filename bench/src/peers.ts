import { createCaller } from './caller.ts'
import { type Directus, startDirectus, storedByDirectus } from './directus.ts'
import { EVENT_DAY, events } from './events.ts'
import { throughService } from './ingest.ts'
import { during, latencyText, type Slice } from './measure.ts'
import type { Load } from './raw-inserts.ts'
import type { Figure } from './report.ts'
import type { Scale } from './scale.ts'
import type { Subject } from './subject.ts'

const SENDERS = 8

/** The same events through its bulk endpoint, with a minimal response. */
const throughDirectus = async (subject: Subject, directus: Directus, load: Load): Promise<Slice> => {
  const sender = createCaller(directus.baseUrl, { authorization: directus.authorization }, load.senders)
  const { node } = subject
  const same = `"source_no":1,"utc_day":"${EVENT_DAY}","local_day":"${EVENT_DAY}","location_id":"${node.locationId}","node_type":"level","node_id":"${node.id}"`
  const slice = await during(load.seconds, load.senders, (call) => {
    const items = events(subject, load.round, call, load.size, ({ eventId, moment, userId }) => {
      return `{"event_id":"${eventId}","occurred_at":"${moment}","user_id":"${userId}",${same}}`
    })
    return sender.submit('/items/presence?fields=event_id', `[${items.join(',')}]`)
  })
  sender.close()
  return slice
}

const storedByService = async ({ pool }: Subject): Promise<number> =>
  (await pool.query('select count(*)::integer as stored from presence_events')).rows[0].stored

const compare = async (subject: Subject, directus: Directus, size: number, seconds: number): Promise<Figure> => {
  const load = (round: string): Load => ({ round: `peer-${size}-${round}`, size, senders: SENDERS, seconds })
  await throughDirectus(subject, directus, { ...load('warm'), seconds: seconds / 4 })
  await throughService(subject, { ...load('warm'), seconds: seconds / 4 })
  const runs = [
    { slices: [] as Slice[], run: (of: Load) => throughDirectus(subject, directus, of), stored: () => storedByDirectus(subject) },
    { slices: [] as Slice[], run: (of: Load) => throughService(subject, of), stored: () => storedByService(subject) },
  ]
  for (const round of ['a', 'b']) {
    for (const { slices, run, stored } of round === 'a' ? runs : runs.toReversed()) {
      const before = await stored()
      const slice = await run(load(round))
      const [sent, kept] = [slice.calls * size, (await stored()) - before]
      if (kept !== sent) throw new Error(`${sent} events were sent and ${kept} are stored.`)
      slices.push(slice)
    }
  }
  const perSecond = ({ calls, seconds: taken }: Slice) => (calls * size) / taken
  const [theirs, ours] = runs.map(({ slices }) => slices.reduce((x, y) => (perSecond(x) >= perSecond(y) ? x : y))) as [
    Slice,
    Slice,
  ]
  return {
    name: `presence beside Directus ${directus.version}, ${size} per call, ${SENDERS} senders`,
    value: `${Math.round(perSecond(ours))} events/s, ${latencyText(ours.latencies)}`,
    reference: `${Math.round(perSecond(theirs))} items/s, ${latencyText(theirs.latencies)}`,
    ratio: perSecond(ours) / perSecond(theirs),
    notes:
      'how many times faster; the same events, the same PostgreSQL, the same number of connections; Directus without activity log, cache and limiter',
  }
}

/** Compares with a ready-made alternative: a data platform that turns a table into an API. */
export const measurePeers = async (subject: Subject, { quick }: Scale): Promise<Figure[]> => {
  await using directus = await startDirectus(subject)
  const figures: Figure[] = []
  for (const size of [100, 1000]) figures.push(await compare(subject, directus, size, quick ? 3 : 15))
  return figures
}

import { pipeline } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'
import { EVENT_DAY, eventArrays, eventLines } from './events.ts'
import { during, type Slice } from './measure.ts'
import type { Subject } from './subject.ts'

/** How many events go into each call, over how many connections, for how long. */
export interface Load {
  readonly round: string
  readonly size: number
  readonly senders: number
  readonly seconds: number
}

const COLUMNS = {
  event_id: 'text',
  occurred_at: 'timestamptz',
  user_id: 'uuid',
  utc_day: 'date',
  local_day: 'date',
  location_id: 'uuid',
  node_type: 'text',
  node_id: 'uuid',
}
const NAMES = Object.keys(COLUMNS).join(', ')
const ARRAYS = Object.values(COLUMNS).map((type, index) => `$${index + 2}::${type}[]`)

/** The fastest statement we know: a column an array. */
const INSERT = `
  insert into presence_events (org_id, source_no, ${NAMES})
  select $1, 1, ${NAMES} from unnest(${ARRAYS.join(', ')}) as e (${NAMES})
  on conflict do nothing`

const sameInAll = ({ node }: Subject): string[] => [EVENT_DAY, EVENT_DAY, node.locationId, 'level', node.id]

/** Straight into the table, without HTTP, authentication, validation and judgement, over as many connections as the service has. */
export const rawInserts = (subject: Subject, { round, size, senders, seconds }: Load): Promise<Slice> => {
  const same = sameInAll(subject).map((value) => `{${Array.from({ length: size }, () => value).join(',')}}`)
  return during(seconds, senders, (call) =>
    subject.pool.query({
      name: 'raw',
      text: INSERT,
      values: [subject.orgId, ...eventArrays(subject, round, call, size), ...same],
    }),
  )
}

const COPY = `copy presence_events (${NAMES}, org_id, source_no) from stdin`

/** The same by COPY, which cannot pass over what is there already. */
export const rawCopies = (subject: Subject, { round, size, senders, seconds }: Load): Promise<Slice> => {
  const same = [...sameInAll(subject), subject.orgId, '1']
  return during(seconds, senders, async (call) => {
    const client = await subject.pool.connect()
    try {
      await pipeline([eventLines(subject, round, call, size, same)], client.query(copyFrom(COPY)))
    } finally {
      client.release()
    }
  })
}

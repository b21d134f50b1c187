import { pipeline } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'
import { binaryArray, type ColumnType } from '../../packages/server/src/platform/sql/binary-array.ts'
import { EVENT_DAY, eventArrays, eventBinaries, eventLines } from './events.ts'
import { during, type Slice } from './measure.ts'
import type { Subject } from './subject.ts'

/** Events per call, number of connections, and duration. */
export interface Load {
  readonly round: string
  readonly size: number
  readonly senders: number
  readonly seconds: number
}

export const COLUMNS: Record<string, ColumnType> = {
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

/**
 * The usual statement to store events that may repeat: an array per column, as the text that drivers make of lists, and repeats
 * passed over. Not the fastest statement there is.
 */
const INSERT = `
  insert into presence_events (org_id, source_no, ${NAMES})
  select $1, 1, ${NAMES} from unnest(${ARRAYS.join(', ')}) as e (${NAMES})
  on conflict do nothing`

/**
 * The fastest known statement, and that of the service if all events are new: binary arrays, unnested in the select list, without
 * handling repeats, which would fail. Without the day changes of the service.
 */
export const INSERT_NEW = `
  insert into presence_events (org_id, source_no, ${NAMES})
  select $1, 1, ${ARRAYS.map((array) => `unnest(${array})`).join(', ')}`

const sameInAll = ({ node }: Subject): string[] => [EVENT_DAY, EVENT_DAY, node.locationId, 'level', node.id]

/**
 * Inserts directly into the table, without HTTP, authentication and validation, over as many connections as the service has. So
 * does `newInserts`.
 */
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

export const newInserts = (subject: Subject, { round, size, senders, seconds }: Load): Promise<Slice> => {
  const types = Object.values(COLUMNS).slice(-sameInAll(subject).length)
  const same = sameInAll(subject).map((value, index) => binaryArray(types[index] as ColumnType, Array(size).fill(value)))
  return during(seconds, senders, (call) =>
    subject.pool.query({
      name: 'raw-new',
      text: INSERT_NEW,
      values: [subject.orgId, ...eventBinaries(subject, round, call, size), ...same],
    }),
  )
}

const COPY = `copy presence_events (${NAMES}, org_id, source_no) from stdin`

/** The same by COPY, which cannot skip existing rows. */
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

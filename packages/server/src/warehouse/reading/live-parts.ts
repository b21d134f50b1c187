import type { SegmentDataset } from '@rollcall/contract'
import { PRESENCE_ROWS } from '../../intake/presence/presence-rows.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import { bindLiterals, copyRows } from '../../platform/sql/copy-out.ts'
import type { Snapshot } from '../../platform/transactions/snapshot.ts'
import { type ChunkForm, inflate, type Piece } from '../chunks/chunk.ts'
import type { PlacedRows } from '../chunks/chunk-cache.ts'
import { DAILY, type DailyDataset, dailyColumns } from '../daily/daily-datasets.ts'
import { type ChunkRef, fetchChunks, listChunks } from '../published/published-segments.ts'
import { readChunks } from './chunk-reader.ts'
import { userIdOf } from './live-days.ts'
import type { LivePart, SegmentQuery } from './segment-plan.ts'
import type { Warehouse } from './warehouse.ts'

/** The part of a day that is read live, the parameters of the request, and the encoding of cached rows. */
interface LiveDayOf {
  readonly question: SegmentQuery
  readonly form: ChunkForm
  readonly day: string
  readonly live: LivePart
}

/** How the live part of a day is read, and found in the cache. */
interface LiveParts {
  /** Returns undefined if it is not cached. */
  find(warehouse: Warehouse, of: LiveDayOf): readonly PlacedRows[] | undefined
  read(warehouse: Warehouse, snapshot: Snapshot, of: LiveDayOf): AsyncIterable<Piece>
}

const findAttendance: LiveParts['find'] = ({ liveDays }, { question, form, day, live }) =>
  liveDays.find({ orgId: question.orgId, day, ...live }, form)?.filter(isAskedFor(question))

const isAskedFor =
  ({ locationIds }: SegmentQuery) =>
  ({ locationId }: PlacedRows): boolean =>
    !locationIds || locationIds.includes(locationId)

const readAttendance = async function* (
  { liveDays, cache }: Warehouse,
  { client, db }: Snapshot,
  { question, form, day, live }: LiveDayOf,
): AsyncGenerator<PlacedRows> {
  const { orgId, dataset } = question
  const publishedUsers = async () => {
    const users = new Set<string>()
    const refs = await listChunks(db, { orgId, dataset, firstDay: day, lastDay: day })
    const fetch = (window: readonly ChunkRef[]) => fetchChunks(client, question, window, 'zstandard')
    for await (const chunk of readChunks(fetch, cache, { orgId, dataset, form: 'zstandard', refs })) {
      for (const userId of userIdsOf(await inflate(chunk))) users.add(userId)
    }
    return users
  }
  const chunks = await liveDays.get(client, { orgId, day, ...live }, form, publishedUsers)
  yield* chunks.filter(isAskedFor(question))
}

/** Yields the users of attendance rows, the first of which has no comma. */
const userIdsOf = function* (rows: Buffer): Generator<string> {
  yield userIdOf(Buffer.concat([COMMA, rows.subarray(0, 100)]))
  for (let at = rows.indexOf(ROW_START); at !== -1; at = rows.indexOf(ROW_START, at + 1)) yield userIdOf(rows.subarray(at + 1))
}

const COMMA = Buffer.from(',')
const ROW_START = Buffer.from('\n,')

const copyPresence: LiveParts['read'] = (_warehouse, { client }, { question, day, live }) => {
  const { columns, from, where, order } = PRESENCE_ROWS
  const query = `
    select ${columns}
    from ${from}
    where ${where} and e.location_id <> all ($leftOut::uuid[])
      and ($locationIds::uuid[] is null or e.location_id = any ($locationIds::uuid[]))
      and ($userIds::uuid[] is null or e.user_id = any ($userIds::uuid[]))
    order by e.location_id, ${order}`
  const optional = (ids: readonly string[] | undefined) => (ids ? arrayLiteral(ids) : null)
  const values = {
    org: question.orgId,
    firstDay: day,
    lastDay: day,
    leftOut: arrayLiteral(live.leftOut),
    locationIds: optional(question.locationIds),
    userIds: optional(question.userIds),
  }
  return copyRows(client, bindLiterals(query, values))
}

const copyDaily =
  (dataset: DailyDataset): LiveParts['read'] =>
  (_warehouse, { client }, { question, day, live }) => {
    const query = `
      select ${dailyColumns(dataset)}
      from ${DAILY[dataset].rows} r
      where r.location_id <> all ($leftOut::uuid[])
        and ($locationIds::uuid[] is null or r.location_id = any ($locationIds::uuid[]))
      order by r.location_id, ${DAILY[dataset].order}`
    const values = {
      ...{ org: question.orgId, firstDay: day, lastDay: day, moment: 'now', leftOut: arrayLiteral(live.leftOut) },
      locationIds: question.locationIds ? arrayLiteral(question.locationIds) : null,
    }
    return copyRows(client, bindLiterals(query, values))
  }

const daily = (dataset: DailyDataset): LiveParts => ({ find: () => undefined, read: copyDaily(dataset) })

/** Live attendance is expensive to compute, so it is cached; the others are read each time. */
export const LIVE_PARTS: Readonly<Record<SegmentDataset, LiveParts>> = {
  'user-booking-attendance': { find: findAttendance, read: readAttendance },
  presence: { find: () => undefined, read: copyPresence },
  headcount: daily('headcount'),
  occupancy: daily('occupancy'),
  visits: daily('visits'),
  'policy-weeks': daily('policy-weeks'),
}

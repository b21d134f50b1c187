import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import type { Db } from '../../platform/db/database.ts'
import { sqlState } from '../../platform/errors.ts'
import { binaryArray, binaryColumn } from '../../platform/sql/binary-array.ts'
import type { AcceptedEvent, EventKey, EventKind, RefusedEvent, SubmittedEvent } from './event-kind.ts'
import { eventStatements, type NamedStatement } from './event-statements.ts'
import { queryAndCommitWith } from './query-and-commit-with.ts'
import { withPartitions } from './with-partitions.ts'

export interface EventBatch<E extends SubmittedEvent = SubmittedEvent> {
  readonly orgId: string
  readonly sourceNo: number
  readonly keyId: string | null
  readonly accepted: readonly AcceptedEvent<E>[]
  readonly refused: readonly RefusedEvent<E>[]
  /** Removes accepted events from quarantine. */
  readonly release: boolean
  /** Whether the changes that follow from events of this kind may apply. */
  readonly follow: boolean
  /** Writes what is committed together with the batch. */
  readonly commitWith?: ((trx: Db, stored: StoredBatch) => Promise<void>) | undefined
}

export const eventIdentity = ({ utcDay, eventId }: EventKey): string => `${utcDay} ${eventId}`

const compareKeys = (a: EventKey, b: EventKey): number => {
  if (a.utcDay !== b.utcDay) return a.utcDay < b.utcDay ? -1 : 1
  if (a.eventId === b.eventId) return 0
  return a.eventId < b.eventId ? -1 : 1
}

const isAscending = (events: readonly EventKey[]): boolean => {
  for (let index = 1; index < events.length; index++) {
    if (compareKeys(events[index - 1] as EventKey, events[index] as EventKey) >= 0) return false
  }
  return true
}

/**
 * Keeps one event per identity, the first of repeated ones. All calls sort events the same way, so that calls which share events
 * wait for each other but never deadlock. Most sources number their events, so they are already sorted.
 */
export const inStoreOrder = <K extends EventKey>(events: readonly K[]): readonly K[] => {
  if (isAscending(events)) return events
  return events
    .toSorted(compareKeys)
    .filter((event, index, sorted) => index === 0 || compareKeys(sorted[index - 1] as K, event) < 0)
}

/** The identities that this call stored, and those that it quarantined; all others were already stored. */
export interface StoredBatch {
  readonly inserted: ReadonlySet<string> | 'all'
  readonly quarantined: ReadonlySet<string>
}

export type StoreEvents<E extends SubmittedEvent = SubmittedEvent> = (pool: pg.Pool, batch: EventBatch<E>) => Promise<StoredBatch>

export interface EventStore<E extends SubmittedEvent = SubmittedEvent> {
  /** Stores one call, or several of one source. */
  readonly store: StoreEvents<E>
  /** Stores calls of several sources, of any organizations, that are all new: all or nothing. Fails with 23505 if one is not new. */
  readonly storeNew: (pool: pg.Pool, batches: readonly EventBatch<E>[]) => Promise<void>
  /** Returns whether the call most likely contains nothing but new events. */
  readonly isMostlyNew: (batch: EventBatch<E>) => boolean
}

const UNIQUE_VIOLATION = '23505'

/**
 * Creates the functions that store calls of a kind. Most calls contain only new events, which PostgreSQL stores at half the cost
 * without a check of each event. So the first statement assumes that all are new; if it fails, it stores nothing and the checked
 * statement runs. A source that repeats events usually repeats more of them, so for a while its calls start with the checked one.
 */
export const eventStore = <E extends SubmittedEvent>(kind: EventKind<E>): EventStore<E> => {
  const { columns, ...statements } = eventStatements(kind)
  const repeating = repeatingSources()

  const storeNew: EventStore<E>['storeNew'] = async (pool, batches) => {
    const accepted = batches.flatMap((batch) => batch.accepted)
    const ofEach = <V>(of: (batch: EventBatch<E>) => V): V[] => batches.flatMap((batch) => batch.accepted.map(() => of(batch)))
    const values = [
      binaryArray(
        'uuid',
        ofEach(({ orgId }) => orgId),
      ),
      binaryArray(
        'integer',
        ofEach(({ sourceNo }) => sourceNo),
      ),
    ]
    for (const { type, of } of columns) values.push(binaryColumn(type, accepted, of))
    if (kind.topic) {
      const ticks = batches.flatMap(({ orgId, accepted: own }) => localDaysOf(own).map((day) => ({ orgId, day })))
      values.push(
        binaryColumn('uuid', ticks, ({ orgId }) => orgId),
        binaryColumn('date', ticks, ({ day }) => day),
      )
    }
    await withPartitions(pool, accepted, () => pool.query({ ...statements.ofSources, values }))
  }

  const store: StoreEvents<E> = async (pool, batch) => {
    const { orgId, sourceNo, accepted, refused, release, keyId } = batch
    const values: unknown[] = [orgId, sourceNo]
    for (const { type, of } of columns) values.push(binaryColumn(type, accepted, of))
    if (kind.topic) values.push(binaryArray('date', localDaysOf(accepted)))
    const isSimple = hasOnlyAccepted(batch)
    if (!isSimple) values.push(JSON.stringify(refused.map((event) => quarantineRow(kind, event))), release, keyId)
    const { commitWith } = batch
    if (commitWith) {
      const full = { ...statements.full, values }
      const together = (trx: Db, rows: StoredRow[]) => commitWith(trx, splitByPart(rows))
      return splitByPart(await withPartitions(pool, accepted, () => queryAndCommitWith(pool, full, together)))
    }
    const run = async (statement: NamedStatement): Promise<StoredRow[]> => {
      const { rows } = await withPartitions(pool, accepted, () => pool.query<StoredRow>({ ...statement, values }))
      return rows
    }
    if (!isSimple) return splitByPart(await run(statements.full))
    if (batch.follow) return onlyInserted(await run(statements.followed))
    const source = sourceOf(batch)
    if (!repeating.has(source)) {
      try {
        await run(statements.allNew)
        return ALL_INSERTED
      } catch (error) {
        if (sqlState(error) !== UNIQUE_VIOLATION) throw error
        repeating.set(source, true)
      }
    }
    return onlyInserted(await run(statements.some))
  }

  const isMostlyNew = (batch: EventBatch<E>) => hasOnlyAccepted(batch) && !batch.follow && !repeating.has(sourceOf(batch))
  return { store, storeNew, isMostlyNew }
}

const hasOnlyAccepted = ({ refused, release }: Pick<EventBatch, 'refused' | 'release'>): boolean =>
  refused.length === 0 && !release

export const sourceOf = ({ orgId, sourceNo }: Pick<EventBatch, 'orgId' | 'sourceNo'>): string => `${orgId} ${sourceNo}`

const REPEATING_MS = 10 * 60_000
const MAX_REPEATING = 10_000

const repeatingSources = () => new LRUCache<string, true>({ max: MAX_REPEATING, ttl: REPEATING_MS })

const localDaysOf = (events: readonly AcceptedEvent[]): string[] => {
  const days = new Set<string>()
  for (const { localDay } of events) days.add(localDay)
  return [...days]
}

const quarantineRow = <E extends SubmittedEvent>(
  { properties }: EventKind<E>,
  { utcDay, eventId, event, refusal }: RefusedEvent<E>,
) => ({
  ...{ utc_day: utcDay, event_id: eventId, result_code: refusal.resultCode, reason: refusal.message },
  payload: Object.fromEntries(properties.map((name) => [name, event[name]])),
})

const ALL_INSERTED: StoredBatch = { inserted: 'all', quarantined: new Set() }

const identitiesOf = (rows: StoredRow[]): ReadonlySet<string> =>
  new Set(rows.map((row) => eventIdentity({ utcDay: row.utc_day, eventId: row.event_id })))

const onlyInserted = (rows: StoredRow[]): StoredBatch => ({ inserted: identitiesOf(rows), quarantined: new Set() })

const splitByPart = (rows: StoredRow[]): StoredBatch => ({
  inserted: identitiesOf(rows.filter(({ part }) => part === 'inserted')),
  quarantined: identitiesOf(rows.filter(({ part }) => part === 'quarantined')),
})

interface StoredRow {
  readonly part?: 'inserted' | 'quarantined'
  readonly event_id: string
  readonly utc_day: string
}

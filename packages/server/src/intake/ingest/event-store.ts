import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import { sqlState } from '../../platform/errors.ts'
import { binaryArray, binaryColumn } from '../../platform/sql/binary-array.ts'
import type { AcceptedEvent, EventKey, EventKind, RefusedEvent, SubmittedEvent } from './event-kind.ts'
import { eventStatements, type NamedStatement } from './event-statements.ts'

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

const UNIQUE_VIOLATION = '23505'

/**
 * Creates the function that stores one call of a kind. Most calls contain only new events, which PostgreSQL stores at half the cost
 * without a check of each event. So the first statement assumes that all are new; if it fails, it stores nothing and the checked
 * statement runs. A source that repeats events usually repeats more of them, so for a while its calls start with the checked one.
 */
export const eventStore = <E extends SubmittedEvent>(kind: EventKind<E>): StoreEvents<E> => {
  const { columns, ...statements } = eventStatements(kind)
  const repeating = repeatingSources()
  return async (pool, batch) => {
    const { orgId, sourceNo, accepted, refused, release, keyId } = batch
    const values: unknown[] = [orgId, sourceNo]
    for (const { type, of } of columns) values.push(binaryColumn(type, accepted, of))
    if (kind.topic) values.push(binaryArray('date', localDaysOf(accepted)))
    const isSimple = refused.length === 0 && !release
    if (!isSimple) values.push(JSON.stringify(refused.map((event) => quarantineRow(kind, event))), release, keyId)
    const run = async (statement: NamedStatement): Promise<StoredRow[]> => {
      const { rows } = await withPartitions(pool, accepted, () => pool.query<StoredRow>({ ...statement, values }))
      return rows
    }
    if (!isSimple) return splitByPart(await run(statements.full))
    if (batch.follow) return onlyInserted(await run(statements.followed))
    const source = `${orgId} ${sourceNo}`
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
}

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

const NO_PARTITION = '23514'
const DEADLOCK = '40P01'
const MAX_ATTEMPTS = 5

/**
 * Runs the insert. If the first event of a month finds no partition, it creates the partition and runs the insert again. It also
 * retries after PostgreSQL canceled the insert to resolve a deadlock with a replay or with the creation of a partition.
 */
const withPartitions = async <T>(pool: pg.Pool, events: readonly EventKey[], run: () => Promise<T>): Promise<T> => {
  let isPartitionMissing = false
  for (let attempt = 1; ; attempt++) {
    try {
      if (isPartitionMissing) await ensurePartitions(pool, events)
      return await run()
    } catch (error) {
      const state = sqlState(error)
      if (attempt === MAX_ATTEMPTS || (state !== NO_PARTITION && state !== DEADLOCK)) throw error
      isPartitionMissing ||= state === NO_PARTITION
    }
  }
}

const ensurePartitions = async (pool: pg.Pool, events: readonly EventKey[]): Promise<void> => {
  const months = [...new Set(events.map(({ utcDay }) => `${utcDay.slice(0, 7)}-01`))].sort()
  for (const month of months) await pool.query('select ensure_event_partitions($1)', [month])
}

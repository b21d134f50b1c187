import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import { sqlState } from '../../platform/errors.ts'
import { binaryArray } from '../../platform/sql/binary-array.ts'
import type { EventKey, EventKind, EventRow, SubmittedEvent } from './event-kind.ts'
import { eventStatements, type NamedStatement } from './event-statements.ts'

export interface QuarantineRow extends EventKey {
  readonly payload: Record<string, unknown>
  readonly result_code: number
  readonly reason: string
}

export interface EventBatch {
  readonly orgId: string
  readonly sourceNo: number
  readonly keyId: string | null
  readonly accepted: readonly EventRow[]
  readonly refused: readonly QuarantineRow[]
  /** Removes accepted events from quarantine. */
  readonly release: boolean
  /** Whether the changes that follow from events of this kind may apply. */
  readonly follow: boolean
}

export const eventIdentity = ({ utc_day, event_id }: EventKey): string => `${utc_day} ${event_id}`

const compareKeys = (a: EventKey, b: EventKey): number => {
  if (a.utc_day !== b.utc_day) return a.utc_day < b.utc_day ? -1 : 1
  if (a.event_id === b.event_id) return 0
  return a.event_id < b.event_id ? -1 : 1
}

/**
 * Keeps one row per identity, the first of repeated events. All calls sort rows the same way, so that calls which share events wait
 * for each other but never deadlock. Most sources number their events, so their rows are already sorted.
 */
export const inStoreOrder = <R extends EventKey>(rows: readonly R[]): readonly R[] => {
  const isBefore = (row: R, next: R | undefined) => next === undefined || compareKeys(row, next) < 0
  if (rows.every((row, index) => isBefore(row, rows[index + 1]))) return rows
  return rows.toSorted(compareKeys).filter((row, index, sorted) => index === 0 || compareKeys(sorted[index - 1] as R, row) < 0)
}

/** The identities that this call stored, and those that it quarantined; all others were already stored. */
export interface StoredBatch {
  readonly inserted: ReadonlySet<string> | 'all'
  readonly quarantined: ReadonlySet<string>
}

export type StoreEvents = (pool: pg.Pool, batch: EventBatch) => Promise<StoredBatch>

const UNIQUE_VIOLATION = '23505'

/**
 * Creates the function that stores one call of a kind. Most calls contain only new events, which PostgreSQL stores at half the cost
 * without a check of each event. So the first statement assumes that all are new; if it fails, it stores nothing and the checked
 * statement runs. A source that repeats events usually repeats more of them, so for a while its calls start with the checked one.
 */
export const eventStore = <E extends SubmittedEvent>(kind: EventKind<E>): StoreEvents => {
  const { columns, ...statements } = eventStatements(kind)
  const repeating = repeatingSources()
  return async (pool, batch) => {
    const { orgId, sourceNo, accepted, refused, release, keyId } = batch
    const values: unknown[] = [orgId, sourceNo]
    for (const [name, type] of columns) values.push(binaryArray(type, columnOf(accepted, name)))
    if (kind.topic) values.push(binaryArray('date', [...new Set(accepted.map((row) => row.local_day))]))
    const isSimple = refused.length === 0 && !release
    if (!isSimple) values.push(JSON.stringify(refused), release, keyId)
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

const columnOf = (rows: readonly EventRow[], name: string): unknown[] => rows.map((row) => row[name])

const ALL_INSERTED: StoredBatch = { inserted: 'all', quarantined: new Set() }

const identitiesOf = (rows: StoredRow[]): ReadonlySet<string> => new Set(rows.map(eventIdentity))

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
const withPartitions = async <T>(pool: pg.Pool, rows: readonly EventRow[], run: () => Promise<T>): Promise<T> => {
  let isPartitionMissing = false
  for (let attempt = 1; ; attempt++) {
    try {
      if (isPartitionMissing) await ensurePartitions(pool, rows)
      return await run()
    } catch (error) {
      const state = sqlState(error)
      if (attempt === MAX_ATTEMPTS || (state !== NO_PARTITION && state !== DEADLOCK)) throw error
      isPartitionMissing ||= state === NO_PARTITION
    }
  }
}

const ensurePartitions = async (pool: pg.Pool, rows: readonly EventRow[]): Promise<void> => {
  const months = [...new Set(rows.map(({ utc_day }) => `${utc_day.slice(0, 7)}-01`))].sort()
  for (const month of months) await pool.query('select ensure_event_partitions($1)', [month])
}

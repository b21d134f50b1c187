import { SEGMENT_DATASETS, type SegmentDataset } from '@rollcall/contract'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../platform/db/database.ts'
import { servedHere, writableHere } from '../../platform/db/served-here.ts'
import { startBatcher } from '../../platform/jobs/batcher.ts'
import type { ChunkForm } from '../chunks/chunk.ts'

/** Chunks of a dataset in one encoding. */
export interface ReadChunks {
  readonly dataset: SegmentDataset
  readonly form: ChunkForm
}

/** Notes which datasets are read, once a day for each dataset and encoding, without making a read wait. */
export interface ReadNotes extends AsyncDisposable {
  note(orgId: string, read: ReadChunks): void
}

type NotedRead = ReadChunks & { readonly org_id: string; readonly read_on: string }

const WRITE_MS = 1_000
const MAX_NOTED = 20_000

const keyOf = ({ org_id, dataset, form }: NotedRead): string => [org_id, dataset, form].join()

export const startReadNotes = (db: Db, onError: (error: unknown) => void): ReadNotes => {
  const noted = new LRUCache<string, string>({ max: MAX_NOTED })
  const batcher = startBatcher<NotedRead>({
    everyMs: WRITE_MS,
    keyOf,
    merge: (_, later) => later,
    write: (batch, keep) =>
      db.transaction().execute(async (trx) => saveReads(trx, await writableHere(trx, batch, ({ org_id }) => org_id, keep))),
    onError,
  })
  return {
    note(orgId, { dataset, form }) {
      const read = { org_id: orgId, dataset, form, read_on: new Date().toISOString().slice(0, 10) }
      if (noted.get(keyOf(read)) === read.read_on) return
      noted.set(keyOf(read), read.read_on)
      batcher.add(read)
    },
    [Symbol.asyncDispose]: () => batcher[Symbol.asyncDispose](),
  }
}

const saveReads = async (db: Db, reads: readonly NotedRead[]): Promise<void> => {
  await sql`
    insert into dataset_reads as d (org_id, dataset, form, read_on)
    select org_id, dataset, form, read_on
    from json_to_recordset(${JSON.stringify(reads)}::json) as r (org_id uuid, dataset text, form text, read_on date)
    order by org_id, dataset, form
    on conflict (org_id, dataset, form) do update
    set read_on = excluded.read_on
    where d.read_on < excluded.read_on
  `.execute(db)
}

/** An organization whose published rows are expected to be read. */
export interface ExpectedReads {
  readonly orgId: string
  /** The end of the change feed. */
  readonly position: number
  readonly reads: readonly ReadChunks[]
}

/** How long ago the last read of a dataset may be, and how long a new key may take until its first read. */
const READ_WITHIN_DAYS = 30

/** What an organization may read that has not read anything; most clients accept gzip. */
const EVERYTHING: readonly ReadChunks[] = (['deflated', 'zstandard'] as const).flatMap((form) =>
  SEGMENT_DATASETS.map((dataset) => ({ dataset, form })),
)

/**
 * Lists the organizations that read published rows within the last days, or have a new key that may read them, those with the
 * latest read first. With a new key they are expected to read every dataset.
 */
export const listExpectedReads = async (db: Db): Promise<ExpectedReads[]> => {
  const { rows } = await sql<ExpectedReads & { isNew: boolean }>`
    select f.org_id as "orgId", f.position, coalesce(r.reads, '[]') as reads, k.is_new as "isNew"
    from change_feeds f
    cross join lateral (
      select json_agg(json_build_object('dataset', dataset, 'form', form) order by read_on desc, dataset, form) as reads,
        max(read_on) as last
      from dataset_reads
      where org_id = f.org_id and read_on >= current_date - ${READ_WITHIN_DAYS}::integer
    ) r
    cross join lateral (
      select exists (
        select
        from api_keys
        where org_id = f.org_id and role in ('data-warehouse', 'all-permissions') and revoked_at is null
          and created_at > now() - ${READ_WITHIN_DAYS} * interval '1 day'
      ) as is_new
    ) k
    where (r.last is not null or k.is_new) and ${servedHere('f.org_id')}
    order by r.last desc nulls last, f.org_id
  `.execute(db)
  return rows.map(({ orgId, position, reads, isNew }) => ({ orgId, position, reads: isNew ? EVERYTHING : reads }))
}

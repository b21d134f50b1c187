import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { writableHere } from '../../platform/db/served-here.ts'
import { startBatcher } from '../../platform/jobs/batcher.ts'
import { commitOnce } from '../../platform/transactions/commit-in-doubt.ts'
import type { Provider } from './provider.ts'
import { isRefused } from './user-changes.ts'
import type { Result } from './user-service.ts'

const EFFECTS = ['created', 'changed', 'unchanged', 'refused'] as const

/** What calls of a provider did. */
type Counts = Record<(typeof EFFECTS)[number] | 'calls', number>
type Batch = Counts & { readonly org_id: string; readonly provider_id: string; readonly at: string }

export interface SyncCounts extends AsyncDisposable {
  /** Counts calls by what became of them; those that only read have no result. */
  add(provider: Provider, results: readonly (Result<unknown> | undefined)[]): void
  flush(): Promise<void>
}

const FLUSH_MS = 2_000
/** Calls that are further apart belong to different syncs. */
const PAUSE = '20 minutes'
const KEPT_DAYS = 90

const effectOf = (result: Result<unknown> | undefined): (typeof EFFECTS)[number] | undefined => {
  if (!result) return undefined
  if (isRefused(result)) return 'refused'
  return result.effect === 'deleted' ? 'changed' : result.effect
}

/** Adds up what providers do and writes it every two seconds, so that a call that changes nothing writes nothing. */
export const startSyncCounts = (db: Db, onError: (error: unknown) => void): SyncCounts => {
  const batcher = startBatcher<Batch>({
    everyMs: FLUSH_MS,
    keyOf: ({ provider_id }) => provider_id,
    merge: (a, b) => ({
      ...b,
      calls: a.calls + b.calls,
      created: a.created + b.created,
      changed: a.changed + b.changed,
      unchanged: a.unchanged + b.unchanged,
      refused: a.refused + b.refused,
    }),
    write: (batch, keep) =>
      commitOnce(db, async (trx) => save(trx, await writableHere(trx, batch, ({ org_id }) => org_id, keep))),
    onError,
  })
  return {
    add({ orgId, id }, results) {
      const counts: Counts = { calls: results.length, created: 0, changed: 0, unchanged: 0, refused: 0 }
      for (const result of results) {
        const effect = effectOf(result)
        if (effect) counts[effect]++
      }
      batcher.add({ org_id: orgId, provider_id: id, at: new Date().toISOString(), ...counts })
    },
    flush: batcher.flush,
    [Symbol.asyncDispose]: () => batcher[Symbol.asyncDispose](),
  }
}

/** Adds to the newest sync of each provider unless it has ended, and forgets those that are long ago. */
const save = async (trx: Db, batch: readonly Batch[]): Promise<void> => {
  if (batch.length === 0) return
  await sql`
    with b as materialized (
      select *
      from json_to_recordset(${JSON.stringify(batch)}::json) as b (
        org_id uuid, provider_id uuid, at timestamptz, calls bigint, created bigint, changed bigint, unchanged bigint, refused bigint
      )
    ), continued as (
      update provisioning_syncs s
      set last_call_at = greatest(s.last_call_at, b.at), calls = s.calls + b.calls, created = s.created + b.created,
        changed = s.changed + b.changed, unchanged = s.unchanged + b.unchanged, refused = s.refused + b.refused
      from b
      where s.org_id = b.org_id and s.provider_id = b.provider_id and s.last_call_at > b.at - ${PAUSE}::interval
        and s.started_at = (
          select max(n.started_at) from provisioning_syncs n where n.org_id = b.org_id and n.provider_id = b.provider_id
        )
      returning s.provider_id
    ), forgotten as (
      delete from provisioning_syncs s
      using b
      where s.org_id = b.org_id and s.provider_id = b.provider_id and s.last_call_at < b.at - make_interval(days => ${KEPT_DAYS})
    )
    insert into provisioning_syncs (org_id, provider_id, started_at, last_call_at, calls, created, changed, unchanged, refused)
    select org_id, provider_id, at, at, calls, created, changed, unchanged, refused
    from b
    where provider_id not in (select provider_id from continued)
    on conflict do nothing`.execute(trx)
}

import { NO_LOCATION, type RefreshRun } from '@rollcall/contract'
import { sql } from 'kysely'
import type { PageRequest } from '../../gate/parameters/paging.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { NO_LOCATION_ID } from '../segments/segment-dataset.ts'
import type { PublishedCounts } from './revision-buffer.ts'

export type RefreshTrigger = RefreshRun['trigger']

const MAX_ERROR = 500

/**
 * Records that a run has started, and marks earlier unfinished runs as interrupted: this run has the lock, so they cannot be
 * running.
 */
export const startRun = async (
  db: Db,
  orgId: string,
  trigger: RefreshTrigger,
  locationIds: readonly string[] | undefined,
): Promise<number> => {
  await sql`
    update refresh_runs
    set status = 'interrupted', ended_at = clock_timestamp()
    where org_id = ${orgId} and status = 'running'
  `.execute(db)
  const { rows } = await sql<{ runNo: number }>`
    insert into refresh_runs (org_id, trigger, status, location_ids, started_at)
    values (${orgId}, ${trigger}, 'running', ${locationIds ? [...locationIds] : null}::uuid[], clock_timestamp())
    returning run_no as "runNo"
  `.execute(db)
  return (rows[0] as { runNo: number }).runNo
}

/** Called in the publishing transaction, so that a run is recorded as succeeded exactly if its results were published. */
export const succeedRun = async (
  trx: Db,
  orgId: string,
  runNo: number,
  { days, rows, segments, restated }: PublishedCounts & { readonly days: number },
): Promise<void> => {
  await sql`
    update refresh_runs
    set status = 'succeeded', ended_at = clock_timestamp(), days = ${days}, rows = ${rows}, segments = ${segments},
      restated = ${restated}
    where org_id = ${orgId} and run_no = ${runNo}
  `.execute(trx)
}

export const failRun = async (
  db: Db,
  orgId: string,
  runNo: number,
  status: 'failed' | 'interrupted',
  error: unknown,
): Promise<void> => {
  const message = error instanceof Error ? error.message : String(error)
  await sql`
    update refresh_runs
    set status = ${status}, ended_at = clock_timestamp(), error = ${status === 'failed' ? message.slice(0, MAX_ERROR) : null}
    where org_id = ${orgId} and run_no = ${runNo} and status = 'running'
  `.execute(db)
}

const columns = sql`
  run_no as "runNo", trigger, status,
  array_replace(location_ids::text[], ${NO_LOCATION_ID}, ${NO_LOCATION}) as "locationIds",
  iso_timestamp(started_at) as "startedAt", iso_timestamp(ended_at) as "endedAt", days, rows, segments, restated, error`

/** Returns the latest runs first, one more than `limit` to show whether there are more. */
export const listRuns = async (db: Db, orgId: string, { limit, after }: PageRequest): Promise<RefreshRun[]> => {
  const { rows } = await sql<RefreshRun>`
    select ${columns}
    from refresh_runs
    where org_id = ${orgId}
      ${after ? sql`and run_no < ${after[0]}::int8` : sql``}
    order by run_no desc
    limit ${limit + 1}
  `.execute(db)
  return rows
}

/** @throws AppError entity_not_found */
export const getRun = async (db: Db, orgId: string, runNo: number): Promise<RefreshRun> => {
  const { rows } = await sql<RefreshRun>`
    select ${columns}
    from refresh_runs
    where org_id = ${orgId} and run_no = ${runNo}
  `.execute(db)
  const [run] = rows
  if (!run) throw new AppError('entity_not_found')
  return run
}

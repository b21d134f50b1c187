import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { startPeriodic } from '../../platform/jobs/periodic.ts'
import { transact } from '../../platform/transactions/transact.ts'
import { addUpTicks, tryLockChanges } from './day-changes.ts'

const EVERY_MS = 3_000
/** A transaction for each organization would cost hundreds of commits a second; a refresh that waits for this one waits briefly. */
const ORGS_PER_TRANSACTION = 100

/**
 * Adds ticks to day_changes every few seconds, so that readers of a day's state count few of them. Skips an organization that
 * another node or a refresh is processing.
 */
export const startSummingTicks = (db: Db, onError: (error: unknown) => void, everyMs = EVERY_MS): AsyncDisposable =>
  startPeriodic(
    everyMs,
    async () => {
      const orgIds = await listOrganizations(db)
      for (let at = 0; at < orgIds.length; at += ORGS_PER_TRANSACTION) {
        const several = orgIds.slice(at, at + ORGS_PER_TRANSACTION)
        // If it fails for one, the others are added up all the same.
        await addUp(db, several).catch(async () => {
          for (const orgId of several) await addUp(db, [orgId]).catch(onError)
        })
      }
    },
    onError,
  )

/** Lists the organizations that have ticks, with one look-up each, regardless of the number of ticks. */
const listOrganizations = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select o.id
    from organizations o
    where o.placement = 'here' and exists (select from day_change_ticks t where t.org_id = o.id offset 0)
  `.execute(db)
  return rows.map(({ id }) => id)
}

const addUp = (db: Db, orgIds: readonly string[]): Promise<void> =>
  transact(db, async (trx) => {
    const locked = await tryLockChanges(trx, orgIds)
    if (locked.length > 0) await addUpTicks(trx, locked)
  })

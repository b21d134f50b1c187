import type { Db } from '../../platform/db/database.ts'
import { lockDirectory } from '../../platform/transactions/directory-lock.ts'
import { transact } from '../../platform/transactions/transact.ts'

/** Runs one change of an organization's users and groups, in one transaction, after all other such changes. */
export const changeDirectory = <T>(db: Db, orgId: string, work: (trx: Db) => Promise<T>): Promise<T> =>
  transact(db, async (trx) => {
    await lockDirectory(trx, orgId)
    return work(trx)
  })

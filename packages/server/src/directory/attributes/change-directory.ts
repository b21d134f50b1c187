import type { Db } from '../../platform/db/database.ts'
import { lockDirectory } from '../../platform/transactions/directory-lock.ts'
import { transact } from '../../platform/transactions/transact.ts'

/** One change of an organization's users and groups, in one transaction, after all others of this organization. */
export const changeDirectory = <T>(db: Db, orgId: string, work: (trx: Db) => Promise<T>): Promise<T> =>
  transact(db, async (trx) => {
    await lockDirectory(trx, orgId)
    return work(trx)
  })

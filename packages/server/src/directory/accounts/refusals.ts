import { recordChange } from '../../gate/audit/audit-log.ts'
import type { Db } from '../../platform/db/database.ts'

/** A refused sign-in is an entry of its own: nothing else is stored. */
export const recordRefusal = (db: Db, orgId: string, userId: string, reason: string): Promise<void> =>
  recordChange(db, orgId, { action: 'session.refuse', entity: { type: 'account', id: userId }, after: { reason } })

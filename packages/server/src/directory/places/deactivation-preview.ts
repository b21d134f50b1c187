import type { Deactivation } from '@rollcall/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { dryRun } from '../../platform/transactions/dry-run.ts'
import { transact } from '../../platform/transactions/transact.ts'
import { canceledBy } from '../consequences/canceled-bookings.ts'
import { changingNodes } from '../consequences/changing.ts'
import { BY_DIRECTORY, type DirectoryConsequences } from '../consequences/directory-consequences.ts'
import { getEntity } from '../entities/entity-service.ts'
import { type EntityTable, updateEntity } from '../entities/entity-table.ts'

/**
 * Returns what would be canceled if the node became inactive now. It deactivates the node and rolls back, so that the preview
 * cannot differ from the change. @throws AppError entity_not_found
 */
export const previewDeactivation = <T>(
  db: Db,
  consequences: DirectoryConsequences,
  table: EntityTable<T>,
  orgId: string,
  id: string,
): Promise<Deactivation> =>
  transact(db, async (trx) => {
    const { locationId } = (await getEntity(trx, table, orgId, id)) as { locationId: string }
    const isHere = sql`location_id = ${locationId}`
    const write = () => updateEntity(trx, table, orgId, id, { status: 'inactive' })
    return dryRun(trx, () =>
      canceledBy(trx, orgId, { bookings: isHere, parking_bookings: isHere }, () =>
        changingNodes(trx, consequences, orgId, table, BY_DIRECTORY, [id], write),
      ),
    )
  })

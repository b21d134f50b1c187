import type { BatchOutcome, Place, PlacesChange } from '@rollcall/contract'
import { sql } from 'kysely'
import type { Principal } from '../../gate/access/principal.ts'
import { underRules } from '../../platform/db/constraints.ts'
import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import { maybeDryRun } from '../../platform/transactions/dry-run.ts'
import { transact } from '../../platform/transactions/transact.ts'
import { canceledBy } from '../consequences/canceled-bookings.ts'
import { changingNodes } from '../consequences/changing.ts'
import type { DirectoryConsequences } from '../consequences/directory-consequences.ts'
import { changeEntities, type Refusal, refuseChanges, refuseUnknown } from '../entities/change-several.ts'
import { getEntity } from '../entities/entity-service.ts'
import { selectByIds, type Values } from '../entities/entity-table.ts'
import { PLACES, ZONES } from './node-tables.ts'

/**
 * Changes several desks in the same way, all or none, with what follows for bookings.
 * @throws AppError entity_not_found, name_taken, invalid_body, with a pointer to each desk that cannot be changed
 */
export const changePlaces = (
  db: Db,
  consequences: DirectoryConsequences,
  { orgId, userId }: Pick<Principal, 'orgId' | 'userId'>,
  { ids: given, changes }: PlacesChange,
  isDryRun: boolean,
): Promise<BatchOutcome> =>
  underRules(
    transact(db, (trx) =>
      maybeDryRun(trx, isDryRun, async () => {
        const ids = [...new Set(given)]
        const by = { changedBy: 'administrator', userId } as const
        let changedCount = 0
        const change = () =>
          changingNodes(trx, consequences, orgId, PLACES, by, ids, async () => {
            const places = await selectByIds(trx, PLACES, orgId, ids)
            refuseUnknown('desk', given, places)
            if (changes.zoneId !== undefined) await refuseMoves(trx, orgId, given, places, changes.zoneId)
            changedCount = await changeEntities(trx, PLACES, orgId, ids, changes as Values)
          })
        const canceled = await canceledBy(trx, orgId, { bookings: sql`place_id = any (${arrayLiteral(ids)}::uuid[])` }, change)
        return { dryRun: isDryRun, changedCount, ...canceled }
      }),
    ),
  )

/** A desk stays in its building, and its name is unique in its zone. */
const refuseMoves = async (
  trx: Db,
  orgId: string,
  given: readonly string[],
  places: ReadonlyMap<string, Place>,
  zoneId: string,
): Promise<void> => {
  const { locationId, zoneName } = await getEntity(trx, ZONES, orgId, zoneId)
  const moved = [...places.values()].filter((place) => place.zoneId !== zoneId)
  const names = new Set(moved.map(({ placeName }) => placeName))
  const { rows } = await sql<{ name: string }>`
    select name
    from places
    where org_id = ${orgId} and zone_id = ${zoneId} and name = any (${arrayLiteral([...names])}::text[])`.execute(trx)
  const taken = new Set(rows.map(({ name }) => name))
  refuseChanges(
    given,
    moved.flatMap(({ placeId: id, placeName, locationId: own }): Refusal[] => {
      if (own !== locationId)
        return [{ id, name: placeName, code: 'invalid_body', message: `is in another building than ${zoneName}` }]
      const isFirst = names.delete(placeName)
      if (isFirst && !taken.has(placeName)) return []
      return [{ id, name: placeName, code: 'name_taken', message: `has the name of another desk in ${zoneName}` }]
    }),
  )
}

import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import {
  type Changer,
  type DirectoryConsequences,
  isNodeTable,
  type NodeBefore,
  type UserBefore,
} from './directory-consequences.ts'

/**
 * Runs a statement that changes the status or primary location of these users, and its consequences. Locks the users in the
 * order of their ids, as bookings lock them.
 */
export const changingUsers = async <T>(
  trx: Db,
  { usersChanged }: DirectoryConsequences,
  orgId: string,
  userIds: readonly string[],
  write: () => Promise<T>,
): Promise<T> => {
  const { rows: before } = await sql<UserBefore>`
    select id, status, primary_location_id as "primaryLocationId"
    from users
    where org_id = ${orgId} and id = any (${arrayLiteral(userIds)}::uuid[])
    order by id
    for no key update`.execute(trx)
  const written = await write()
  await usersChanged(trx, orgId, before)
  return written
}

/**
 * Runs a statement that changes nodes of one kind, and its consequences. Locks the nodes in the order of their ids. The zone and name of
 * a desk are keys: with a weaker lock the statement would wait for bookings that refer to the desk and wait for it themselves.
 */
export const changingNodes = async <T>(
  trx: Db,
  { nodesChanged }: DirectoryConsequences,
  orgId: string,
  { table }: { readonly table: string },
  by: Changer,
  ids: readonly string[],
  write: () => Promise<T>,
): Promise<T> => {
  if (!isNodeTable(table)) return write()
  const [assignee, zone, strength] =
    table === 'places'
      ? [sql`assigned_user_id`, sql`zone_id`, sql`for update`]
      : [sql`null::uuid`, sql`null::uuid`, sql`for no key update`]
  const { rows: before } = await sql<NodeBefore>`
    select id, status, ${assignee} as "assignedUserId", ${zone} as "zoneId"
    from ${sql.table(table)}
    where org_id = ${orgId} and id = any (${arrayLiteral(ids)}::uuid[])
    order by id
    ${strength}`.execute(trx)
  const written = await write()
  await nodesChanged(trx, orgId, { table, by }, before)
  return written
}

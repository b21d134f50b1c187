import { sql } from 'kysely'
import type {
  DirectoryConsequences,
  NodeBefore,
  NodeChange,
  UserBefore,
} from '../../directory/consequences/directory-consequences.ts'
import type { Db } from '../../platform/db/database.ts'
import { createCommand } from '../commands/command.ts'
import { releaseBookingsOfAssignedDesks } from './bookings-of-assigned-desks.ts'
import { moveBookingsOfDesks } from './bookings-of-moved-desks.ts'
import { releaseBookingsOfNodes } from './bookings-of-nodes.ts'
import { planDaysOfHorizon } from './days-of-horizon.ts'
import { releaseDaysOfLeavers } from './days-of-leavers.ts'
import { moveDaysWithPrimaryLocation } from './days-of-primary-location.ts'
import { restoreDaysOff } from './days-off-of-returners.ts'
import { releaseFutureParking } from './future-parking.ts'

interface ChangedUser {
  readonly id: string
  readonly hasMoved: boolean
  readonly hasLeft: boolean
  readonly hasReturned: boolean
  readonly isActive: boolean
}

const usersChanged = async (trx: Db, orgId: string, before: readonly UserBefore[]): Promise<number> => {
  const changed = await selectChangedUsers(trx, orgId, before)
  const idsOf = (is: (user: ChangedUser) => boolean) => changed.filter(is).map(({ id }) => id)
  const leavers = idsOf(({ hasLeft }) => hasLeft)
  const command = createCommand({ changedBy: 'directory', userId: null }, 'week plan')
  let canceled = await moveDaysWithPrimaryLocation(
    trx,
    orgId,
    idsOf(({ hasMoved }) => hasMoved),
  )
  await restoreDaysOff(
    trx,
    orgId,
    idsOf(({ hasReturned }) => hasReturned),
  )
  await planDaysOfHorizon(
    trx,
    orgId,
    command,
    idsOf(({ isActive }) => isActive),
  )
  canceled += await releaseDaysOfLeavers(trx, orgId, leavers)
  await releaseFutureParking(trx, orgId, 'user_id', leavers)
  return canceled
}

const selectChangedUsers = async (trx: Db, orgId: string, before: readonly UserBefore[]): Promise<ChangedUser[]> => {
  if (before.length === 0) return []
  const { rows } = await sql<ChangedUser>`
    select u.id, u.primary_location_id is distinct from b."primaryLocationId" as "hasMoved",
      u.status = 'inactive' and b.status <> 'inactive' as "hasLeft", u.status = 'active' and b.status <> 'active' as "hasReturned",
      u.status = 'active' as "isActive"
    from json_to_recordset(${JSON.stringify(before)}::json) as b (id uuid, status text, "primaryLocationId" uuid)
    cross join lateral (
      select u.id, u.status, u.primary_location_id from users u where u.org_id = ${orgId} and u.id = b.id offset 0
    ) u
    where (u.status, u.primary_location_id) is distinct from (b.status, b."primaryLocationId")
    order by u.id`.execute(trx)
  return rows
}

const nodesChanged = async (trx: Db, orgId: string, change: NodeChange, before: readonly NodeBefore[]): Promise<number> => {
  const changed = await selectChangedNodes(trx, orgId, change, before)
  const [closed, assigned] = [idsOf(changed, 'isClosed'), idsOf(changed, 'isAssigned')]
  const { table, by } = change
  const stranded = await moveBookingsOfDesks(trx, orgId, by, idsOf(changed, 'isMoved'))
  let canceled = await releaseBookingsOfNodes(trx, orgId, change, [...closed, ...stranded])
  canceled += await releaseBookingsOfAssignedDesks(trx, orgId, by, assigned)
  if (table === 'parking_bays') await releaseFutureParking(trx, orgId, 'bay_id', closed)
  if (table === 'locations') await releaseFutureParking(trx, orgId, 'location_id', closed)
  return canceled
}

interface ChangedNode {
  readonly id: string
  readonly isClosed: boolean
  readonly isAssigned: boolean
  readonly isMoved: boolean
}

const idsOf = (changed: readonly ChangedNode[], is: 'isClosed' | 'isAssigned' | 'isMoved'): string[] =>
  changed.filter((node) => node[is]).map(({ id }) => id)

const selectChangedNodes = async (
  trx: Db,
  orgId: string,
  { table }: NodeChange,
  before: readonly NodeBefore[],
): Promise<ChangedNode[]> => {
  if (before.length === 0) return []
  const [assignee, zone] = table === 'places' ? [sql`n.assigned_user_id`, sql`n.zone_id`] : [sql`null::uuid`, sql`null::uuid`]
  const { rows } = await sql<ChangedNode>`
    select n.id, n.status = 'inactive' and b.status <> 'inactive' as "isClosed",
      n.assignee is not null and n.assignee is distinct from b."assignedUserId" as "isAssigned",
      n.zone is distinct from b."zoneId" as "isMoved"
    from json_to_recordset(${JSON.stringify(before)}::json) as b (id uuid, status text, "assignedUserId" uuid, "zoneId" uuid)
    cross join lateral (
      select n.id, n.status, ${assignee} as assignee, ${zone} as zone
      from ${sql.table(table)} n
      where n.org_id = ${orgId} and n.id = b.id
      offset 0
    ) n
    where (n.status, n.assignee, n.zone) is distinct from (b.status, b."assignedUserId", b."zoneId")
    order by n.id`.execute(trx)
  return rows
}

/** Applies the consequences of changed users and nodes to plans and bookings. */
export const directoryConsequences: DirectoryConsequences = { usersChanged, nodesChanged }

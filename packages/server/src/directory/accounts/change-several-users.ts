import { type BatchOutcome, formatRoles, GLOBAL_ADMINISTRATORS, type User, type UsersChange } from '@rollcall/contract'
import { sql } from 'kysely'
import { keepAdministrator } from '../../gate/access/administrators.ts'
import { hasRole, type Principal } from '../../gate/access/principal.ts'
import { recordChanges } from '../../gate/audit/audit-log.ts'
import { endSessionsOfUsers } from '../../gate/sessions/end-sessions.ts'
import { underRules } from '../../platform/db/constraints.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import { lockDirectory } from '../../platform/transactions/directory-lock.ts'
import { maybeDryRun } from '../../platform/transactions/dry-run.ts'
import { transact } from '../../platform/transactions/transact.ts'
import { canceledBy } from '../consequences/canceled-bookings.ts'
import type { DirectoryConsequences } from '../consequences/directory-consequences.ts'
import { type Refusal, refuseChanges, refuseUnknown } from '../entities/change-several.ts'
import { addMembers, type RefuseMembers, removeMembers } from '../groups/member-service.ts'
import { changeStatus, selectUsers } from '../people/user-service.ts'
import { listAllowed, setRoles } from './account-store.ts'

/**
 * Changes several users in the same way, all or none, with what follows for bookings and sessions.
 * @throws AppError with a pointer to each user who cannot be changed; role_not_allowed, last_administrator, break_glass_missing
 */
export const changeUsers = (
  db: Db,
  consequences: DirectoryConsequences,
  caller: Principal,
  { ids: given, changes }: UsersChange,
  isDryRun: boolean,
): Promise<BatchOutcome> => {
  assertMay(caller, changes)
  const { orgId } = caller
  const ids = [...new Set(given)]
  const isTheirs = sql`user_id = any (${arrayLiteral(ids)}::uuid[])`
  return underRules(
    transact(db, (trx) =>
      maybeDryRun(trx, isDryRun, async () => {
        await lockDirectory(trx, orgId)
        const users = await selectUsers(trx, orgId, ids)
        refuseUnknown('user', given, users)
        let changedCount = 0
        const canceled = await canceledBy(trx, orgId, { bookings: isTheirs, parking_bookings: isTheirs }, async () => {
          for (const change of changesOf(trx, consequences, caller, given, users, changes)) {
            changedCount = Math.max(changedCount, await change())
          }
        })
        return { dryRun: isDryRun, changedCount, ...canceled }
      }),
    ),
  )
}

/** Workplace administrators change people, and only global administrators how they sign in and what they may. */
const assertMay = (caller: Principal, { roles, signOut }: UsersChange['changes']): void => {
  if ((!roles && !signOut) || hasRole(caller, GLOBAL_ADMINISTRATORS)) return
  throw new AppError('role_not_allowed', {
    detail: `Only ${formatRoles(GLOBAL_ADMINISTRATORS)} set roles and sign users out.`,
  })
}

/** The parts of a change, each of which returns how many users it changed. */
const changesOf = (
  trx: Db,
  consequences: DirectoryConsequences,
  caller: Principal,
  given: readonly string[],
  users: ReadonlyMap<string, User>,
  { status, joinGroupId, leaveGroupId, roles, signOut }: UsersChange['changes'],
): (() => Promise<number>)[] => {
  const { orgId } = caller
  const ids = [...users.keys()]
  const refuse: RefuseMembers = (refused) =>
    refuseChanges(
      given,
      [...refused].map(([id, message]) => ({
        id,
        name: nameOf(users.get(id)),
        code: 'group_origin',
        message: `stays as it is. ${message}`,
      })),
    )
  return [
    ...(status ? [() => changeStatus(trx, consequences, caller, given, users, status)] : []),
    ...(joinGroupId ? [() => addMembers(trx, orgId, joinGroupId, ids, refuse)] : []),
    ...(leaveGroupId ? [() => removeMembers(trx, orgId, leaveGroupId, ids, refuse)] : []),
    ...(roles ? [() => changeRoles(trx, orgId, given, users, roles)] : []),
    ...(signOut ? [() => signOutUsers(trx, orgId, ids)] : []),
  ]
}

const nameOf = (user: User | undefined): string => user?.userName ?? 'A user'

const changeRoles = async (
  trx: Db,
  orgId: string,
  given: readonly string[],
  users: ReadonlyMap<string, User>,
  roles: readonly string[],
): Promise<number> => {
  const before = await listAllowed(trx, orgId, [...users.keys()])
  refuseChanges(
    given,
    [...users].flatMap(([id, user]): Refusal[] => {
      if (user.status !== 'active') return [{ id, name: nameOf(user), code: 'user_inactive', message: 'is inactive' }]
      return before.has(id) ? [] : [{ id, name: nameOf(user), code: 'entity_not_found', message: 'has no account' }]
    }),
  )
  const changed = [...before].filter(([, account]) => account.roles.toSorted().join() !== [...new Set(roles)].toSorted().join())
  const ids = changed.map(([id]) => id)
  await keepAdministrator(trx, orgId, () => setRoles(trx, orgId, ids, [...new Set(roles)]))
  const changes = changed.map(([id, allowed]) => ({
    action: 'account.set' as const,
    entity: { type: 'account', id },
    before: allowed,
    after: { ...allowed, roles },
  }))
  await recordChanges(trx, orgId, changes)
  return changes.length
}

const signOutUsers = async (trx: Db, orgId: string, ids: readonly string[]): Promise<number> => {
  const ended = await endSessionsOfUsers(trx, orgId, ids)
  const changes = [...ended].map(([id, sessions]) => ({
    action: 'session.end-all' as const,
    entity: { type: 'account', id },
    after: { sessions },
  }))
  await recordChanges(trx, orgId, changes)
  return changes.length
}

import { underRules } from '../../platform/db/constraints.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { lockDirectory } from '../../platform/transactions/directory-lock.ts'
import { transact } from '../../platform/transactions/transact.ts'
import type { Provider } from './provider.ts'
import { isRefused, type Planned, planUsers, type Request, readWanted, type UserChange } from './user-changes.ts'
import { selectUsersById, type UserRow } from './user-rows.ts'
import { saveUsers } from './user-store.ts'

/** What became of a call about a user or group. */
export interface Done<Row> {
  readonly effect: UserChange['effect']
  readonly id: string
  /** The resource afterwards; undefined for one that was deleted. */
  readonly row: Row | undefined
}

export type Result<Row> = Done<Row> | Exclude<Planned, UserChange>

/**
 * Carries out calls about different users, each by itself, with a number of statements that does not depend on how many they are. If
 * all users are as the calls want them, nothing is locked or written.
 */
export const applyToUsers = async (
  db: Db,
  provider: Provider,
  requests: readonly Request[],
  withGroups: boolean,
): Promise<Result<UserRow>[]> => {
  const wanted = requests.map((request) => {
    try {
      return readWanted(request)
    } catch (error) {
      if (error instanceof AppError) return error
      throw error
    }
  })
  const save = () =>
    transact(db, async (trx): Promise<Result<UserRow>[]> => {
      await lockDirectory(trx, provider.orgId)
      const plans = await planUsers(trx, provider, wanted, withGroups)
      await saveUsers(
        trx,
        provider,
        plans.filter((plan): plan is UserChange => !isRefused(plan)),
      )
      const written = plans.flatMap((plan) => (isSettled(plan) || isRefused(plan) ? [] : [plan.id]))
      const rows = await selectUsersById(trx, provider, written, withGroups)
      return plans.map((plan) =>
        isSettled(plan) ? toResult(plan) : { effect: plan.effect, id: plan.id, row: rows.get(plan.id) },
      )
    })
  try {
    const first = await planUsers(db, provider, wanted, withGroups)
    if (first.every(isSettled)) return first.map(toResult)
    return await underRules(save())
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error
    if (requests.length === 1) return [error]
    // One of the calls cannot be stored, such as the one that deactivates the last administrator, and the others do not suffer; or two
    // are about one name, and take effect in their order.
    const half = Math.ceil(requests.length / 2)
    const results = await applyToUsers(db, provider, requests.slice(0, half), withGroups)
    return [...results, ...(await applyToUsers(db, provider, requests.slice(half), withGroups))]
  }
}

/** Whether nothing remains to be done for a call. */
const isSettled = (plan: Planned): plan is Exclude<Planned, UserChange> | (UserChange & { effect: 'unchanged' }) =>
  isRefused(plan) || plan.effect === 'unchanged'

const toResult = (plan: Planned): Result<UserRow> =>
  isRefused(plan) ? plan : { effect: plan.effect, id: plan.id, row: plan.before }

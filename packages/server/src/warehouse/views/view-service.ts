import { randomUUID } from 'node:crypto'
import {
  type AdministratorRole,
  formatRoles,
  GLOBAL_ADMINISTRATORS,
  MAX_OWN_VIEWS,
  MAX_SHARED_VIEWS,
  type NewView,
  type SavedView,
  VIEW_PAGES,
  type ViewChanges,
} from '@rollcall/contract'
import { hasRole, type Principal } from '../../gate/access/principal.ts'
import { recordChange } from '../../gate/audit/audit-log.ts'
import { assertIfMatch } from '../../gate/parameters/if-match.ts'
import { lockForTransaction } from '../../platform/db/advisory-lock.ts'
import { underRules } from '../../platform/db/constraints.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { transact } from '../../platform/transactions/transact.ts'
import { clearDefault, countViews, deleteView, insertView, listViews, lockOwner, saveView, setDefault } from './view-store.ts'

/** A caller who is a person. */
type Person = Principal & { readonly userId: string }

const asPerson = (caller: Principal): Person => {
  if (caller.userId === null) throw new AppError('entity_not_found', { detail: 'A key has no views: sign in instead.' })
  return caller as Person
}

export const tagOf = ({ version }: Pick<SavedView, 'version'>): string => `"${version}"`

/** @throws AppError entity_not_found for a view that the caller does not see */
const getView = async (db: Db, caller: Principal, viewId: string): Promise<SavedView> => {
  const [view] = await listViews(db, caller, viewId)
  if (!view) throw new AppError('entity_not_found', { detail: 'There is no view with this id, or it is not shared with you.' })
  return view
}

/** A view that the caller, who is a person, sees. @throws AppError entity_not_found */
export const getOwnView = async (db: Db, given: Principal, viewId: string): Promise<{ userId: string; view: SavedView }> => {
  const caller = asPerson(given)
  return { userId: caller.userId, view: await getView(db, caller, viewId) }
}

/** Changes of views of an organization follow each other, so that their limits hold. */
const changing = <T>(db: Db, orgId: string, work: (trx: Db) => Promise<T>): Promise<T> =>
  underRules(
    transact(db, async (trx) => {
      await lockForTransaction(trx, `views of ${orgId}`)
      return work(trx)
    }),
  )

const assertOwnCount = (own: number): void => {
  if (own < MAX_OWN_VIEWS) return
  throw new AppError('conflict', { detail: `You have ${MAX_OWN_VIEWS} views already. Delete one first.` })
}

const assertSharedCount = (shared: number): void => {
  if (shared < MAX_SHARED_VIEWS) return
  throw new AppError('conflict', {
    detail: `The organization shares ${MAX_SHARED_VIEWS} views already. Keep this one private, or delete a shared one first.`,
  })
}

const withoutRepeats = (roles: readonly AdministratorRole[]): AdministratorRole[] => [...new Set(roles)].sort()

const shown = ({ name, page, search, sharedWith }: SavedView) => ({ name, page, search, sharedWith: sharedWith.join(', ') })
const entityOf = ({ viewId, name }: SavedView) => ({ type: 'view', id: viewId, name })

/** @throws AppError entity_not_found for a key, role_not_allowed, name_taken, conflict */
export const createView = (db: Db, given: Principal, body: NewView): Promise<SavedView> => {
  const caller = asPerson(given)
  const { orgId, userId } = caller
  const roles = VIEW_PAGES[body.page]
  if (!hasRole(caller, roles)) throw new AppError('role_not_allowed', { detail: `The page is for ${formatRoles(roles)}.` })
  return changing(db, orgId, async (trx) => {
    const viewId = body.viewId || randomUUID()
    const owner = await lockOwner(trx, orgId, viewId)
    if (owner === userId) return getView(trx, caller, viewId)
    if (owner !== undefined) throw new AppError('conflict', { detail: 'This viewId belongs to a view of another person.' })
    const sharedWith = withoutRepeats(body.sharedWith ?? [])
    const { own, shared } = await countViews(trx, orgId, userId)
    assertOwnCount(own)
    if (sharedWith.length > 0) assertSharedCount(shared)
    await insertView(trx, orgId, userId, viewId, { ...body, sharedWith })
    const view = await getView(trx, caller, viewId)
    await recordChange(trx, orgId, { entity: entityOf(view), before: null, after: shown(view) })
    return view
  })
}

/** @throws AppError entity_not_found, role_not_allowed, precondition_failed, name_taken, conflict */
export const updateView = (
  db: Db,
  given: Principal,
  viewId: string,
  changes: ViewChanges,
  ifMatch: string | undefined,
): Promise<SavedView> => {
  const caller = asPerson(given)
  const { orgId, userId } = caller
  return changing(db, orgId, async (trx) => {
    const before = await getView(trx, caller, viewId)
    if (!before.isOwn) {
      throw new AppError('role_not_allowed', { detail: `Only its owner, ${before.ownerName}, may change this view.` })
    }
    assertIfMatch(ifMatch, tagOf(before))
    const sharedWith = withoutRepeats(changes.sharedWith ?? before.sharedWith)
    if (sharedWith.length > 0 && before.sharedWith.length === 0) {
      assertSharedCount((await countViews(trx, orgId, userId)).shared)
    }
    await saveView(trx, orgId, viewId, { ...before, ...changes, sharedWith })
    const after = await getView(trx, caller, viewId)
    await recordChange(trx, orgId, { entity: entityOf(after), before: shown(before), after: shown(after) })
    return after
  })
}

/** @throws AppError entity_not_found, role_not_allowed */
export const removeView = (db: Db, given: Principal, viewId: string): Promise<void> => {
  const caller = asPerson(given)
  return changing(db, caller.orgId, async (trx) => {
    const view = await getView(trx, caller, viewId)
    if (!view.isOwn && !hasRole(caller, GLOBAL_ADMINISTRATORS)) {
      throw new AppError('role_not_allowed', {
        detail: `Only its owner, ${view.ownerName}, and ${formatRoles(GLOBAL_ADMINISTRATORS)} may delete this view.`,
      })
    }
    await deleteView(trx, caller.orgId, viewId)
    await recordChange(trx, caller.orgId, { entity: entityOf(view), before: shown(view), after: null })
  })
}

/** Makes the page of a view open with it, or no longer. @throws AppError entity_not_found */
export const chooseDefault = (db: Db, given: Principal, viewId: string, isDefault: boolean): Promise<SavedView> => {
  const caller = asPerson(given)
  const { orgId, userId } = caller
  return changing(db, orgId, async (trx) => {
    const { page } = await getView(trx, caller, viewId)
    if (isDefault) await setDefault(trx, orgId, userId, page, viewId)
    else await clearDefault(trx, orgId, userId, viewId)
    return getView(trx, caller, viewId)
  })
}

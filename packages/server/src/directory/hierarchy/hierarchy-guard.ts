import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { transact } from '../../platform/transactions/transact.ts'
import { recordSettings } from '../settings/settings-service.ts'
import type { Replacement } from './hierarchy-plan.ts'
import { updateGuard } from './hierarchy-store.ts'

/**
 * Sets the guard: a hierarchy submission may remove or move at most this share of the stored relationships, and set at most this
 * share of the groups inactive; null removes the guard.
 * @throws AppError entity_not_found; invalid_request unless a whole number from 0 to 100
 */
export const setHierarchyGuard = async (db: Db, orgId: string, percent: number | null): Promise<void> => {
  if (percent !== null && !(Number.isInteger(percent) && percent >= 0 && percent <= 100)) {
    throw new AppError('invalid_request', { detail: `${percent} is not a whole number from 0 to 100.` })
  }
  if (await transact(db, (trx) => recordSettings(trx, orgId, () => updateGuard(trx, orgId, percent)))) return
  throw new AppError('entity_not_found', { detail: `There is no organization ${orgId}.` })
}

/** @throws AppError import_guard when more would be removed, moved or set inactive than the organization allows */
export const assertWithinGuard = (percent: number | null, replacement: Replacement): void => {
  if (percent === null) return
  const { removed, updated, stored, deactivated, activeGroups } = replacement
  const isBeyondGuard = (removed + updated) * 100 > stored * percent || deactivated * 100 > activeGroups * percent
  if (!isBeyondGuard) return
  throw new AppError('import_guard', {
    detail:
      `This would remove ${removed} and move ${updated} of ${stored} stored relationships, and set ${deactivated} of ${activeGroups} ` +
      `active groups inactive; the guard of this organization allows ${percent} %. ` +
      'Nothing was changed. Check that the data is complete; to replace it all the same, repeat the call with ?force=true.',
  })
}

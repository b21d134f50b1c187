import type { Db } from '../../platform/db/database.ts'
import { compareDays } from './covered-days.ts'
import { readPrivacy, type Scope } from './scope.ts'
import { type Shown, shownWithheld } from './withheld.ts'

/** Whether the earlier days may be shown, where those of the period are: without any that count, nothing is read about them. */
export const readComparable = async (db: Db, scope: Scope, shown: Shown): Promise<Shown> => {
  if (shown.hidden || compareDays(scope).days.length === 0) return shown
  const privacy = await readPrivacy(db, scope, scope.previous)
  return shownWithheld(scope, privacy.withheld(scope.groupIds, scope.locationIds))
}

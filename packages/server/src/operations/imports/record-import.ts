import { currentAct } from '../../gate/audit/act.ts'
import { type Change, recordChanges } from '../../gate/audit/audit-log.ts'
import type { Identity } from './check-users.ts'
import type { Changes, ImportRun } from './import-run.ts'

/** The ids of sources that the log names one by one; of an import that gives more of them, it has the number. */
export const MOST_NAMED_IDENTITIES = 100

interface Applied {
  readonly force: boolean
  /** The users whom the file sets inactive. */
  readonly leavers: number
}

/** Writes what an import did to the audit log, and which person got which id of a source. */
export const recordImport = async ({ db, orgId, changes, identities }: ImportRun, { force, leavers }: Applied): Promise<void> => {
  const kinds = changedKinds(changes)
  // The people of a sample company are no one whose ids matter.
  const isNamed = currentAct()?.action === 'import.run' && identities.length <= MOST_NAMED_IDENTITIES
  const given = isNamed ? identities.map(givenIdentity) : []
  // An id that is given to a person is no file to those who read the log.
  const isGiving = given.length > 0 && Object.keys(kinds).join() === 'identities'
  const left = leavers > 0 ? { usersDeactivated: leavers } : {}
  await recordChanges(db, orgId, [...(isGiving ? [] : [{ after: { force, changes: kinds, ...left } }]), ...given])
}

/** It is about the person, so that the erasure of the person removes the id. */
const givenIdentity = ({ source_id, source_user_id, user_id }: Identity): Change => ({
  action: 'identity.give',
  entity: { type: 'user', id: user_id },
  after: { sourceId: source_id, sourceUserId: source_user_id },
})

/** Counts of the kinds that the file changed, as the audit log has them. */
const changedKinds = (changes: Changes): Partial<Changes> =>
  Object.fromEntries(Object.entries(changes).filter(([, { created, updated, removed = 0 }]) => created + updated + removed > 0))

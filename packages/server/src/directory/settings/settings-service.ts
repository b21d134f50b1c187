import { GLOBAL_ADMINISTRATORS, type Settings, type SettingsChanges } from '@rollcall/contract'
import { hasRole, type Principal } from '../../gate/access/principal.ts'
import { currentAct } from '../../gate/audit/act.ts'
import { recordChange } from '../../gate/audit/audit-log.ts'
import { underRules } from '../../platform/db/constraints.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { knownTimeZone } from '../../platform/time/time-zone.ts'
import { transact } from '../../platform/transactions/transact.ts'

/** The settings of the whole organization. */
export const getSettings = (db: Db, orgId: string): Promise<Settings> =>
  db
    .selectFrom('organizations')
    .select(['id as organizationId', 'name as organizationName', 'time_zone as timeZone'])
    .select((column) => column.ref('desk_fairness').$castTo<Settings['deskFairness']>().as('deskFairness'))
    .select([
      'presence_based_booking as presenceBasedBooking',
      'auto_release as autoRelease',
      'show_time_off_types as showTimeOffTypes',
    ])
    .select('time_off_backdating as timeOffBackdating')
    .select(['minimum_group_size as minimumGroupSize', 'hierarchy_guard_percent as hierarchyGuardPercent'])
    .select('import_guard_percent as importGuardPercent')
    .select(['presence_retention_days as presenceRetentionDays', 'occupancy_retention_days as occupancyRetentionDays'])
    .select(['log_retention_days as logRetentionDays', 'visitor_retention_days as visitorRetentionDays'])
    .select(['audit_retention_days as auditRetentionDays', 'deleted_user_retention_days as deletedUserRetentionDays'])
    .where('id', '=', orgId)
    .executeTakeFirstOrThrow()

/** Runs the renaming of an organization if no other one has the name. @throws AppError name_taken, or why that is not known */
export type WithFreeName = <T>(orgId: string, name: string, rename: () => Promise<T>) => Promise<T>

/** In one database, the unique index says it. */
export const inOneDatabase: WithFreeName = (_orgId, _name, rename) => rename()

/** Absent fields stay as they are. @throws AppError invalid_body, name_taken, role_not_allowed, unavailable */
export const changeSettings = async (
  db: Db,
  caller: Principal,
  changes: SettingsChanges,
  withFreeName: WithFreeName = inOneDatabase,
): Promise<Settings> => {
  const { orgId } = caller
  const { timeZone } = changes
  if (changes.organizationName !== undefined) await assertMayName(db, caller, changes.organizationName)
  const columns = {
    name: changes.organizationName,
    time_zone: timeZone === undefined ? undefined : await knownTimeZone(db, '/timeZone', timeZone),
    desk_fairness: changes.deskFairness,
    presence_based_booking: changes.presenceBasedBooking,
    auto_release: changes.autoRelease,
    show_time_off_types: changes.showTimeOffTypes,
    time_off_backdating: changes.timeOffBackdating,
    minimum_group_size: changes.minimumGroupSize,
    hierarchy_guard_percent: changes.hierarchyGuardPercent,
    import_guard_percent: changes.importGuardPercent,
    ...retentionOf(caller, changes),
  }
  if (Object.values(columns).some((value) => value !== undefined)) {
    const save = (trx: Db) => trx.updateTable('organizations').set(columns).where('id', '=', orgId).execute()
    const update = () => underRules(transact(db, (trx) => recordSettings(trx, orgId, () => save(trx))))
    await (columns.name === undefined ? update() : withFreeName(orgId, columns.name, update))
  }
  return getSettings(db, orgId)
}

/** Runs a change of settings, and writes it to the audit log in its transaction. */
export const recordSettings = async <T>(trx: Db, orgId: string, change: () => Promise<T>): Promise<T> => {
  if (!currentAct()) return change()
  const known = await trx.selectFrom('organizations').select('id').where('id', '=', orgId).forNoKeyUpdate().execute()
  if (known.length === 0) return change()
  const before = await getSettings(trx, orgId)
  const changed = await change()
  const after = await getSettings(trx, orgId)
  const entity = { type: 'organization', id: orgId, name: after.organizationName }
  await recordChange(trx, orgId, { action: 'settings.update', entity, before, after })
  return changed
}

type RetentionChanges = Pick<
  SettingsChanges,
  | 'presenceRetentionDays'
  | 'occupancyRetentionDays'
  | 'logRetentionDays'
  | 'visitorRetentionDays'
  | 'auditRetentionDays'
  | 'deletedUserRetentionDays'
>

/** Changes retention on behalf of an operator, who may change every setting. @throws AppError as changeSettings */
export const setRetention = (db: Db, orgId: string, changes: RetentionChanges): Promise<Settings> =>
  changeSettings(db, { orgId, userId: null, roles: GLOBAL_ADMINISTRATORS, session: null }, changes)

/** Only global administrators may change retention, because anonymized data cannot be restored. @throws AppError role_not_allowed */
const retentionOf = (caller: Principal, changes: SettingsChanges) => {
  const columns = {
    presence_retention_days: changes.presenceRetentionDays,
    occupancy_retention_days: changes.occupancyRetentionDays,
    log_retention_days: changes.logRetentionDays,
    visitor_retention_days: changes.visitorRetentionDays,
    audit_retention_days: changes.auditRetentionDays,
    deleted_user_retention_days: changes.deletedUserRetentionDays,
  }
  if (Object.values(columns).every((value) => value === undefined) || hasRole(caller, GLOBAL_ADMINISTRATORS)) return columns
  throw new AppError('role_not_allowed', {
    detail: `Only these roles may change how long personal data is kept: ${GLOBAL_ADMINISTRATORS.join(' or ')}.`,
  })
}

/** People may need the name of the organization to sign in, so the name is part of access. */
const assertMayName = async (db: Db, caller: Principal, name: string): Promise<void> => {
  if (hasRole(caller, GLOBAL_ADMINISTRATORS) || (await getSettings(db, caller.orgId)).organizationName === name) return
  throw new AppError('role_not_allowed', {
    detail: `People may sign in with the name of the organization, so only these roles may change organizationName: ${GLOBAL_ADMINISTRATORS.join(' or ')}.`,
  })
}

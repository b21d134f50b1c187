import { setTimeout } from 'node:timers/promises'
import type { ImportKind } from '@rollcall/contract'
import { applyMappings } from '../../directory/attributes/apply-mappings.ts'
import { keepAdministrator } from '../../gate/access/administrators.ts'
import { endSessionsOfInactive } from '../../gate/sessions/end-sessions.ts'
import { bookAssignedDesks } from '../../planning/consequences/assigned-desks.ts'
import { asAppError } from '../../platform/db/constraints.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError, sqlState } from '../../platform/errors.ts'
import { NO_PAUSE, type Pause, pausing } from '../../platform/fairness/pauses.ts'
import { lockDirectory } from '../../platform/transactions/directory-lock.ts'
import { discardPlans } from '../../platform/transactions/discard-plans.ts'
import { boundLockWait } from '../../platform/transactions/lock-wait.ts'
import { analyzeNewRows, analyzeWritten } from './analyze-tables.ts'
import { userDay } from './check-day-plans.ts'
import { type CheckedFile, checkFile, refuseZonesUnknownToDatabase } from './check-file.ts'
import { createValidationErrors, ImportRefused, type ImportWarning } from './import-errors.ts'
import { assertWithinImportGuard, changedUsers, guardedShares, guardWarnings, selectImportGuard } from './import-guard.ts'
import { type Changes, createRun, type ImportProgress, type ImportRun, inChunks } from './import-run.ts'
import { type CheckedShape, checkShape, withoutConsequences } from './import-shape.ts'
import { namesAlike } from './names-alike.ts'
import { recordImport } from './record-import.ts'
import { saveBookings } from './save-bookings.ts'
import { saveDayPlans, saveOfficeDays } from './save-day-plans.ts'
import { consequencesOf, releaseNames, saveEntities, TABLES } from './save-entities.ts'
import { saveEvents } from './save-events.ts'
import { countPeople, savePeople } from './save-people.ts'
import { saveWeekPlans } from './save-week-plans.ts'
import { yieldToProviders } from './yield-to-providers.ts'

export { ImportRefused, type ImportWarning } from './import-errors.ts'
export type { Changes, ImportProgress } from './import-run.ts'

export interface ImportReport {
  dryRun: boolean
  changes: Changes
  /** Names of the first new ones, by kind. */
  createdNames: ImportRun['createdNames']
  /** Unknown keys of the file, names that are almost taken, and shares that exceed the organization's guard. */
  warnings: ImportWarning[]
  /** Whether the guard refuses the file unless it is forced. */
  needsForce: boolean
}

export interface ImportOptions {
  /** Applies the file and rolls back, so that the report shows what would change. */
  dryRun?: boolean
  /** Overrides only the guard of the organization. */
  force?: boolean
  /** Called at the start of each section and after each chunk of rows; starts over when the import is retried. */
  onProgress?: (progress: ImportProgress) => void
  /** Ends the import between two chunks; nothing is changed then. */
  signal?: AbortSignal
  /** Awaited after each statement, so that others go first. */
  pause?: Pause
  /** The maximum wait for another lock; unlimited by default. */
  lockWaitMs?: number
}

/**
 * Errors when another transaction wrote the same rows between our read and our write: unique violation, deadlock, serialization.
 */
const RACE = new Set(['23505', '40P01', '40001'])
const ATTEMPTS = 6
/** The pause keeps the import and a concurrent job, such as the nightly bookings, from colliding again. */
const PAUSE_MS = 200

/**
 * Changes the organization's directory, plans, bookings and events to match the file, in one transaction. What the file does not
 * name stays; importing the same file again changes nothing. For the time of large files see docs/operators/import.md.
 * @throws ImportRefused with every validation error, AppError import_guard; nothing is changed then
 */
export const importDirectory = async (
  db: Db,
  orgId: string,
  file: unknown,
  options: ImportOptions = {},
): Promise<ImportReport> => {
  const shape = await checkShape(file, createValidationErrors())
  if (!shape.file) throw new ImportRefused([...shape.errors], shape.warnings)
  for (let attempt = 1; ; attempt++) {
    try {
      const { report, analyzed } = await importOnce(db, orgId.toLowerCase(), shape, options)
      if (!report.dryRun) await analyzeWritten(db, report.changes, analyzed)
      return report
    } catch (error) {
      if (attempt === ATTEMPTS || !RACE.has(sqlState(error) ?? '')) throw asAppError(error)
      await setTimeout(Math.random() * PAUSE_MS, undefined, { signal: options.signal })
    }
  }
}

const importOnce = async (
  db: Db,
  orgId: string,
  shape: CheckedShape,
  options: ImportOptions,
): Promise<{ report: ImportReport; analyzed: readonly ImportKind[] }> => {
  const { dryRun = false, force = false, pause = NO_PAUSE } = options
  const transaction = await db.startTransaction().execute()
  try {
    if (options.lockWaitMs !== undefined) await boundLockWait(transaction, options.lockWaitMs)
    await lockOrganization(transaction, orgId)
    const run = createRun(transaction.withPlugin(pausing(pause)), orgId, options)
    const { checked, warnings: yielded } = await check(run, shape)
    const guard = await selectImportGuard(transaction, orgId)
    const changed = changedUsers(checked)
    const past = await guardedShares(transaction, orgId, checked, changed, guard)
    if (!dryRun && !force) assertWithinImportGuard(guard, past)
    await discardPlans(transaction)
    await write(run, checked, [...yielded, ...shape.warnings])
    if (!dryRun) await recordImport(run, { force, leavers: changed.leavers })
    await (dryRun ? transaction.rollback() : transaction.commit()).execute()
    const report = {
      dryRun,
      changes: run.changes,
      createdNames: run.createdNames,
      warnings: [...guardWarnings(guard, past), ...yielded, ...shape.warnings],
      needsForce: past.length > 0,
    }
    return { report, analyzed: run.analyzed }
  } catch (error) {
    if (!transaction.isCommitted && !transaction.isRolledBack) await transaction.rollback().execute()
    throw error
  }
}

/** Imports of one organization run one after the other, so each sees what the previous one has written. */
const lockOrganization = async (db: Db, orgId: string): Promise<void> => {
  await lockDirectory(db, orgId)
  const found = await db.selectFrom('organizations').select('id').where('id', '=', orgId).executeTakeFirst()
  if (!found) throw new AppError('entity_not_found', { detail: `There is no organization ${orgId}.` })
}

const check = async (
  run: ImportRun,
  shape: CheckedShape,
): Promise<{ checked: CheckedFile; warnings: readonly ImportWarning[] }> => {
  const { file, warnings } = shape
  const errors = createValidationErrors()
  for (const { pointer, code, message } of shape.errors) errors.add(pointer, code, message)
  if (!file) throw new ImportRefused(errors.list, warnings)
  const total = Object.values(file).reduce((sum, section) => sum + (Array.isArray(section) ? section.length : 0), 0)
  run.begin('validate', total)
  const checked = await checkFile(run.db, run.orgId, file, errors)
  await refuseZonesUnknownToDatabase(run.db, file, errors)
  const yielded = await yieldToProviders(run.db, run.orgId, checked.people, checked.directory, errors)
  if (errors.list.length > 0) throw new ImportRefused(withoutConsequences(errors.list, shape), warnings)
  run.advance(total)
  const alike = await namesAlike(run.db, run.orgId, checked.directory)
  return { checked: { ...checked, people: yielded.people }, warnings: [...yielded.warnings, ...alike] }
}

/** Writes in the order of references; of the parts about a day, the one that takes precedence is first. */
const write = async (run: ImportRun, checked: CheckedFile, warnings: readonly ImportWarning[]): Promise<void> => {
  const { directory, locations, groups, people } = checked
  const { locations: buildings, levels, zones, spaces, parkingBays } = locations
  run.begin('locations', buildings.length + levels.length + zones.length + spaces.length + parkingBays.length)
  const save = async (kind: Exclude<keyof typeof TABLES, 'events'>, rows: CheckedFile['groups']) => {
    await releaseNames(run, TABLES[kind], directory[kind])
    await saveEntities(run, TABLES[kind], rows, (id) => directory[kind].stored.has(id))
  }
  await save('locations', buildings)
  await save('levels', levels)
  await save('zones', zones)
  await save('spaces', spaces)
  await save('parkingBays', parkingBays)
  run.begin('groups', groups.length)
  await save('groups', groups)
  run.begin('users', people.users.length + countPeople(people))
  // No one could undo an import that signs out the last global administrator.
  await keepAdministrator(run.db, run.orgId, () => save('users', people.users))
  await savePeople(run, people, (userId) => directory.users.stored.has(userId))
  await analyzeNewRows(run, ['users', 'memberships'])
  await endSessionsOfInactive(run.db, run.orgId)
  // Attributes that the file set, or memberships that it removed, take effect according to the attribute mappings.
  if (people.users.length > 0) await applyMappings(run.db, consequencesOf(run), run.orgId)
  run.begin('places', checked.places.length)
  await save('places', checked.places)
  await saveDayPlans(run, checked.dayPlans)
  await saveOfficeDays(run, checked.bookings.officeDays)
  const officeDays = await saveWeekPlans(run, people.weekPlans)
  const errors = createValidationErrors()
  await saveBookings(run, checked.bookings, errors)
  if (errors.list.length > 0) throw new ImportRefused(errors.list, warnings)
  // Assignments book around the bookings of the file. If the file names a booking, the day keeps it.
  const unnamed = officeDays.filter(({ userId, day }) => !checked.bookings.named.has(userDay(userId, day)))
  await inChunks(unnamed, (days) => bookAssignedDesks(run.db, run.orgId, run.command, days))
  await saveEvents(run, checked.events)
}

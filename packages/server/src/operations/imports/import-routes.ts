import { ENDPOINTS, IMPORT_KINDS, type ImportOutcome, MAX_IMPORT_ERRORS } from '@rollcall/contract'
import { untilLeft } from '../../gate/http/caller-left.ts'
import { type HttpContext, serve } from '../../gate/http/serve.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Fairness } from '../../platform/fairness/fairness.ts'
import { createPauses } from '../../platform/fairness/pauses.ts'
import { REQUEST_LOCK_WAIT_MS } from '../../platform/transactions/lock-wait.ts'
import { ImportRefused, type ImportReport, importDirectory } from './import-service.ts'

export const registerImportRoutes = (http: HttpContext, db: Db, fairness: Fairness): void => {
  // Each import holds a connection until the one before is done: more than one per organization could leave none for others.
  const busy = new Set<string>()

  serve(http, ENDPOINTS.runImport, async ({ body, caller: { orgId }, query, request, reply }) => {
    const dryRun = query.dryRun === 'true'
    if (busy.has(orgId)) throw new AppError('conflict', { detail: 'Another import is under way. Try again when it is done.' })
    busy.add(orgId)
    try {
      const force = query.force === 'true'
      using pauses = createPauses(fairness, request.owner)
      // A caller that disconnects cancels the import: nothing is changed then.
      const options = { dryRun, force, signal: untilLeft(reply), pause: pauses.pause, lockWaitMs: REQUEST_LOCK_WAIT_MS }
      const { changes, createdNames, ...report } = await importDirectory(db, orgId, body, options)
      return { ...report, canBeApplied: true, changes: changesByKind({ changes, createdNames }), faultCount: 0, faults: [] }
    } catch (error) {
      if (!(error instanceof ImportRefused)) throw error
      if (!dryRun) throw new AppError('invalid_body', { errors: error.faults, cause: error })
      return refusal(error)
    } finally {
      busy.delete(orgId)
    }
  })
}

const changesByKind = ({ changes, createdNames }: Pick<ImportReport, 'changes' | 'createdNames'>): ImportOutcome['changes'] =>
  IMPORT_KINDS.map((kind) => ({ kind, removed: 0, ...changes[kind], createdNames: createdNames[kind] ?? [] }))

const refusal = ({ faults, warnings }: ImportRefused): ImportOutcome => ({
  dryRun: true,
  canBeApplied: false,
  changes: [],
  faultCount: faults.length,
  faults: faults.slice(0, MAX_IMPORT_ERRORS),
  warnings: [...warnings],
  needsForce: false,
})

import { ENDPOINTS } from '@rollcall/contract'
import { type HttpContext, serve } from '../../gate/http/serve.ts'
import type { Db } from '../../platform/db/database.ts'
import { createTurns } from '../../platform/transactions/directory-lock.ts'
import { transactBounded } from '../../platform/transactions/lock-wait.ts'
import { listAttributeMappings, mapAttribute, unmapAttribute } from '../attributes/mapping-service.ts'
import type { DirectoryConsequences } from '../consequences/directory-consequences.ts'
import { changeSettings, getSettings, type WithFreeName } from './settings-service.ts'

/** Registers the routes. A mapping changes all users and their days, so it uses `jobs`, whose statements have no timeout. */
export const registerSettingsRoutes = (
  http: HttpContext,
  db: Db,
  jobs: Db,
  consequences: DirectoryConsequences,
  withFreeName?: WithFreeName,
): void => {
  const inTurn = createTurns()
  serve(http, ENDPOINTS.getSettings, ({ caller }) => getSettings(db, caller.orgId))
  serve(http, ENDPOINTS.updateSettings, ({ body, caller }) => changeSettings(db, caller, body, withFreeName))

  serve(http, ENDPOINTS.listAttributeMappings, async ({ caller }) => ({
    items: await listAttributeMappings(db, caller.orgId),
  }))
  serve(http, ENDPOINTS.setAttributeMapping, ({ body, caller, params, query }) => {
    const { groupType = null, isPrimaryGroup, isPrimaryLocation } = body
    const primary = { isPrimaryGroup: isPrimaryGroup ?? false, isPrimaryLocation: isPrimaryLocation ?? false }
    const mapping = { attribute: params.attribute, groupType, ...primary }
    const options = { dryRun: query.dryRun === 'true' }
    return inTurn(caller.orgId, () =>
      transactBounded(jobs, (trx) => mapAttribute(trx, consequences, caller.orgId, mapping, options)),
    )
  })
  serve(http, ENDPOINTS.removeAttributeMapping, ({ caller, params, query }) => {
    const options = { dryRun: query.dryRun === 'true' }
    return inTurn(caller.orgId, () =>
      transactBounded(jobs, (trx) => unmapAttribute(trx, consequences, caller.orgId, params.attribute, options)),
    )
  })
}

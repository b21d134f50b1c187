import { ENDPOINTS } from '@rollcall/contract'
import { type HttpContext, serve } from '../../gate/http/serve.ts'
import type { Db } from '../../platform/db/database.ts'
import { createTurns } from '../../platform/transactions/directory-lock.ts'
import { listAttributeMappings, mapAttribute, unmapAttribute } from '../attributes/mapping-service.ts'
import type { DirectoryConsequences } from '../consequences/directory-consequences.ts'
import { changeSettings, getSettings, type WithFreeName } from './settings-service.ts'

export const registerSettingsRoutes = (
  http: HttpContext,
  db: Db,
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
    return inTurn(caller.orgId, () => mapAttribute(db, consequences, caller.orgId, mapping, { dryRun: query.dryRun === 'true' }))
  })
  serve(http, ENDPOINTS.removeAttributeMapping, ({ caller, params, query }) =>
    inTurn(caller.orgId, () =>
      unmapAttribute(db, consequences, caller.orgId, params.attribute, { dryRun: query.dryRun === 'true' }),
    ),
  )
}

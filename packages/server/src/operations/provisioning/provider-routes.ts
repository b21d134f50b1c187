import { ENDPOINTS } from '@rollcall/contract'
import { type HttpContext, serve } from '../../gate/http/serve.ts'
import type { Db } from '../../platform/db/database.ts'
import { changeProvider, listConflicts, listProviders, listSyncs } from './provider-views.ts'

/** Serves what administrators see and change of providers. */
export const registerProviderRoutes = (http: HttpContext, db: Db): void => {
  serve(http, ENDPOINTS.listProvisioningProviders, ({ caller, query }) => listProviders(db, caller.orgId, query))
  serve(http, ENDPOINTS.updateProvisioningProvider, ({ body, caller, params }) =>
    changeProvider(db, caller.orgId, params.providerId, body),
  )
  serve(http, ENDPOINTS.listProvisioningSyncs, ({ caller, params, query }) =>
    listSyncs(db, caller.orgId, params.providerId, query),
  )
  serve(http, ENDPOINTS.listProvisioningConflicts, ({ caller, query }) => listConflicts(db, caller.orgId, query))
}

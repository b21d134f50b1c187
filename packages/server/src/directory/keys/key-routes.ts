import { ENDPOINTS } from '@rollcall/contract'
import { type HttpContext, serve } from '../../gate/http/serve.ts'
import type { Db } from '../../platform/db/database.ts'
import { changeKeyOf, changeKeysOf, createKeyOf, getUsageOf, revokeKeyOf, rotateKeyOf } from './key-administration.ts'
import { getKeyOf, listKeysOf } from './key-views.ts'

export const registerKeyRoutes = (http: HttpContext, db: Db): void => {
  const { sealer } = http.access
  serve(http, ENDPOINTS.listKeys, ({ query, caller }) => listKeysOf(db, caller.orgId, query))
  serve(http, ENDPOINTS.getKey, ({ params, caller }) => getKeyOf(db, caller.orgId, params.keyId))
  serve(http, ENDPOINTS.createKey, ({ body, caller }) => createKeyOf(db, sealer, caller.orgId, body))
  serve(http, ENDPOINTS.rotateKey, ({ body, params, caller }) =>
    rotateKeyOf(db, sealer, caller.orgId, params.keyId, body.expiresAt),
  )
  serve(http, ENDPOINTS.updateKey, ({ body, params, caller }) => changeKeyOf(db, caller.orgId, params.keyId, body))
  serve(http, ENDPOINTS.updateKeys, async ({ body, caller }) => ({ changedCount: await changeKeysOf(db, caller.orgId, body) }))
  serve(http, ENDPOINTS.revokeKey, ({ params, caller }) => revokeKeyOf(db, caller.orgId, params.keyId))
  serve(http, ENDPOINTS.getKeyUsage, ({ params, query, caller }) => getUsageOf(db, caller.orgId, params.keyId, query))
}

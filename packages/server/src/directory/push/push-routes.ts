import { ENDPOINTS } from '@rollcall/contract'
import { type HttpContext, serve } from '../../gate/http/serve.ts'
import type { SessionRecord } from '../../gate/sessions/session-service.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { PushConfig } from '../../platform/push-config.ts'
import { addDevice, listDevices, removeDevice } from './device-service.ts'
import { getPublicKey } from './push-keys.ts'

const asPerson = (session: SessionRecord | null): SessionRecord => {
  if (session) return session
  throw new AppError('entity_not_found', { detail: 'A key has no devices: sign in instead.' })
}

/** Registers the devices that notify people. Without a configuration none is added, and nothing is sent. */
export const registerPushRoutes = (http: HttpContext, db: Db, config: PushConfig | undefined): void => {
  serve(http, ENDPOINTS.listPushDevices, async ({ caller: { orgId, userId } }) => ({
    isOffered: config !== undefined,
    publicKey: config && userId !== null ? await getPublicKey(db, http.access.sealer, orgId) : null,
    items: userId === null ? [] : await listDevices(db, orgId, userId),
  }))

  serve(http, ENDPOINTS.addPushDevice, ({ body, caller, request }) => {
    const session = asPerson(caller.session)
    if (!config) throw new AppError('push_unavailable')
    return addDevice(db, config, session, body, request.headers['user-agent'])
  })

  serve(http, ENDPOINTS.removePushDevice, async ({ caller, params }) => {
    await removeDevice(db, asPerson(caller.session), params.deviceId)
    return { message: 'The device notifies you no more' }
  })
}

import { ENDPOINTS } from '@rollcall/contract'
import { type HttpContext, serve } from '../../gate/http/serve.ts'
import type { Floors } from '../live/floor-service.ts'
import { type Live, STREAM_HEADERS } from '../live/live-service.ts'
import { readKiosk } from './kiosk-service.ts'
import { changeScreen, createScreen, listScreens, revokeScreen } from './screen-service.ts'

/** Registers what administrators do with kiosk screens, and what the screens may read. */
export const registerKioskRoutes = (http: HttpContext, live: Live, floors: Floors): void => {
  const { db } = http.access
  serve(http, ENDPOINTS.listKioskScreens, async ({ caller }) => ({ items: await listScreens(db, caller.orgId) }))
  serve(http, ENDPOINTS.createKioskScreen, ({ body, caller }) => createScreen(db, caller, body))
  serve(http, ENDPOINTS.updateKioskScreen, ({ body, caller, params }) => changeScreen(db, caller.orgId, params.screenId, body))
  serve(http, ENDPOINTS.revokeKioskScreen, async ({ caller, params }) => {
    await revokeScreen(db, caller.orgId, params.screenId)
    return { message: 'The link of the screen was revoked' }
  })

  serve(http, ENDPOINTS.getKiosk, ({ caller }) => readKiosk(db, floors, caller))
  serve(http, ENDPOINTS.watchKiosk, ({ caller, request, reply }) => {
    reply.type('text/event-stream').headers(STREAM_HEADERS)
    return request.method === 'HEAD' ? Promise.resolve('') : live.watchForScreen(caller)
  })
}

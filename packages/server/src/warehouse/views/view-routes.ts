import { ENDPOINTS, type SavedView } from '@rollcall/contract'
import type { FastifyReply } from 'fastify'
import { type HttpContext, serve } from '../../gate/http/serve.ts'
import type { Db } from '../../platform/db/database.ts'
import { chooseDefault, createView, removeView, tagOf, updateView } from './view-service.ts'
import { listViews } from './view-store.ts'

const tagged = (reply: FastifyReply, view: SavedView): SavedView => {
  reply.header('etag', tagOf(view))
  return view
}

/** Questions of pages that people named. */
export const registerViewRoutes = (http: HttpContext, db: Db): void => {
  serve(http, ENDPOINTS.listViews, async ({ caller }) => ({ items: await listViews(db, caller) }))
  serve(http, ENDPOINTS.createView, async ({ body, caller, reply }) => tagged(reply, await createView(db, caller, body)))
  serve(http, ENDPOINTS.updateView, async ({ body, caller, params, request, reply }) =>
    tagged(reply, await updateView(db, caller, params.viewId, body, request.headers['if-match'])),
  )
  serve(http, ENDPOINTS.removeView, async ({ caller, params }) => {
    await removeView(db, caller, params.viewId)
    return { message: 'The view was deleted' }
  })
  serve(http, ENDPOINTS.setDefaultView, ({ caller, params }) => chooseDefault(db, caller, params.viewId, true))
  serve(http, ENDPOINTS.clearDefaultView, ({ caller, params }) => chooseDefault(db, caller, params.viewId, false))
}

import { ENDPOINTS } from '@rollcall/contract'
import { type HttpContext, serve } from '../../gate/http/serve.ts'
import type { Db } from '../../platform/db/database.ts'
import { addFavoriteDesk, listFavoriteDesks, removeFavoriteDesk } from './favorite-desks.ts'

export const registerFavoriteRoutes = (http: HttpContext, db: Db): void => {
  serve(http, ENDPOINTS.listFavoriteDesks, async ({ caller, params: { userId } }) => ({
    items: await listFavoriteDesks(db, caller.orgId, userId),
  }))

  serve(http, ENDPOINTS.addFavoriteDesk, async ({ caller, params }) => {
    await addFavoriteDesk(db, caller.orgId, params)
    return { message: 'The desk is a favorite' }
  })

  serve(http, ENDPOINTS.removeFavoriteDesk, async ({ caller, params }) => {
    await removeFavoriteDesk(db, caller.orgId, params)
    return { message: 'The desk is not a favorite' }
  })
}

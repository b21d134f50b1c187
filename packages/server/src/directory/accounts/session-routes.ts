import { ENDPOINTS } from '@rollcall/contract'
import { type HttpContext, serve } from '../../gate/http/serve.ts'
import { clearSessionCookie } from '../../gate/sessions/session-cookie.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { describeSessions, endAllSessions, endOwnSession } from './user-sessions.ts'

const noSessions = (): AppError => new AppError('entity_not_found', { detail: 'A key has no sessions: sign in instead.' })

/** Registers the list of sessions, and how they end. */
export const registerSessionRoutes = (http: HttpContext, db: Db): void => {
  serve(http, ENDPOINTS.listSessions, async ({ caller: { session } }) =>
    session ? describeSessions(db, session) : { items: [] },
  )

  serve(http, ENDPOINTS.endSession, async ({ caller: { session }, params }) => {
    if (!session) throw noSessions()
    await endOwnSession(db, session, params.sessionId)
    return { message: 'Signed out' }
  })

  serve(http, ENDPOINTS.endSessions, async ({ caller: { session, orgId, userId }, request, reply }) => {
    if (!session || userId === null) throw noSessions()
    await endAllSessions(db, orgId, userId)
    clearSessionCookie(request, reply)
    return { message: 'Signed out everywhere' }
  })

  serve(http, ENDPOINTS.endUserSessions, async ({ caller: { orgId }, params }) => {
    const sessions = await endAllSessions(db, orgId, params.userId)
    return { message: `${sessions} ${sessions === 1 ? 'session' : 'sessions'} ended` }
  })
}

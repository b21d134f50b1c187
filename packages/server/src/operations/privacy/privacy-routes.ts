import { ENDPOINTS, type PersonalData } from '@rollcall/contract'
import { type HttpContext, serve } from '../../gate/http/serve.ts'
import type { Database } from '../../platform/db/database.ts'
import { createTurns } from '../../platform/transactions/directory-lock.ts'
import type { Readers } from '../../warehouse/readers/readers.ts'
import { streamRows } from '../../warehouse/readers/stream-rows.ts'
import { erasePerson } from './erasure-service.ts'
import { openPersonalData } from './personal-data.ts'
import { readPrivacyStatus } from './retention-store.ts'

interface Databases {
  /** Connections for work that takes seconds. */
  readonly jobs: Pick<Database, 'db'>
  /** Connections for streamed responses. */
  readonly exports: Pick<Database, 'pool'>
}

/** Reads of all presence use separate connections, so that requests never wait for them. */
export const registerPrivacyRoutes = (
  http: HttpContext,
  { jobs, exports }: Databases,
  readers: Readers,
  onErased: (orgId: string, userId: string) => void,
): void => {
  const inTurn = createTurns()

  serve(http, ENDPOINTS.getPersonalData, async ({ caller: { orgId }, params: { userId }, request, reply }) => {
    const place = await readers.enter(request, reply)
    try {
      const { pieces, close } = await openPersonalData(exports.pool, orgId, userId)
      reply.type('application/json; charset=utf-8')
      // Streamed, so that the document is never in memory as a whole.
      return streamRows({ close }, pieces, { place }) as unknown as PersonalData
    } catch (error) {
      place.leave()
      throw error
    }
  })

  serve(http, ENDPOINTS.getPrivacy, ({ caller: { orgId } }) => readPrivacyStatus(jobs.db, orgId))

  serve(http, ENDPOINTS.erasePerson, async ({ body, caller: { orgId, userId: byUserId }, params: { userId } }) => {
    const { reason, confirm, dryRun } = body
    const order = { userId, reason, confirm, dryRun, byUserId }
    const erasure = await inTurn(orgId, () => erasePerson(jobs.db, orgId, order))
    if (erasure.erasedAt !== null) onErased(orgId, userId)
    return erasure
  })
}

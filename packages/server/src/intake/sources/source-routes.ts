import { ENDPOINTS, type Source } from '@rollcall/contract'
import { type HttpContext, serve } from '../../gate/http/serve.ts'
import { pageRequest, toPage } from '../../gate/parameters/paging.ts'
import type { Db } from '../../platform/db/database.ts'
import { listSources } from './source-service.ts'

type ListedSource = Awaited<ReturnType<typeof listSources>>[number]

const toSource = (source: ListedSource): Source => ({
  ...source,
  firstSeenAt: source.firstSeenAt.toISOString(),
  lastReceivedAt: source.lastReceivedAt?.toISOString() ?? null,
  lastEventAt: source.lastEventAt?.toISOString() ?? null,
})

export const registerSourceRoutes = (http: HttpContext, db: Db): void => {
  serve(http, ENDPOINTS.listSources, async ({ query, caller }) => {
    const page = pageRequest(query, ['text'])
    const rows = await listSources(db, caller.orgId, { limit: page.limit + 1, after: page.after?.[0] })
    return toPage(page, rows, ({ sourceId }) => [sourceId], toSource)
  })
}

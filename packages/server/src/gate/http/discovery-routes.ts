import { readFileSync } from 'node:fs'
import { type Changelog, ENDPOINTS, openApiDocument } from '@rollcall/contract'
import type { Db } from '../../platform/db/database.ts'
import { isMigrated } from '../../platform/db/migrate.ts'
import { findObstacles, type Obstacle } from '../../platform/db/usability.ts'
import { AppError } from '../../platform/errors.ts'
import type { Metrics } from '../../platform/telemetry/metrics.ts'
import { VERSION } from '../../platform/version.ts'
import { digestsMatch, hmacHex } from '../secrets/key-secret.ts'
import type { Draining } from './draining.ts'
import { registerErrorPage } from './error-page.ts'
import { type HttpContext, serve } from './serve.ts'

/** The changes of the API, newest first; `npm run generate` extracts them from CHANGELOG.md. */
const CHANGES = JSON.parse(readFileSync(new URL('changelog.json', import.meta.url), 'utf8')) as Changelog['changes']

const JSON_TYPE = 'application/json; charset=utf-8'

/** These texts name no roles and tables, which only the operator sees, in `rollcall doctor`. */
const NOT_USABLE: Readonly<Record<Obstacle['kind'], string>> = {
  'read-only': 'The database is read-only.',
  rights: 'The role of the service lacks rights in the database.',
}

/** Serves health, metrics and the API's description of itself (contract §5). */
export const registerDiscoveryRoutes = async (
  http: HttpContext,
  db: Db,
  metrics: Metrics,
  metricsToken: string,
  draining: Draining,
): Promise<void> => {
  serve(http, ENDPOINTS.getHealth, async () => ({ status: 'ok' as const, version: VERSION }))

  serve(http, ENDPOINTS.getReadiness, async () => {
    draining.noteCheck()
    if (draining.isDraining)
      throw new AppError('unavailable', { detail: 'This node is about to stop. Send calls to another one.' })
    if (!(await isMigrated(db))) {
      throw new AppError('unavailable', { detail: 'The database is not migrated to the schema of this version.' })
    }
    const [obstacle] = await findObstacles(db)
    if (obstacle) throw new AppError('unavailable', { detail: NOT_USABLE[obstacle.kind] })
    return { status: 'ready' as const }
  })

  // The document is created on the first request, because most services never serve it.
  let document: string | undefined
  serve(http, ENDPOINTS.getOpenApi, async ({ reply }) => {
    document ??= JSON.stringify(openApiDocument(VERSION))
    return reply.type(JSON_TYPE).send(document)
  })
  serve(http, ENDPOINTS.getChangelog, async () => ({ changes: CHANGES }))

  serve(http, ENDPOINTS.getMetrics, async ({ request, reply }) => {
    assertMetricsToken(request.headers.authorization, metricsToken)
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
  })

  registerErrorPage(http.app)
}

const assertMetricsToken = (header: string | undefined, expected: string): void => {
  const headers = { 'www-authenticate': 'Bearer realm="rollcall metrics"' }
  if (!header) throw new AppError('credentials_missing', { detail: 'Send the metrics token as Bearer token.', headers })
  const given = /^bearer +(\S+)$/i.exec(header.trim())?.[1] ?? ''
  // Digests have equal length, so the comparison takes the same time for any input.
  if (digestsMatch(hmacHex('metrics', given), hmacHex('metrics', expected))) return
  throw new AppError('credentials_invalid', { detail: 'This is not the metrics token.', headers })
}

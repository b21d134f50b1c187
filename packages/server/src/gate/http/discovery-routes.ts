import { readFileSync } from 'node:fs'
import { type Changelog, ENDPOINTS, openApiDocument } from '@rollcall/contract'
import type { Registry } from 'prom-client'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { VERSION } from '../../platform/version.ts'
import { digestsMatch, hmacHex } from '../secrets/key-secret.ts'
import type { Draining } from './draining.ts'
import { registerErrorPage } from './error-page.ts'
import { readReadiness } from './readiness.ts'
import { type HttpContext, serve } from './serve.ts'

/** The changes of the API, newest first; `npm run generate` extracts them from CHANGELOG.md. */
const CHANGES = JSON.parse(readFileSync(new URL('changelog.json', import.meta.url), 'utf8')) as Changelog['changes']

const JSON_TYPE = 'application/json; charset=utf-8'

interface Discovery {
  /** The databases of the cells by name, `main` first; a handle is missing while its database cannot be reached. */
  readonly databases: () => ReadonlyMap<string, Db | undefined>
  readonly registry: () => Promise<Registry>
  readonly metricsToken: string
  readonly draining: Draining
}

/** Serves health, metrics and the API's description of itself (contract §5). */
export const registerDiscoveryRoutes = async (
  http: HttpContext,
  { databases, registry, metricsToken, draining }: Discovery,
): Promise<void> => {
  serve(http, ENDPOINTS.getHealth, async () => ({ status: 'ok' as const, version: VERSION }))

  serve(http, ENDPOINTS.getReadiness, async () => {
    draining.noteCheck()
    if (draining.isDraining)
      throw new AppError('unavailable', { detail: 'This node is about to stop. Send calls to another one.' })
    return readReadiness(databases())
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
    const metrics = await registry()
    return reply.type(metrics.contentType).send(await metrics.metrics())
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

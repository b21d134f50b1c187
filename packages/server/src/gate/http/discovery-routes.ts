import { type Changelog, ENDPOINTS, openApiDocument } from '@rollcall/contract'
import type { Db } from '../../platform/db/database.ts'
import { isMigrated } from '../../platform/db/migrate.ts'
import { findObstacles, type Obstacle } from '../../platform/db/usability.ts'
import { AppError } from '../../platform/errors.ts'
import type { Metrics } from '../../platform/telemetry/metrics.ts'
import { VERSION } from '../../platform/version.ts'
import { digestsMatch, hmacHex } from '../secrets/key-secret.ts'
import { registerErrorPage } from './error-page.ts'
import { registerReferencePage } from './reference-page.ts'
import { type HttpContext, serve } from './serve.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

/** Changes of the API, newest first; the page for people is CHANGELOG.md. */
const CHANGES: Changelog['changes'] = [
  {
    version: '0.1.0',
    date: '2026-11-23',
    kind: 'changed',
    text: 'Analytics: figures by building tell who came by where people were seen and who was expected by booking or plan, null where no presence is reported; comparisons (`previous.days`, `previous.current`), causes of withholding (`withheld`), `elsewhere` and `measuredDays` are new.',
  },
  {
    version: '0.1.0',
    date: '2026-11-23',
    kind: 'added',
    text: '`version` in the answer of /healthz.',
  },
  {
    version: '0.1.0',
    date: '2026-11-23',
    kind: 'added',
    text: 'Access credentials: `scanData` may be a list, and empty `data` and `credentials` are valid. Quarantine: `order=newest`.',
  },
  {
    version: '0.1.0',
    date: '2026-11-23',
    kind: 'added',
    text: 'Application API: several places in one call, swaps of desks, previews of attribute mappings and deactivations, `lostBooking`; `space_taken` for rooms with two gatherings.',
  },
  {
    version: '0.1.0',
    date: '2026-11-23',
    kind: 'changed',
    text: 'Bodies of the application API with unknown fields are refused by name; Parquet types `day` as a date.',
  },
  {
    version: '0.1.0',
    date: '2026-11-23',
    kind: 'changed',
    text: '`clockSkewMs` of a source is null until it has sent an event that was at most an hour old: history says nothing about a clock.',
  },
  {
    version: '0.1.0',
    date: '2026-11-23',
    kind: 'added',
    text: 'Change feed: `timeline`, and the error `cursor_of_another_timeline` for cursors from before a restore.',
  },
  {
    version: '0.1.0',
    date: '2026-11-21',
    kind: 'added',
    text: 'Authentication; presence, occupancy, visitors, access credentials, user attributes, group hierarchy; users, groups, locations, desks and spaces; time off and parking bookings; bookings & attendance, presence, the log of user actions and events with change feed and formats; the application API below /api; the web app; analytics; export, erasure and retention of personal data.',
  },
]

/** Names of roles and tables are for the operator: rollcall doctor tells them. */
const NOT_USABLE: Readonly<Record<Obstacle['kind'], string>> = {
  'read-only': 'The database is read-only.',
  rights: 'The role of the service lacks rights in the database.',
}

/** Health, metrics and the API's description of itself (contract §5). */
export const registerDiscoveryRoutes = async (
  http: HttpContext,
  db: Db,
  metrics: Metrics,
  metricsToken: string,
): Promise<void> => {
  serve(http, ENDPOINTS.getHealth, async () => ({ status: 'ok' as const, version: VERSION }))

  serve(http, ENDPOINTS.getReadiness, async () => {
    if (!(await isMigrated(db))) {
      throw new AppError('unavailable', { detail: 'The database is not migrated to the schema of this version.' })
    }
    const [obstacle] = await findObstacles(db)
    if (obstacle) throw new AppError('unavailable', { detail: NOT_USABLE[obstacle.kind] })
    return { status: 'ready' as const }
  })

  // Most services are never asked for it, and the programs that start and end with one never.
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
  await registerReferencePage(http.app)
}

const assertMetricsToken = (header: string | undefined, expected: string): void => {
  const headers = { 'www-authenticate': 'Bearer realm="rollcall metrics"' }
  if (!header) throw new AppError('credentials_missing', { detail: 'Send the metrics token as Bearer token.', headers })
  const given = /^bearer +(\S+)$/i.exec(header.trim())?.[1] ?? ''
  // Digests of equal length, so that comparing takes the same time whatever was sent.
  if (digestsMatch(hmacHex('metrics', given), hmacHex('metrics', expected))) return
  throw new AppError('credentials_invalid', { detail: 'This is not the metrics token.', headers })
}

import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import type { Access } from './access/access-service.ts'
import { createKeyDirectory } from './access/key-directory.ts'
import { createKeyRates } from './access/key-rates.ts'
import { startMetering } from './access/metering.ts'
import { checkSealer, loadSealer, readOrCreate } from './access/sealing.ts'
import { purgeSessions } from './access/session-service.ts'
import { createSlowDown } from './access/slow-down.ts'
import { createTokenService } from './access/token-service.ts'
import { registerAccountRoutes } from './accounts/account-routes.ts'
import { registerAnalyticsRoutes } from './analytics/analytics-routes.ts'
import { registerAttributeRoutes } from './attributes/attribute-routes.ts'
import { registerAuthRoutes } from './auth/auth-routes.ts'
import { registerBookingRoutes } from './bookings/booking-routes.ts'
import { registerColleagueRoutes } from './colleagues/colleague-routes.ts'
import { type Config, ConfigError, DEFAULT_CACHE_MIB } from './config.ts'
import { registerCredentialRoutes } from './credentials/credential-routes.ts'
import { startAddingUp } from './day-changes/adding-up.ts'
import { openDatabase } from './db/database.ts'
import { startListener } from './db/listener.ts'
import { migrate } from './db/migrate.ts'
import { makePartitionsAhead } from './db/partitions.ts'
import { registerEventRoutes } from './events/event-routes.ts'
import { registerExplainRoutes } from './explain/explain-routes.ts'
import { registerFeedRoutes } from './feed/feed-routes.ts'
import { registerGroupRoutes } from './groups/group-routes.ts'
import { registerHierarchyRoutes } from './hierarchy/hierarchy-routes.ts'
import { registerHorizonRoutes } from './horizon/horizon-routes.ts'
import { registerDiscoveryRoutes } from './http/discovery-routes.ts'
import { createHttpServer } from './http/http-server.ts'
import { registerImportRoutes } from './imports/import-routes.ts'
import type { IngestContext } from './ingest/ingest-service.ts'
import { startPeriodic } from './jobs/periodic.ts'
import { registerKeyRoutes } from './keys/key-routes.ts'
import { startLakeFollower } from './lake/lake-follower.ts'
import { openLake } from './lake/lake-storage.ts'
import { registerLiveRoutes } from './live/live-routes.ts'
import { startLive } from './live/live-service.ts'
import { startNightlySchedule } from './nightly/nightly-schedule.ts'
import { registerOccupancyRoutes } from './occupancy/occupancy-routes.ts'
import { registerParkingRoutes } from './parking/parking-routes.ts'
import { createUserDirectory } from './people/user-directory.ts'
import { registerUserRoutes } from './people/user-routes.ts'
import { createNodeDirectory } from './places/node-directory.ts'
import { registerPlaceRoutes } from './places/place-routes.ts'
import { registerPlanRoutes } from './plans/plan-routes.ts'
import { purgeSightings } from './presence/desk-presence.ts'
import { createPresenceBooking } from './presence/presence-booking.ts'
import { registerPresenceRoutes } from './presence/presence-routes.ts'
import { registerQuarantineRoutes } from './quarantine/quarantine-routes.ts'
import { purgeQuarantine } from './quarantine/quarantine-service.ts'
import { registerRefreshRoutes } from './refresh/refresh-routes.ts'
import { registerSettingsRoutes } from './settings/settings-routes.ts'
import { startSourceHealth } from './sources/source-health.ts'
import { createSourceRegistry } from './sources/source-registry.ts'
import { registerSourceRoutes } from './sources/source-routes.ts'
import { createTelemetry } from './telemetry/telemetry.ts'
import { registerTimeOffRoutes } from './timeoff/timeoff-routes.ts'
import { registerVisitorRoutes } from './visitors/visitor-routes.ts'
import { registerVisitRoutes } from './visits/visit-routes.ts'
import { registerDirectoryRoutes } from './warehouse/directory-routes.ts'
import { registerSegmentRoutes } from './warehouse/segment-routes.ts'
import { createWarehouse } from './warehouse/warehouse.ts'
import { registerWebRoutes } from './web/web-routes.ts'

/** Streams at a time; more wait, and are told to come again after a few seconds. */
const EXPORT_CONNECTIONS = 10
/** Of the night's work and of refreshes, two each: opened when needed, so that requests never wait for them. */
const JOB_CONNECTIONS = 10
const HOUR_MS = 3_600_000

export interface Service extends AsyncDisposable {
  readonly baseUrl: string
}

export interface ServiceConfig
  extends Pick<Config, 'host' | 'port' | 'dataDir' | 'poolSize' | 'secretKey' | 'metricsToken' | 'logLevel'>,
    Partial<Pick<Config, 'trustProxy' | 'nightly' | 'cacheMib' | 'lake'>> {
  readonly databaseUrl: string
  /** Where the web app is; without it none is served. */
  readonly webDir?: string
}

/**
 * Builds everything once and starts it: the only place that knows all parts. Disposing stops accepting, drains what is in
 * progress and closes, in the reverse order.
 * @throws ConfigError when the port is occupied or the sealing key is not the database's
 */
export const startService = async (config: ServiceConfig): Promise<Service> => {
  await using stack = new AsyncDisposableStack()
  const telemetry = createTelemetry(pino({ level: config.logLevel, base: null }))
  const { log } = telemetry
  const failed = (what: string) => (error: unknown) => telemetry.backgroundFailed(what, error)

  const database = stack.use(
    openDatabase({ url: config.databaseUrl, poolSize: config.poolSize, onError: failed('database connection') }),
  )
  const { db, pool } = database
  const exports = stack.use(
    openDatabase({ url: config.databaseUrl, poolSize: EXPORT_CONNECTIONS, onError: failed('database connection') }),
  )
  const jobs = stack.use(
    openDatabase({ url: config.databaseUrl, poolSize: JOB_CONNECTIONS, onError: failed('database connection') }),
  )
  await migrate(db)
  const sealer = await loadSealer(config.secretKey, config.dataDir)
  await checkSealer(db, sealer)
  const listener = stack.use(await startListener(config.databaseUrl))

  const access: Access = {
    db,
    sealer,
    keys: await createKeyDirectory(db, listener),
    tokens: await createTokenService(db, sealer),
    slowDown: createSlowDown(),
  }
  const metering = stack.use(startMetering(db, failed('metering')))
  const live = stack.use(await startLive(access, listener, failed('live floor')))
  const ingest: IngestContext = {
    pool,
    telemetry,
    directories: { nodes: await createNodeDirectory(pool, listener), users: await createUserDirectory(pool, listener) },
    sources: createSourceRegistry(pool),
    health: stack.use(startSourceHealth(db, failed('source health'))),
    afterStored: {
      presence: [live.afterStored.presence, await createPresenceBooking(db, listener, failed('presence-based booking'))],
      occupancy: [live.afterStored.occupancy],
    },
  }
  await makePartitionsAhead(db).catch(failed('partitions'))
  stack.use(startPeriodic(HOUR_MS, () => makePartitionsAhead(db), failed('partitions')))
  if (config.nightly) {
    stack.use(startNightlySchedule(jobs, telemetry.backgroundFailed, { onRefreshed: telemetry.refreshed }))
  }
  if (config.lake) {
    const { lakeExported: onExported, lakeExportFailed: onError } = telemetry
    stack.use(startLakeFollower(jobs, await openLake(config.lake), { onExported, onError }))
  }
  stack.use(startAddingUp(db, failed('adding up changes')))
  stack.use(startPeriodic(HOUR_MS, () => purgeQuarantine(db), failed('quarantine purge')))
  stack.use(startPeriodic(HOUR_MS, () => purgeSightings(db), failed('desk sightings purge')))
  stack.use(startPeriodic(HOUR_MS, () => purgeSessions(db), failed('session purge')))
  telemetry.metrics.watchPool(pool)

  const app = await createHttpServer(telemetry, metering, config.trustProxy)
  stack.defer(() => app.close())
  const http = { app, access, rates: createKeyRates() }
  const cacheBytes = (config.cacheMib ?? DEFAULT_CACHE_MIB) * 1024 * 1024
  const warehouse = createWarehouse({ db, pool, exports: exports.pool, cacheBytes })
  registerAuthRoutes(http)
  registerAccountRoutes(http, db)
  registerKeyRoutes(http, db)
  registerSourceRoutes(http, db)
  registerQuarantineRoutes(http, db, ingest)
  registerPresenceRoutes(http, ingest)
  registerOccupancyRoutes(http, db, ingest)
  registerVisitorRoutes(http, ingest)
  registerLiveRoutes(http, live, ingest.directories.nodes)
  registerTimeOffRoutes(http, db, ingest)
  registerPlanRoutes(http, db)
  registerBookingRoutes(http, db)
  registerExplainRoutes(http, db, warehouse)
  registerColleagueRoutes(http, db)
  registerHorizonRoutes(http, db)
  registerRefreshRoutes(http, db, jobs, telemetry.refreshed)
  registerFeedRoutes(http, db)
  registerCredentialRoutes(http, db)
  registerAttributeRoutes(http, db)
  registerHierarchyRoutes(http, db)
  registerPlaceRoutes(http, db)
  registerImportRoutes(http, jobs.db)
  registerUserRoutes(http, db)
  registerGroupRoutes(http, db)
  registerAnalyticsRoutes(http, db)
  registerSettingsRoutes(http, db)
  registerDirectoryRoutes(http, warehouse)
  registerSegmentRoutes(http, warehouse)
  registerParkingRoutes(http, db, warehouse)
  registerEventRoutes(http, db, warehouse)
  registerVisitRoutes(http, db)
  const metricsToken = config.metricsToken ?? (await readOrCreate(`${config.dataDir}/metrics.token`, 24))
  await registerDiscoveryRoutes(http, db, telemetry.metrics, metricsToken)
  if (config.webDir) await registerWebRoutes(app, config.webDir)

  await app.listen({ host: config.host, port: config.port }).catch((error) => {
    throw explainListenError(error, config)
  })
  const { port } = app.server.address() as AddressInfo
  log.info({ port }, 'listening')
  const running = stack.move()
  return {
    baseUrl: baseUrlOf(config.host, port),
    async [Symbol.asyncDispose]() {
      log.info('stopping')
      await running.disposeAsync()
      log.info('stopped')
    },
  }
}

/** An address that reaches the service from this machine. */
const baseUrlOf = (host: string, port: number): string => {
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

const explainListenError = (error: NodeJS.ErrnoException, { host, port }: ServiceConfig): Error => {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} is occupied by another program. Stop that one, or set PORT to another port.`,
    EACCES: `Port ${port} may not be used by this user. Set PORT to one above 1023.`,
    EADDRNOTAVAIL: `This machine has no address ${host}. Mend HOST.`,
  }
  const reason = error.code && reasons[error.code]
  return reason ? new ConfigError(reason, { cause: error }) : error
}

import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type DestinationStream, pino } from 'pino'
import { registerAccountRoutes } from './directory/accounts/account-routes.ts'
import { registerAttributeRoutes } from './directory/attributes/attribute-routes.ts'
import { registerCredentialRoutes } from './directory/credentials/credential-routes.ts'
import { registerGroupRoutes } from './directory/groups/group-routes.ts'
import { registerHierarchyRoutes } from './directory/hierarchy/hierarchy-routes.ts'
import { registerKeyRoutes } from './directory/keys/key-routes.ts'
import { createNodeDirectory } from './directory/matching/node-directory.ts'
import { createUserDirectory } from './directory/matching/user-directory.ts'
import { registerUserRoutes } from './directory/people/user-routes.ts'
import { registerPlaceRoutes } from './directory/places/place-routes.ts'
import { registerSettingsRoutes } from './directory/settings/settings-routes.ts'
import { registerAuthRoutes } from './gate/auth/auth-routes.ts'
import type { Access } from './gate/authentication/access-service.ts'
import { createSlowDown } from './gate/authentication/slow-down.ts'
import { registerDiscoveryRoutes } from './gate/http/discovery-routes.ts'
import { createDraining } from './gate/http/draining.ts'
import { createHttpServer, type SlowSenderTimeouts } from './gate/http/http-server.ts'
import { startMetering } from './gate/http/metering.ts'
import { createKeyDirectory } from './gate/keys/key-directory.ts'
import { createKeyRates } from './gate/keys/key-rates.ts'
import { openSealer } from './gate/sealing/open-sealer.ts'
import { readOrCreate, readSealingKeys } from './gate/sealing/sealing-keys.ts'
import { answerSealingQuestions } from './gate/sealing/sealing-rotation.ts'
import { purgeSessions } from './gate/sessions/session-service.ts'
import { createTokenService } from './gate/tokens/token-service.ts'
import { registerGuideRoutes } from './gate/web/guide-routes.ts'
import { registerWebRoutes } from './gate/web/web-routes.ts'
import { startSummingTicks } from './intake/day-changes/sum-ticks.ts'
import type { IngestContext } from './intake/ingest/ingest-service.ts'
import { makePartitionsAhead } from './intake/ingest/partitions.ts'
import { registerOccupancyRoutes } from './intake/occupancy/occupancy-routes.ts'
import { purgeSightings } from './intake/presence/desk-presence.ts'
import { createPresenceBooking } from './intake/presence/presence-booking.ts'
import { registerPresenceRoutes } from './intake/presence/presence-routes.ts'
import { startSourceHealth } from './intake/sources/source-health.ts'
import { createSourceRegistry } from './intake/sources/source-registry.ts'
import { registerSourceRoutes } from './intake/sources/source-routes.ts'
import { registerVisitorRoutes } from './intake/visitors/visitor-routes.ts'
import { registerImportRoutes } from './operations/imports/import-routes.ts'
import { startStateMetrics } from './operations/monitoring/state-metrics.ts'
import { startNightlySchedule } from './operations/nightly/nightly-schedule.ts'
import { startFinalizer } from './operations/privacy/finalizer.ts'
import { registerPrivacyRoutes } from './operations/privacy/privacy-routes.ts'
import { startRetention } from './operations/privacy/retention-schedule.ts'
import { EVENT_KIND_NAMES } from './operations/quarantine/quarantine-kinds.ts'
import { registerQuarantineRoutes } from './operations/quarantine/quarantine-routes.ts'
import { purgeQuarantine } from './operations/quarantine/quarantine-service.ts'
import { registerBookingRoutes } from './planning/bookings/booking-routes.ts'
import { registerColleagueRoutes } from './planning/colleagues/colleague-routes.ts'
import { directoryConsequences } from './planning/consequences/directory-consequences.ts'
import { registerEventRoutes } from './planning/events/event-routes.ts'
import { registerHorizonRoutes } from './planning/horizon/horizon-routes.ts'
import { registerLiveRoutes } from './planning/live/live-routes.ts'
import { startLive } from './planning/live/live-service.ts'
import { registerParkingRoutes } from './planning/parking/parking-routes.ts'
import { registerPlanRoutes } from './planning/plans/plan-routes.ts'
import { registerTimeOffRoutes } from './planning/timeoff/timeoff-routes.ts'
import { registerVisitRoutes } from './planning/visits/visit-routes.ts'
import { type Config, ConfigError, DEFAULT_CACHE_MIB, DEFAULT_DRAIN_SECONDS } from './platform/config.ts'
import { openDatabase } from './platform/db/database.ts'
import { migrate } from './platform/db/migrate.ts'
import {
  EXPORT_CONNECTIONS,
  JOB_CONNECTIONS,
  LONG_WAITING_PER_CONNECTION,
  STATEMENT_MS,
  WAITING_PER_CONNECTION,
} from './platform/db/pools.ts'
import { startPeriodic } from './platform/jobs/periodic.ts'
import { startListener } from './platform/notifications/listener.ts'
import type { BackgroundWork, Pool } from './platform/telemetry/metrics.ts'
import { createTelemetry, NO_COUNTS } from './platform/telemetry/telemetry.ts'
import { registerAnalyticsRoutes } from './warehouse/analytics/analytics-routes.ts'
import { invalidateOnNotify } from './warehouse/chunks/chunk-cache.ts'
import { registerDirectoryRoutes } from './warehouse/datasets/directory-routes.ts'
import { registerPlanningDatasets } from './warehouse/datasets/planning-routes.ts'
import { registerExplainRoutes } from './warehouse/explain/explain-routes.ts'
import { registerFeedRoutes } from './warehouse/feed/feed-routes.ts'
import { ensureTimeline } from './warehouse/feed/feed-timeline.ts'
import { startLakeFollower } from './warehouse/lake/lake-follower.ts'
import { openLake } from './warehouse/lake/open-lake.ts'
import { createReaders } from './warehouse/readers/readers.ts'
import { registerSegmentRoutes } from './warehouse/reading/segment-routes.ts'
import { createWarehouse } from './warehouse/reading/warehouse.ts'
import { registerRefreshRoutes } from './warehouse/refresh/refresh-routes.ts'
import { markAllReshapedDays } from './warehouse/refresh/reshaped-days.ts'

const HOUR_MS = 3_600_000

export interface Service extends AsyncDisposable {
  readonly baseUrl: string
  /** Lets load balancers notice that this node is about to stop; it serves meanwhile. */
  drain(): Promise<void>
}

export interface ServiceConfig
  extends Pick<Config, 'host' | 'port' | 'dataDir' | 'poolSize' | 'secretKey' | 'metricsToken' | 'logLevel'>,
    Partial<Pick<Config, 'trustProxy' | 'nightly' | 'cacheMib' | 'lake' | 'otlp' | 'drainSeconds'>> {
  readonly databaseUrl: string
  /** The folder of the web app; without it no web app is served. */
  readonly webDir?: string
  /** The folder of the guide; without it no guide is served. */
  readonly guideDir?: string
  /** The destination of the log; standard output when absent. */
  readonly logTo?: DestinationStream
  /** The timeouts of slow senders; tests shorten them. */
  readonly slowSenderTimeouts?: SlowSenderTimeouts
  /** How long a statement of a request may take; tests shorten it. */
  readonly statementMs?: number
}

/**
 * Builds and starts all parts once: this is the only place that knows all of them. Disposing stops accepting requests, drains
 * those in progress and closes the parts in reverse order.
 * @throws ConfigError when the port is occupied or the sealing key is not that of the database
 */
export const startService = async (config: ServiceConfig): Promise<Service> => {
  await using stack = new AsyncDisposableStack()
  const counting = createTelemetry(pino({ level: config.logLevel, base: null }, config.logTo))
  const { log, metrics } = counting
  const otlp = config.otlp && stack.use((await import('./platform/otlp/otlp.ts')).startOtlp(config.otlp, log, metrics))
  const telemetry = otlp?.tracing(counting) ?? counting
  for (const kind of EVENT_KIND_NAMES) telemetry.eventsSubmitted(kind, NO_COUNTS)
  const failed = (what: BackgroundWork) => (error: unknown) => telemetry.backgroundFailed(what, error)

  const openPool = (what: Pool, poolSize: number, waitingPerConnection: number, statementMs?: number) =>
    stack.use(
      openDatabase({
        ...{ url: config.databaseUrl, poolSize, waitingPerConnection, statementMs },
        onError: failed('database connection'),
        onRefused: () => telemetry.overloaded(what),
      }),
    )
  const { db, pool } = openPool('requests', config.poolSize, WAITING_PER_CONNECTION, config.statementMs ?? STATEMENT_MS)
  const exports = openPool('exports', EXPORT_CONNECTIONS, LONG_WAITING_PER_CONNECTION)
  const jobs = openPool('jobs', JOB_CONNECTIONS, LONG_WAITING_PER_CONNECTION)
  // This has no time limit.
  await migrate(jobs.db)
  await ensureTimeline(jobs.db, telemetry.feedTimelineStarted)
  const sealer = await openSealer(db, config.secretKey, config.dataDir)
  const listener = stack.use(await startListener(config.databaseUrl))
  const readKeys = () => readSealingKeys(config.secretKey, config.dataDir)
  await answerSealingQuestions(db, listener, sealer, readKeys, failed('sealing key'))

  const access: Access = {
    db,
    sealer,
    keys: await createKeyDirectory(db, listener),
    tokens: await createTokenService(db, sealer, listener),
    slowDown: createSlowDown(),
  }
  const metering = stack.use(startMetering(db, failed('metering')))
  const live = stack.use(await startLive(access, listener, failed('live floor')))
  const ingest: IngestContext = {
    pool,
    telemetry,
    directories: { nodes: await createNodeDirectory(pool, listener), users: await createUserDirectory(pool, listener) },
    sources: await createSourceRegistry(pool, listener),
    health: stack.use(startSourceHealth(db, failed('source health'))),
    afterStored: {
      presence: [live.afterStored.presence, await createPresenceBooking(db, listener, failed('presence-based booking'))],
      occupancy: [live.afterStored.occupancy],
    },
  }
  await makePartitionsAhead(db).catch(failed('partitions'))
  stack.use(startPeriodic(HOUR_MS, () => makePartitionsAhead(db), failed('partitions')))
  if (config.nightly) {
    stack.use(startRetention(jobs, failed('retention')))
    stack.use(startNightlySchedule(jobs, telemetry.backgroundFailed, { onRefreshed: telemetry.refreshed }))
  }
  if (config.lake) {
    const { lakeExported: onExported, feedTimelineStarted: onTimelineStarted, lakeExportFailed: onError } = telemetry
    stack.use(startLakeFollower(jobs, await openLake(config.lake), { onExported, onTimelineStarted, onError }))
  }
  await markAllReshapedDays(jobs.pool)
  stack.use(startFinalizer(jobs.db, failed('settling erasures')))
  stack.use(startSummingTicks(db, failed('adding up changes')))
  stack.use(startPeriodic(HOUR_MS, () => purgeQuarantine(jobs.db), failed('quarantine purge')))
  stack.use(startPeriodic(HOUR_MS, () => purgeSightings(jobs.db), failed('desk sightings purge')))
  stack.use(startPeriodic(HOUR_MS, () => purgeSessions(jobs.db), failed('session purge')))
  telemetry.metrics.watchPools({ requests: pool, exports: exports.pool, jobs: jobs.pool })
  if (config.nightly) telemetry.metrics.nightly.set(1)
  stack.use(startStateMetrics(db, telemetry.metrics, failed('state metrics')))

  const draining = createDraining()
  const app = await createHttpServer(telemetry, metering, config.trustProxy, config.slowSenderTimeouts, draining)
  stack.defer(() => app.close())
  otlp?.traceRequests(app)
  const http = { app, access, rates: createKeyRates() }
  const cacheBytes = (config.cacheMib ?? DEFAULT_CACHE_MIB) * 1024 * 1024
  const readers = createReaders(telemetry)
  const warehouse = createWarehouse({ db, pool, exports: exports.pool, readers, jobs: jobs.pool, cacheBytes })
  await invalidateOnNotify(listener, warehouse.cache, warehouse.refs)
  registerAuthRoutes(http)
  registerAccountRoutes(http, db)
  registerKeyRoutes(http, db)
  registerSourceRoutes(http, db)
  registerQuarantineRoutes(http, db, ingest)
  registerPresenceRoutes(http, ingest)
  registerOccupancyRoutes(http, db, ingest)
  registerVisitorRoutes(http, ingest)
  registerLiveRoutes(http, live, ingest.directories.nodes)
  registerTimeOffRoutes(http, db, jobs.db, ingest)
  registerPlanRoutes(http, db)
  registerBookingRoutes(http, db)
  registerExplainRoutes(http, db, warehouse)
  registerColleagueRoutes(http, db)
  registerHorizonRoutes(http, db, jobs.db)
  registerRefreshRoutes(http, db, jobs, telemetry.refreshed)
  registerFeedRoutes(http, db, telemetry.feedTimelineStarted)
  registerCredentialRoutes(http, db)
  registerAttributeRoutes(http, db, directoryConsequences)
  registerHierarchyRoutes(http, db)
  registerPlaceRoutes(http, db, directoryConsequences)
  registerImportRoutes(http, jobs.db)
  registerUserRoutes(http, db, directoryConsequences)
  registerPrivacyRoutes(http, { jobs, exports }, readers, telemetry.personErased)
  registerGroupRoutes(http, db)
  registerAnalyticsRoutes(http, db)
  registerSettingsRoutes(http, db, directoryConsequences)
  registerDirectoryRoutes(http, warehouse)
  registerSegmentRoutes(http, warehouse)
  registerParkingRoutes(http, db)
  registerEventRoutes(http, db)
  registerPlanningDatasets(http, warehouse)
  registerVisitRoutes(http, db)
  const metricsToken = config.metricsToken ?? (await readOrCreate(join(config.dataDir, 'metrics.token'), 24))
  await registerDiscoveryRoutes(http, db, telemetry.metrics, metricsToken, draining)
  if (config.webDir) await registerWebRoutes(app, config.webDir)
  if (config.guideDir) registerGuideRoutes(app, config.guideDir)

  await app.listen({ host: config.host, port: config.port }).catch((error) => {
    throw explainListenError(error, config)
  })
  const { port } = app.server.address() as AddressInfo
  log.info({ port }, 'listening')
  const running = stack.move()
  return {
    baseUrl: baseUrlOf(config.host, port),
    async drain() {
      log.info('draining')
      await draining.drain((config.drainSeconds ?? DEFAULT_DRAIN_SECONDS) * 1000)
    },
    async [Symbol.asyncDispose]() {
      log.info('stopping')
      await running.disposeAsync()
      log.info('stopped')
    },
  }
}

/** Returns an address that reaches the service from this machine. */
const baseUrlOf = (host: string, port: number): string => {
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

const explainListenError = (error: NodeJS.ErrnoException, { host, port }: ServiceConfig): Error => {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} is occupied by another program. Stop that one, or set PORT to another port.`,
    EACCES: `Port ${port} may not be used by this user. Set PORT to one above 1023.`,
    EADDRNOTAVAIL: `This machine has no address ${host}.  Change HOST.`,
  }
  const reason = error.code && reasons[error.code]
  return reason ? new ConfigError(reason, { cause: error }) : error
}

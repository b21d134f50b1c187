import type { FastifyInstance } from 'fastify'
import type { CellDatabase } from './cell-database.ts'
import { createLink, purgeLinks } from './directory/accounts/account-links.ts'
import { registerAccountRoutes } from './directory/accounts/account-routes.ts'
import { registerUserBatchRoutes } from './directory/accounts/batch-routes.ts'
import { registerAttributeRoutes } from './directory/attributes/attribute-routes.ts'
import { registerCredentialRoutes } from './directory/credentials/credential-routes.ts'
import { registerGroupRoutes } from './directory/groups/group-routes.ts'
import { registerHierarchyRoutes } from './directory/hierarchy/hierarchy-routes.ts'
import { registerHistoryRoutes } from './directory/history/history-routes.ts'
import { registerKeyRoutes } from './directory/keys/key-routes.ts'
import { registerMailRoutes } from './directory/mail/mail-routes.ts'
import { createOutbox } from './directory/mail/outbox.ts'
import { startMailing } from './directory/mail/start-mailing.ts'
import { createNodeDirectory } from './directory/matching/node-directory.ts'
import { createUserDirectory } from './directory/matching/user-directory.ts'
import { registerUserRoutes } from './directory/people/user-routes.ts'
import { registerPlaceRoutes } from './directory/places/place-routes.ts'
import { registerPushRoutes } from './directory/push/push-routes.ts'
import { startPushes } from './directory/push/send-pushes.ts'
import { registerSettingsRoutes } from './directory/settings/settings-routes.ts'
import type { WithFreeName } from './directory/settings/settings-service.ts'
import { purgeSpentSignIns } from './directory/sso/once.ts'
import { providerSignOut } from './directory/sso/sign-out.ts'
import { registerIdentityProviderRoutes, registerSsoRoutes } from './directory/sso/sso-routes.ts'
import { registerAuthRoutes } from './gate/auth/auth-routes.ts'
import type { Access } from './gate/authentication/access-service.ts'
import type { SlowDown } from './gate/authentication/slow-down.ts'
import { type Homes, oneHome } from './gate/cells/homes.ts'
import type { Draining } from './gate/http/draining.ts'
import { createHttpServer } from './gate/http/http-server.ts'
import { type Metering, startMetering } from './gate/http/metering.ts'
import type { HttpContext } from './gate/http/serve.ts'
import { createKeyDirectory, type KeyDirectory } from './gate/keys/key-directory.ts'
import type { KeyRates } from './gate/keys/key-rates.ts'
import { createProviderClients } from './gate/oidc/provider-client.ts'
import type { Sealer } from './gate/sealing/sealing.ts'
import { getSealingKeys } from './gate/sealing/sealing-keys.ts'
import { followSealingKey } from './gate/sealing/sealing-rotation.ts'
import { purgeSessions } from './gate/sessions/expired-sessions.ts'
import type { TokenService } from './gate/tokens/token-service.ts'
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
import { startAuditRetention } from './operations/audit/audit-retention.ts'
import { registerAuditRoutes } from './operations/audit/audit-routes.ts'
import { registerImportRoutes } from './operations/imports/import-routes.ts'
import { startStateMetrics } from './operations/monitoring/state-metrics.ts'
import { startNightlySchedule } from './operations/nightly/nightly-schedule.ts'
import { startFinalizer } from './operations/privacy/finalizer.ts'
import { registerPrivacyRoutes } from './operations/privacy/privacy-routes.ts'
import { startRetention } from './operations/privacy/retention-schedule.ts'
import { registerProviderRoutes } from './operations/provisioning/provider-routes.ts'
import { registerScimRoutes } from './operations/provisioning/scim-routes.ts'
import { startSyncCounts } from './operations/provisioning/sync-counts.ts'
import { EVENT_KIND_NAMES } from './operations/quarantine/quarantine-kinds.ts'
import { registerQuarantineRoutes } from './operations/quarantine/quarantine-routes.ts'
import { purgeQuarantine } from './operations/quarantine/quarantine-service.ts'
import { registerSampleRoutes } from './operations/sample/sample-routes.ts'
import { startSampleService } from './operations/sample/sample-service.ts'
import { registerBookingRoutes } from './planning/bookings/booking-routes.ts'
import { registerCalendarRoutes } from './planning/calendar/calendar-routes.ts'
import { registerCheckInRoutes } from './planning/check-in/check-in-routes.ts'
import { startReleases } from './planning/check-in/release-job.ts'
import { registerColleagueRoutes } from './planning/colleagues/colleague-routes.ts'
import { directoryConsequences } from './planning/consequences/directory-consequences.ts'
import { registerEventRoutes } from './planning/events/event-routes.ts'
import { registerFavoriteRoutes } from './planning/favorites/favorite-routes.ts'
import { registerHorizonRoutes } from './planning/horizon/horizon-routes.ts'
import { registerKioskRoutes } from './planning/kiosk/kiosk-routes.ts'
import { createFloors } from './planning/live/floor-service.ts'
import { registerLiveRoutes } from './planning/live/live-routes.ts'
import { startLive } from './planning/live/live-service.ts'
import { registerParkingRoutes } from './planning/parking/parking-routes.ts'
import { registerPlanRoutes } from './planning/plans/plan-routes.ts'
import { registerTimeOffRoutes } from './planning/timeoff/timeoff-routes.ts'
import { registerVisitRoutes } from './planning/visits/visit-routes.ts'
import type { Db } from './platform/db/database.ts'
import type { Fairness } from './platform/fairness/fairness.ts'
import { startPeriodic, startPeriodicInTurn } from './platform/jobs/periodic.ts'
import type { Otlp } from './platform/otlp/otlp.ts'
import type { BackgroundWork } from './platform/telemetry/metrics.ts'
import { NO_COUNTS, type Telemetry } from './platform/telemetry/telemetry.ts'
import type { ServiceConfig } from './service-config.ts'
import { registerAnalyticsRoutes } from './warehouse/analytics/analytics-routes.ts'
import { createReportReader } from './warehouse/analytics/report-content.ts'
import { type ChunkCache, invalidateOnNotify } from './warehouse/chunks/chunk-cache.ts'
import { registerAuditLogDataset } from './warehouse/datasets/audit-log-routes.ts'
import { registerDirectoryRoutes } from './warehouse/datasets/directory-routes.ts'
import { registerPlanningDatasets } from './warehouse/datasets/planning-routes.ts'
import { registerExplainRoutes } from './warehouse/explain/explain-routes.ts'
import { registerFeedRoutes } from './warehouse/feed/feed-routes.ts'
import { startLakeFollower } from './warehouse/lake/lake-follower.ts'
import { openLake } from './warehouse/lake/open-lake.ts'
import { registerPolicyRoutes } from './warehouse/policies/policy-routes.ts'
import { createReaders } from './warehouse/readers/readers.ts'
import { startReadNotes } from './warehouse/reading/dataset-reads.ts'
import { startReadAhead } from './warehouse/reading/read-ahead.ts'
import { registerSegmentRoutes } from './warehouse/reading/segment-routes.ts'
import { createWarehouse } from './warehouse/reading/warehouse.ts'
import { registerRefreshRoutes } from './warehouse/refresh/refresh-routes.ts'
import { markAllReshapedDays } from './warehouse/refresh/reshaped-days.ts'
import type { ReadServer } from './warehouse/replica/row-source.ts'
import { startReports } from './warehouse/reports/make-reports.ts'
import { readMailedReport, registerReportRoutes } from './warehouse/reports/report-routes.ts'
import { purgeReports } from './warehouse/reports/report-store.ts'
import { registerViewRoutes } from './warehouse/views/view-routes.ts'

const HOUR_MS = 3_600_000

/** What the cells of a node share. */
export interface NodeParts {
  readonly config: ServiceConfig
  readonly fairness: Fairness
  readonly sealer: Sealer
  readonly tokens: TokenService
  readonly slowDown: SlowDown
  readonly rates: KeyRates
  readonly draining: Draining
  readonly otlp: Otlp | undefined
  /** The cache of compressed rows. */
  readonly cache: ChunkCache
  /** Renames an organization of any cell. */
  readonly withFreeName: WithFreeName
}

/** How `main` serves callers that name themselves in the body of a request: they may belong to any cell. */
export interface AnyCell {
  keys(own: KeyDirectory): KeyDirectory
  homes(own: Db): Homes
  /** Usage is counted in the database that has the key. */
  metering(own: Metering): Pick<Metering, 'add'>
}

/** The part of a node that works on one database: its background work, and an HTTP server, which does not listen yet. */
export interface Cell extends AsyncDisposable {
  readonly app: FastifyInstance
  readonly http: HttpContext
  readonly metering: Metering
}

/** Starts all parts that work on the database of a cell. Disposing closes them in reverse order, the HTTP server first. */
export const startCell = async (
  { config, fairness, sealer, tokens, slowDown, rates, draining, otlp, cache, withFreeName }: NodeParts,
  { requests: { db, pool }, exports, jobs, listener, replica }: CellDatabase,
  telemetry: Telemetry,
  anyCell?: AnyCell,
): Promise<Cell> => {
  await using stack = new AsyncDisposableStack()
  const failed = (what: BackgroundWork) => (error: unknown) => telemetry.backgroundFailed(what, error)
  for (const kind of EVENT_KIND_NAMES) telemetry.eventsSubmitted(kind, NO_COUNTS)
  const readKeys = () => getSealingKeys(config.secretKey, config.dataDir)
  await followSealingKey(db, listener, sealer, readKeys, failed('sealing key'))

  const access: Access = { db, sealer, keys: await createKeyDirectory(db, listener), tokens, slowDown }
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
  stack.use(startPeriodic(HOUR_MS, () => makePartitionsAhead(db), failed('partitions'), { isFirstLater: true }))
  if (config.nightly) {
    stack.use(startRetention(jobs, failed('retention')))
    stack.use(startAuditRetention(jobs.db, failed('retention')))
    stack.use(startNightlySchedule(jobs, telemetry.backgroundFailed, { onRefreshed: telemetry.refreshed, fairness }))
  }
  if (config.lake) {
    const { lakeExported: onExported, feedTimelineStarted: onTimelineStarted, lakeExportFailed: onError } = telemetry
    stack.use(startLakeFollower(jobs, await openLake(config.lake), { onExported, onTimelineStarted, onError }))
  }
  await markAllReshapedDays(jobs.pool)
  stack.use(startFinalizer(jobs.db, failed('settling erasures')))
  stack.use(startSummingTicks(db, failed('adding up changes')))
  const purges = [
    [() => purgeQuarantine(jobs.db), failed('quarantine purge')],
    [() => purgeSightings(jobs.db), failed('desk sightings purge')],
    [() => purgeSessions(jobs.db), failed('session purge')],
    [() => purgeLinks(jobs.db), failed('session purge')],
    [() => purgeSpentSignIns(jobs.db), failed('session purge')],
  ] as const
  stack.use(startPeriodicInTurn(HOUR_MS, purges))
  const { mail, mailTiming, push, pushTiming, publicUrl } = config
  stack.use(
    await startMailing({ mail, mailTiming, db: jobs.db, listener, sealer, telemetry, createLink, readReport: readMailedReport }),
  )
  stack.use(await startPushes({ db: jobs.db, sealer, telemetry, config: push, timing: pushTiming }, listener))
  const outbox = createOutbox(mail !== undefined)
  if (config.nightly) {
    stack.use(startReleases(jobs.db, outbox, failed('check-in')))
    stack.use(startReports(jobs.db, { outbox, readAnswer: createReportReader() }, failed('reports')))
    stack.use(startPeriodic(HOUR_MS, () => purgeReports(jobs.db), failed('reports')))
  }
  const homes = anyCell?.homes(db) ?? oneHome(db)
  telemetry.metrics.watchPools({ requests: pool, exports: exports.pool, jobs: jobs.pool })
  if (config.nightly) telemetry.metrics.nightly.set(1)
  stack.use(startStateMetrics(db, telemetry.metrics, failed('state metrics')))

  const app = await createHttpServer(
    telemetry,
    anyCell?.metering(metering) ?? metering,
    fairness,
    config.trustProxy,
    config.slowSenderTimeouts,
    draining,
  )
  stack.defer(() => app.close())
  otlp?.traceRequests(app)
  const http = { app, access, rates }
  const readers = createReaders(telemetry, fairness)
  const servers = { db, pool, exports: exports.pool, replica }
  const onRead = (server: ReadServer) => telemetry.metrics.warehouseReads.inc({ server })
  const readNotes = stack.use(startReadNotes(db, failed('reading ahead')))
  const warehouse = createWarehouse({ ...servers, onRead, readers, jobs: jobs.pool, cache, readNotes })
  await invalidateOnNotify(listener, warehouse.cache, warehouse.refs)
  registerAuthRoutes({ ...http, access: { ...access, keys: anyCell?.keys(access.keys) ?? access.keys } })
  const clients = createProviderClients({ isHttpAllowed: config.ssoAllowHttp ?? false })
  const sso = { homes, sealer, clients, outbox, publicUrl }
  const signOutThere = providerSignOut(db, sso)
  registerAccountRoutes(http, { db, homes, outbox, publicUrl, withFreeName, signOutThere, onError: failed('mail') })
  registerPushRoutes(http, db, push)
  registerMailRoutes(http, db, { outbox, config: mail, homeOf: homes.of })
  registerSsoRoutes(http, sso)
  registerIdentityProviderRoutes(http, db, sso)
  registerKeyRoutes(http, db)
  registerSourceRoutes(http, db)
  registerQuarantineRoutes(http, db, ingest)
  registerAuditRoutes(http, db)
  registerPresenceRoutes(http, ingest)
  registerOccupancyRoutes(http, db, ingest)
  registerVisitorRoutes(http, ingest)
  const floors = createFloors(db)
  registerLiveRoutes(http, live, floors, ingest.directories.nodes)
  registerKioskRoutes(http, live, floors)
  registerTimeOffRoutes(http, db, jobs.db, ingest)
  registerPlanRoutes(http, db)
  registerCalendarRoutes(http, db, jobs.db)
  registerBookingRoutes(http, db)
  registerCheckInRoutes(http, db)
  registerExplainRoutes(http, db, warehouse)
  registerColleagueRoutes(http, db)
  registerFavoriteRoutes(http, db)
  registerHorizonRoutes(http, db, jobs.db)
  registerRefreshRoutes(http, db, jobs, fairness, telemetry.refreshed)
  registerFeedRoutes(http, db, telemetry.feedTimelineStarted)
  registerCredentialRoutes(http, db)
  registerAttributeRoutes(http, db, directoryConsequences)
  registerHierarchyRoutes(http, db)
  registerHistoryRoutes(http, db)
  registerPlaceRoutes(http, db, jobs.db, directoryConsequences)
  registerImportRoutes(http, jobs.db, fairness)
  const { refreshed: onRefreshed } = telemetry
  registerSampleRoutes(
    http,
    stack.use(startSampleService({ jobs, app, sealer, fairness, onRefreshed }, config.sampleSource, failed('sample data'))),
  )
  registerUserRoutes(http, db, directoryConsequences)
  registerUserBatchRoutes(http, db, directoryConsequences)
  registerPrivacyRoutes(http, { jobs, exports }, readers, telemetry.personErased)
  registerGroupRoutes(http, db)
  registerAnalyticsRoutes(http, { db, pool })
  registerPolicyRoutes(http, db)
  registerViewRoutes(http, db)
  registerReportRoutes(http, db)
  registerSettingsRoutes(http, db, jobs.db, directoryConsequences, withFreeName)
  registerDirectoryRoutes(http, warehouse)
  registerSegmentRoutes(http, warehouse)
  registerParkingRoutes(http, db)
  registerEventRoutes(http, db)
  registerPlanningDatasets(http, warehouse)
  registerAuditLogDataset(http, warehouse)
  registerVisitRoutes(http, db)
  registerProviderRoutes(http, db)
  registerScimRoutes(http, db, stack.use(startSyncCounts(db, failed('provisioning counts'))))
  if (config.readAhead) stack.use(startReadAhead(warehouse, jobs, { onError: failed('reading ahead') }))
  const running = stack.move()
  return { app, http, metering, [Symbol.asyncDispose]: () => running.disposeAsync() }
}

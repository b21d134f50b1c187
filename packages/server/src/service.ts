import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { checkNames, reachAnyCell } from './any-cell.ts'
import { openCellDatabase, openReplica } from './cell-database.ts'
import { appIn, type Cells, startCells } from './cells.ts'
import { assertCellsMigratable } from './cells-upgrade.ts'
import { createSlowDown } from './gate/authentication/slow-down.ts'
import { assertControl } from './gate/cells/cell-identity.ts'
import { MAIN } from './gate/cells/cell-list.ts'
import { openDoor } from './gate/cells/door.ts'
import { createRefusals } from './gate/cells/refusals.ts'
import { createWhereabouts, type Whereabouts } from './gate/cells/whereabouts.ts'
import { registerDiscoveryRoutes } from './gate/http/discovery-routes.ts'
import { createDraining } from './gate/http/draining.ts'
import { createKeyRates } from './gate/keys/key-rates.ts'
import { openSealer } from './gate/sealing/open-sealer.ts'
import { readOrCreate } from './gate/sealing/sealing-keys.ts'
import { createTokenService } from './gate/tokens/token-service.ts'
import { registerGuideRoutes } from './gate/web/guide-routes.ts'
import { registerWebRoutes } from './gate/web/web-routes.ts'
import { ConfigError, DEFAULT_CACHE_MIB, DEFAULT_DRAIN_SECONDS } from './platform/config.ts'
import type { Db } from './platform/db/database.ts'
import { createFairness } from './platform/fairness/fairness.ts'
import { metricsOfCells } from './platform/telemetry/metrics-of-cells.ts'
import { createTelemetry, type Telemetry } from './platform/telemetry/telemetry.ts'
import type { ServiceConfig } from './service-config.ts'
import { startCell } from './start-cell.ts'
import { createChunkCache } from './warehouse/chunks/chunk-cache.ts'

export interface Service extends AsyncDisposable {
  readonly baseUrl: string
  /** Lets load balancers notice that this node is about to stop; it serves meanwhile. */
  drain(): Promise<void>
}

/**
 * Starts a node: the parts that work on its database (start-cell.ts), what they share, and the HTTP server. Disposing stops accepting
 * requests, drains those in progress and closes the parts in reverse order.
 * @throws ConfigError when the port is occupied or the sealing key is not that of the database
 */
export const startService = async (config: ServiceConfig): Promise<Service> => {
  await using stack = new AsyncDisposableStack()
  const counting = createTelemetry(pino({ level: config.logLevel, base: null }, config.logTo))
  const { log, metrics } = counting
  let all: { readonly cells: Cells; readonly whereabouts: Whereabouts } | undefined
  const registry = () => metricsOfCells(all ? all.cells.open : new Map([[MAIN, { telemetry: counting }]]))
  const otlp = config.otlp && stack.use((await import('./platform/otlp/otlp.ts')).startOtlp(config.otlp, log, metrics, registry))
  const traced = (of: Telemetry) => otlp?.tracing(of) ?? of
  const telemetry = traced(counting)

  const fairness = createFairness(config.organizationShare)
  const check = async (control: Db) => {
    await assertControl(control)
    await assertCellsMigratable(control, config)
  }
  const database = stack.use(await openCellDatabase(config.databaseUrl, config, fairness, telemetry, check))
  const { db } = database.requests
  const { replicaUrl, replicaMaxLag } = config
  const replica = replicaUrl && stack.use(await openReplica(database, { url: replicaUrl, replicaMaxLag }, telemetry))
  const sealer = await openSealer(db, config.secretKey, config.dataDir)
  const tokens = await createTokenService(db, sealer, database.listener)
  const draining = createDraining()
  const cache = createChunkCache((config.cacheMib ?? DEFAULT_CACHE_MIB) * 1024 * 1024)
  const withFreeName = checkNames(database.jobs.db, () => all?.cells)
  const node = {
    config,
    fairness,
    sealer,
    tokens,
    slowDown: config.slowDown ?? createSlowDown(),
    rates: createKeyRates(),
    draining,
    otlp,
    cache,
    withFreeName,
  }
  const main = stack.use(
    await startCell(
      node,
      replica ? { ...database, replica } : database,
      telemetry,
      reachAnyCell(() => all),
    ),
  )
  const { app, http } = main
  const metricsToken = config.metricsToken ?? (await readOrCreate(join(config.dataDir, 'metrics.token'), 24))
  const databases = () => new Map((all?.cells.all() ?? [{ name: MAIN, db }]).map((cell) => [cell.name, cell.db]))
  await registerDiscoveryRoutes(http, { databases, registry, metricsToken, draining })
  if (config.webDir) await registerWebRoutes(app, config.webDir)
  if (config.guideDir) registerGuideRoutes(app, config.guideDir)

  const own = { name: MAIN, cell: main, database, telemetry, failure: undefined }
  const cells = stack.use(await startCells({ node, main: own, traced }))
  const whereabouts = createWhereabouts(cells)
  all = { cells, whereabouts }
  let refusals: FastifyInstance | undefined
  await cells.whenSeveral(async () => {
    refusals = await createRefusals(telemetry, config.trustProxy, draining)
    openDoor(app, { whereabouts, appOf: (orgId) => appIn(cells, orgId), refuse: refusals.routing })
  })
  stack.defer(async () => void (await Promise.all([app.close(), cells.close(), refusals?.close()])))

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

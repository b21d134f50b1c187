import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { type CellDatabase, openCellDatabase, openReplica } from './cell-database.ts'
import { assertCell, ensureControlId } from './gate/cells/cell-identity.ts'
import { type CellRecord, listCells, listOrganizationCells, MAIN } from './gate/cells/cell-list.ts'
import type { CellMap } from './gate/cells/whereabouts.ts'
import { checkSealer } from './gate/sealing/sealing.ts'
import { createMetrics } from './platform/telemetry/metrics.ts'
import { createTelemetry, type Telemetry } from './platform/telemetry/telemetry.ts'
import { type Cell, type NodeParts, startCell } from './start-cell.ts'
import { cacheOfCell } from './warehouse/chunks/chunk-cache.ts'

/** How often the list is read again, in case a notification was lost, and how often a cell that failed is tried again. */
const EVERY_MS = 10_000

/** A cell of a node: `cell` and `database` are missing while its database cannot be reached. */
export interface OpenCell {
  readonly name: string
  readonly cell: Cell | undefined
  readonly database: CellDatabase | undefined
  readonly telemetry: Telemetry
  /** Why it is not open. */
  readonly failure: string | undefined
}

export interface Cells extends CellMap, AsyncDisposable {
  /** Every cell of this node, `main` first. */
  readonly open: ReadonlyMap<string, OpenCell>
  /** Calls this once: as soon as there are several cells. */
  whenSeveral(prepare: () => Promise<void>): Promise<void>
  /** Stops taking requests, before those in progress end. */
  close(): Promise<void>
}

interface Options {
  readonly node: NodeParts
  readonly main: OpenCell & { readonly database: CellDatabase; readonly cell: Cell }
  /** Creates the telemetry of a cell from that of its log. */
  readonly traced: (telemetry: Telemetry) => Telemetry
}

/**
 * Starts the cells besides `main`, and follows their list in the control database: a new cell is started, a removed one is stopped, and
 * one whose database cannot be reached is tried again. A service with one database only reads the list at its start.
 */
export const startCells = async ({ node, main, traced }: Options): Promise<Cells> => {
  const control = main.database.requests.db
  const open = new Map<string, OpenCell>([[MAIN, main]])
  const records = new Map<string, CellRecord>()
  const stacks = new Map<string, AsyncDisposableStack>()
  const stopping = new AbortController()
  let organizations: ReadonlyMap<string, string> = new Map()
  let changing: Promise<void> = Promise.resolve()
  const failed = (error: unknown) => main.telemetry.backgroundFailed('cells', error)

  const start = async (record: CellRecord): Promise<void> => {
    const { name, url, replicaUrl } = record
    const { log } = main.telemetry
    const telemetry =
      open.get(name)?.telemetry ?? traced(createTelemetry(log.child({ cell: name }), createMetrics({ ofProcess: false })))
    await using stack = new AsyncDisposableStack()
    try {
      const database = stack.use(await openCellDatabase(url as string, node.config, node.fairness, telemetry, assertCellOf(name)))
      await checkSealer(database.requests.db, node.sealer)
      const { replicaMaxLag } = node.config
      const replica = replicaUrl && stack.use(await openReplica(database, { url: replicaUrl, replicaMaxLag }, telemetry))
      const databases = replica ? { ...database, replica } : database
      const cell = stack.use(await startCell({ ...node, cache: cacheOfCell(node.cache, name) }, databases, telemetry))
      await cell.app.ready()
      open.set(name, { name, cell, database, telemetry, failure: undefined })
      stacks.set(name, stack.move())
      log.info({ cell: name }, 'cell started')
    } catch (error) {
      open.set(name, { name, cell: undefined, database: undefined, telemetry, failure: (error as Error).message })
      telemetry.backgroundFailed('cells', error)
    }
  }
  const assertCellOf = (name: string) => async (db: CellDatabase['requests']['db']) =>
    assertCell(db, { name, controlId: await ensureControlId(control) })

  const stop = async (name: string): Promise<void> => {
    const stack = stacks.get(name)
    stacks.delete(name)
    const known = open.get(name)
    // Its callers are refused for now: without an entry they would be unknown.
    if (known) open.set(name, { ...known, cell: undefined, database: undefined, failure: 'It is being stopped.' })
    await stack?.disposeAsync()
  }
  const forget = async (name: string): Promise<void> => {
    await stop(name)
    open.delete(name)
    records.delete(name)
  }

  let prepare: (() => Promise<void>) | undefined
  const prepareForSeveral = async (): Promise<void> => {
    if (!prepare || open.size === 1) return
    const work = prepare
    prepare = undefined
    await work()
  }

  let [started, shown] = [0, 0]
  /** Two reads may overlap. What the one that began first finds is older, even if it comes last. */
  const readOrganizations = async (): Promise<void> => {
    const read = ++started
    const found = await listOrganizationCells(control)
    if (read > shown) [shown, organizations] = [read, found]
  }
  const change = async (): Promise<void> => {
    const listed = (await listCells(control, node.sealer)).filter(({ name }) => name !== MAIN)
    if (stopping.signal.aborted) return
    await Promise.all([...records.keys()].filter((name) => !listed.some((record) => record.name === name)).map(forget))
    await Promise.all(listed.filter((record) => isChanged(record, records.get(record.name))).map(({ name }) => stop(name)))
    const missing = listed.filter(({ name }) => !stacks.has(name))
    for (const record of missing) records.set(record.name, record)
    await Promise.all(missing.map(start))
    await prepareForSeveral()
  }
  /** Organizations move at once; cells start and stop one after the other, which takes longer. */
  const follow = async (): Promise<void> => {
    if (stopping.signal.aborted) return
    changing = changing.then(change).catch(failed)
    await Promise.all([readOrganizations().catch(failed), changing])
  }

  await readOrganizations()
  await change()
  await main.database.listener.on('rollcall_cells', () => void follow())
  const watching = watch(stopping.signal, () => records.size > 0, follow)

  return {
    open,
    all: () => [...open.values()].map(({ name, database }) => ({ name, db: database?.requests.db })),
    cellOf: (orgId) => organizations.get(orgId) ?? MAIN,
    async whenSeveral(work) {
      prepare = work
      await prepareForSeveral()
    },
    async reload() {
      await readOrganizations().catch(failed)
    },
    async close() {
      stopping.abort()
      await Promise.all([...open.values()].flatMap(({ name, cell }) => (cell && name !== MAIN ? [cell.app.close()] : [])))
    },
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await Promise.all([watching, changing])
      await Promise.all([...stacks.keys()].map(stop))
    },
  }
}

/** Repeats the work while there is something to watch. */
const watch = async (signal: AbortSignal, isNeeded: () => boolean, work: () => Promise<void>): Promise<void> => {
  while (!signal.aborted) {
    await delay(EVERY_MS, undefined, { signal, ref: false }).catch(() => {})
    if (!signal.aborted && isNeeded()) await work()
  }
}

/** Returns the server of the cell of an organization. */
export const appIn = ({ open, cellOf }: Cells, orgId: string): FastifyInstance | undefined => open.get(cellOf(orgId))?.cell?.app

const isChanged = ({ url, replicaUrl }: CellRecord, known: CellRecord | undefined): boolean =>
  known !== undefined && (known.url !== url || known.replicaUrl !== replicaUrl)

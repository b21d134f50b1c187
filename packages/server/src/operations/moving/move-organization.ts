import { setTimeout as delay } from 'node:timers/promises'
import { ConfigError } from '../../platform/config-error.ts'
import { withLock } from '../../platform/db/advisory-lock.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import { sqlState } from '../../platform/errors.ts'
import { arrive, bringTimeline, raiseSequences } from './arrival.ts'
import { awaitNodes } from './barrier.ts'
import { startCapture, stopCapture } from './capture.ts'
import { CopyDiffers, catchUp, type Route } from './catch-up.ts'
import { copyPart, listParts, listTablesWithRows, removeRows } from './copy-parts.ts'
import {
  cellOf,
  findUnfinished,
  forgetCopied,
  insertMove,
  type Move,
  saveChanges,
  saveCopied,
  saveError,
  savePhase,
  saveReadOnly,
  switchCell,
} from './move-store.ts'
import { assertMayReplicate, findPlacement, WritersBusy, waitForLongWriters, withWritersOut } from './placement.ts'
import { compareTables, listTenantTables } from './tenant-tables.ts'

/** A database of the service. */
export interface Cell extends Pick<Database, 'db' | 'pool'> {
  readonly name: string
}

export interface Cells {
  /** The database of DATABASE_URL, which knows the moves. */
  readonly control: Db
  /** Opens a cell for the time of the move. @throws ConfigError if there is none of this name */
  open(name: string): Promise<Cell>
}

export type MoveProgress =
  | { readonly phase: 'capturing' | 'verifying' | 'switching' }
  | { readonly phase: 'copying'; readonly part: string; readonly parts: number; readonly done: number; readonly rows: number }
  | { readonly phase: 'following'; readonly changes: number }
  | { readonly phase: 'waiting'; readonly seconds: number }

export interface MoveOptions {
  readonly signal?: AbortSignal | undefined
  /** For how long writes may be refused; if it takes longer, the organization is writable again and the move goes on. */
  readonly readOnlyLimitMs?: number
  readonly onProgress?: (progress: MoveProgress) => void
}

const READ_ONLY_LIMIT_MS = 30_000
/** With fewer changes than this to copy, the rest takes a moment. */
const FEW_CHANGES = 2_000
/** How often the moment is tried, and how long the organization is left in peace in between. */
const MAX_ATTEMPTS = 5
const PEACE_MS = 5_000
/** How long to wait for transactions that write. */
const LONG_WRITERS_MS = 30 * 60_000
const LAST_WRITERS_MS = 5_000

const STATEMENT_ENDED = '57014'

interface Moving extends MoveOptions {
  readonly control: Db
  readonly route: Route
  readonly move: Move
}

/**
 * Moves an organization to another cell while it works, or resumes an interrupted move. At every moment one database at most serves it,
 * so the move may be killed anywhere: until the control database names the other cell it can be taken back, and from then on it only
 * goes forward.
 * @throws ConfigError that says what the operator must do; CopyDiffers
 */
export const moveOrganization = (cells: Cells, orgId: string, to: string, options: MoveOptions = {}): Promise<Move> =>
  asTheOnlyOne(cells.control, orgId, async () => {
    const known = await findUnfinished(cells.control, orgId)
    if (known && known.to !== to) throw new ConfigError(`The organization is already moving to ${known.to}. Resume or cancel that.`)
    const from = known?.from ?? (await cellOf(cells.control, orgId))
    const route = await openRoute(cells, orgId, from, to)
    const move = known ?? (await begin(cells.control, route, from, to))
    const moving = { ...options, control: cells.control, route, move }
    try {
      await advance(moving)
    } catch (error) {
      // What can be settled now need not wait until the command is repeated.
      await settle(moving).catch(() => {})
      if (error instanceof CopyDiffers) await forgetCopied(cells.control, move)
      await saveError(cells.control, move, error).catch(() => {})
      throw error
    }
    return (await findUnfinished(cells.control, orgId)) as Move
  })

const asTheOnlyOne = async <T>(control: Db, orgId: string, work: () => Promise<T>): Promise<T> => {
  const done = await withLock(control, { name: `rollcall.move.${orgId}`, wait: false }, async () => ({ result: await work() }))
  if (!done) throw new ConfigError('Another command is moving the organization. Wait until it has ended.')
  return done.result
}

const openRoute = async (cells: Cells, orgId: string, from: string, to: string): Promise<Route> => {
  if (from === to) throw new ConfigError(`The organization is in the cell ${to} already.`)
  const [source, target] = [await cells.open(from), await cells.open(to)]
  const [tables, others] = [await listTenantTables(source.pool), await listTenantTables(target.pool)]
  const different = compareTables(tables, others)
  if (different.length > 0) {
    throw new ConfigError(
      `The cells ${from} and ${to} are of different releases (${different.join(', ')}). Upgrade both, then move the organization.`,
    )
  }
  for (const cell of [source, target]) await assertMayReplicate(cell.pool, cell.name)
  return { source: source.pool, sourceDb: source.db, target: target.pool, tables, orgId }
}

/** The other database must have nothing of the organization, except for what a canceled move may have left. */
const begin = async (control: Db, route: Route, from: string, to: string): Promise<Move> => {
  const { source, target, tables, orgId } = route
  if ((await findPlacement(source, orgId)) !== 'here') throw new ConfigError(`The cell ${from} does not serve the organization.`)
  const left = await listTablesWithRows(target, tables, orgId)
  const placement = await findPlacement(target, orgId)
  if (placement === 'here' || placement === 'read-only' || placement === 'gone') {
    throw new ConfigError(`The cell ${to} has a copy of the organization, from an earlier move. Confirm that move first.`)
  }
  if (left.length > 0) await removeRows(target, tables, orgId)
  await assertNameIsFree(route, to)
  return await insertMove(control, { orgId, from, to })
}

const assertNameIsFree = async ({ source, target, orgId }: Route, to: string): Promise<void> => {
  const { rows } = await source.query<{ name: string }>('select name from organizations where id = $1', [orgId])
  const { rows: same } = await target.query('select from organizations where name = $1', [rows[0]?.name])
  if (same.length > 0) throw new ConfigError(`The cell ${to} has another organization with the name ${rows[0]?.name}.`)
}

const advance = async (moving: Moving): Promise<void> => {
  const { control, route, move, onProgress = () => {}, signal } = moving
  await settle(moving)
  if ((await cellOf(control, move.orgId)) === move.to) return
  if (move.phase === 'capturing') {
    onProgress({ phase: 'capturing' })
    await startCapture(route.source, route.tables, route.orgId, signal)
    await savePhase(control, move, 'copying')
  }
  if (move.phase === 'capturing' || move.phase === 'copying') {
    await copyAll(moving)
    await savePhase(control, move, 'following')
  }
  await followUntilQuiet(moving)
  onProgress({ phase: 'verifying' })
  await follow(moving, true)
  for (let attempt = 1; ; attempt++) {
    await followUntilQuiet(moving)
    try {
      return await switchOver(moving)
    } catch (error) {
      const isLate = error instanceof WritersBusy || sqlState(error) === STATEMENT_ENDED
      if (!isLate || attempt === MAX_ATTEMPTS) throw error
      await delay(PEACE_MS, undefined, { signal })
    }
  }
}

/**
 * Makes an interrupted switch whole, by what the control database says. A switch that it does not know of is taken back; one that it
 * knows of is completed.
 */
const settle = async ({ control, route, move }: Omit<Moving, keyof MoveOptions>): Promise<void> => {
  const { source, orgId } = route
  if ((await cellOf(control, orgId)) === move.to) {
    if ((await findPlacement(route.target, orgId)) === 'arriving') await complete(route)
    return
  }
  if ((await findPlacement(source, orgId)) !== 'here') {
    await withWritersOut(source, orgId, LAST_WRITERS_MS, (writers) => writers.setPlacement('here'))
  }
  if (move.phase === 'switching') await savePhase(control, move, 'following')
}

const complete = async (route: Route): Promise<void> => {
  await raiseSequences(route)
  await bringTimeline(route)
  await arrive(route)
}

const copyAll = async ({ control, route, move, signal, onProgress = () => {} }: Moving): Promise<void> => {
  const parts = await listParts(route.source, route.tables)
  let copied = 0
  for (const [done, part] of parts.entries()) {
    signal?.throwIfAborted()
    if (!(part.name in move.copied)) {
      const { rows } = await copyPart(route.source, route.target, part, route.orgId)
      await saveCopied(control, move, part.name, rows)
      copied += rows
    }
    onProgress({ phase: 'copying', part: part.name, parts: parts.length, done: done + 1, rows: copied })
  }
}

const follow = async ({ control, route, move, onProgress = () => {} }: Moving, isComplete: boolean): Promise<number> => {
  const { changes, verified } = await catchUp(route, { isComplete })
  await saveChanges(control, move, changes, verified)
  onProgress({ phase: 'following', changes })
  return changes
}

/** Copies changes until few are left, or until the rest no longer gets smaller. */
const followUntilQuiet = async (moving: Moving): Promise<void> => {
  let last = Number.POSITIVE_INFINITY
  for (;;) {
    moving.signal?.throwIfAborted()
    const changes = await follow(moving, false)
    if (changes < FEW_CHANGES || changes > last * 0.8) return
    last = changes
  }
}

/** The moment in which the organization is read-only, and then served by no database until the other one does. */
const switchOver = async (moving: Moving): Promise<void> => {
  const { control, route, move, readOnlyLimitMs = READ_ONLY_LIMIT_MS, onProgress = () => {}, signal } = moving
  const { source, orgId } = route
  const onWait = (seconds: number) => onProgress({ phase: 'waiting', seconds })
  await waitForLongWriters(source, orgId, { limitMs: LONG_WRITERS_MS, signal, onWait })
  await savePhase(control, move, 'switching')
  onProgress({ phase: 'switching' })
  const start = performance.now()
  await withWritersOut(source, orgId, Math.min(LAST_WRITERS_MS, readOnlyLimitMs), async (writers) => {
    try {
      await writers.setPlacement('read-only')
      const { changes } = await catchUp(route, { isComplete: false, limitMs: readOnlyLimitMs - (performance.now() - start) })
      await saveChanges(control, move, changes, null)
      await raiseSequences(route)
      await bringTimeline(route)
    } catch (error) {
      await writers.setPlacement('here')
      throw error
    }
    await writers.setPlacement('gone')
    await awaitNodes(source)
    await switchCell(control, move)
    await arrive(route)
  })
  await saveReadOnly(control, move, performance.now() - start)
}

/**
 * Takes back a move: the cell that the organization was to leave goes on serving it, and the copy is removed.
 * @throws ConfigError if the other cell serves it already
 */
export const cancelMove = (cells: Cells, orgId: string, signal?: AbortSignal): Promise<Move> =>
  asTheOnlyOne(cells.control, orgId, async () => {
    const move = await getUnfinished(cells.control, orgId)
    if ((await cellOf(cells.control, orgId)) === move.to) {
      throw new ConfigError(`The cell ${move.to} serves the organization already. Confirm the move, then move it back.`)
    }
    const route = await openRoute(cells, orgId, move.from, move.to)
    await settle({ control: cells.control, route, move })
    await stopCapture(route.source, route.tables, orgId, signal)
    await removeRows(route.target, route.tables, orgId, signal)
    await savePhase(cells.control, move, 'canceled')
    return { ...move, phase: 'canceled' }
  })

/** Removes the copy that an organization left behind. @throws ConfigError if the other cell does not serve it yet */
export const confirmMove = (cells: Cells, orgId: string, signal?: AbortSignal): Promise<Move & { readonly removed: number }> =>
  asTheOnlyOne(cells.control, orgId, async () => {
    const move = await getUnfinished(cells.control, orgId)
    if ((await cellOf(cells.control, orgId)) !== move.to) {
      throw new ConfigError(`The organization has not arrived in ${move.to}. Resume the move first.`)
    }
    const route = await openRoute(cells, orgId, move.from, move.to)
    await settle({ control: cells.control, route, move })
    if ((await findPlacement(route.source, orgId)) === 'here') throw new Error(`The cell ${move.from} serves it as well.`)
    const removed = await removeRows(route.source, route.tables, orgId, signal)
    await stopCapture(route.source, route.tables, orgId, signal)
    await savePhase(cells.control, move, 'confirmed')
    return { ...move, phase: 'confirmed', removed }
  })

const getUnfinished = async (control: Db, orgId: string): Promise<Move> => {
  const move = await findUnfinished(control, orgId)
  if (!move) throw new ConfigError('The organization is not being moved.')
  return move
}

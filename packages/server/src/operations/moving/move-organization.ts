import { setTimeout as delay } from 'node:timers/promises'
import { ConfigError } from '../../platform/config-error.ts'
import { SECRETS_LOCK, withLock, withSharedLock } from '../../platform/db/advisory-lock.ts'
import type { Db } from '../../platform/db/database.ts'
import { sqlState } from '../../platform/errors.ts'
import { recordMove } from './arrival.ts'
import { startCapture, stopCapture } from './capture.ts'
import { CopyDiffers, catchUp } from './catch-up.ts'
import { beginMove, type Cells, openRoute } from './cells.ts'
import { copyPart, listParts, removeRows } from './copy-parts.ts'
import { cellOf, findUnfinished, forgetCopied, type Move, saveChanges, saveCopied, saveError, savePhase } from './move-store.ts'
import { findPlacement, WritersBusy } from './placement.ts'
import { type Moving, settle, switchOver } from './switch-over.ts'

export type MoveProgress =
  | { readonly phase: 'capturing' | 'verifying' | 'switching' }
  | {
      readonly phase: 'copying'
      /** The part that was copied. */
      readonly part: string
      /** How many parts there are, and how many were copied. */
      readonly parts: number
      readonly done: number
      /** Rows and bytes that this run copied. */
      readonly rows: number
      readonly bytes: number
    }
  | { readonly phase: 'following'; readonly changes: number }
  | { readonly phase: 'waiting'; readonly seconds: number }

export interface MoveOptions {
  readonly signal?: AbortSignal | undefined
  /** For how long writes may be refused; if it takes longer, the organization is writable again and the move is tried again. */
  readonly readOnlyLimitMs?: number | undefined
  readonly onProgress?: (progress: MoveProgress) => void
}

const READ_ONLY_LIMIT_MS = 30_000
/** Copying no more changes than this takes a moment. */
const FEW_CHANGES = 2_000
/** How often the switch is tried, and for how long the organization is left in peace in between. */
const MAX_ATTEMPTS = 20
const PEACE_MS = 2_000

/** PostgreSQL ended a statement that took too long. */
const STATEMENT_ENDED = '57014'

/**
 * Moves an organization to another cell while it works, or resumes an interrupted move. At every moment at most one database serves it,
 * so the move may be killed anywhere and run again.
 * @throws ConfigError that says what the operator must do; CopyDiffers
 */
export const moveOrganization = (cells: Cells, orgId: string, to: string, options: MoveOptions = {}): Promise<Move> =>
  asTheOnlyOne(cells.control, orgId, async () => {
    const { control } = cells
    const known = await findUnfinished(control, orgId)
    if (known && known.to !== to)
      throw new ConfigError(`The organization is moving to ${known.to}. Confirm or cancel that first.`)
    const from = known?.from ?? (await cellOf(control, orgId))
    const route = await openRoute(cells, orgId, from, to)
    const moving = { control, route, move: known ?? (await beginMove(control, route, from, to)) }
    try {
      if (!(await settle(moving))) await advance(moving, options)
    } catch (error) {
      // What can be settled now need not wait until the command is repeated.
      await settle(moving).catch(() => {})
      if (error instanceof CopyDiffers) await forgetCopied(control, moving.move)
      await saveError(control, moving.move, error).catch(() => {})
      throw error
    }
    return (await findUnfinished(control, orgId)) as Move
  })

const asTheOnlyOne = async <T>(control: Db, orgId: string, work: () => Promise<T>): Promise<T> => {
  const done = await withLock(control, { name: `rollcall.move.${orgId}`, wait: false }, async (connection) => {
    const shared = await withSharedLock(connection, SECRETS_LOCK, async () => ({ result: await work() }))
    if (!shared)
      throw new ConfigError('The sealing key is being changed. Wait until that has ended, then start the command again.')
    return shared
  })
  if (!done) throw new ConfigError('Another command is moving the organization. Wait until it has ended.')
  return done.result
}

const advance = async (moving: Moving, options: MoveOptions): Promise<void> => {
  const { control, route, move } = moving
  const { onProgress = () => {}, signal, readOnlyLimitMs = READ_ONLY_LIMIT_MS } = options
  // Triggers that another program removed are made again; then all rows are copied again, because changes may be missing.
  onProgress({ phase: 'capturing' })
  const isNew = await startCapture(route.source, route.tables, route.orgId, signal)
  if (isNew) await forgetCopied(control, move)
  await copyAll({ ...moving, move: isNew ? { ...move, copied: {} } : move }, options)
  await savePhase(control, move, 'following')
  await followUntilQuiet(moving, options)
  onProgress({ phase: 'verifying' })
  await follow(moving, options, true)
  for (let attempt = 1; ; attempt++) {
    await followUntilQuiet(moving, options)
    try {
      const onWait = (seconds: number) => onProgress({ phase: 'waiting', seconds })
      const onStart = () => onProgress({ phase: 'switching' })
      return await switchOver(moving, { limitMs: readOnlyLimitMs, signal, onWait, onStart })
    } catch (error) {
      const isLate = error instanceof WritersBusy || sqlState(error) === STATEMENT_ENDED
      if (!isLate || attempt === MAX_ATTEMPTS) throw error
      await delay(PEACE_MS, undefined, { signal })
    }
  }
}

const copyAll = async ({ control, route, move }: Moving, { signal, onProgress = () => {} }: MoveOptions): Promise<void> => {
  const parts = await listParts(route.source, route.tables)
  const copied = { rows: 0, bytes: 0 }
  for (const [done, part] of parts.entries()) {
    signal?.throwIfAborted()
    if (!(part.name in move.copied)) {
      const { rows, bytes } = await copyPart(route.source, route.target, part, route.orgId)
      await saveCopied(control, move, part.name, rows)
      copied.rows += rows
      copied.bytes += bytes
    }
    onProgress({ phase: 'copying', part: part.name, parts: parts.length, done: done + 1, ...copied })
  }
}

const follow = async (
  { control, route, move }: Moving,
  { onProgress = () => {} }: MoveOptions,
  isComplete: boolean,
): Promise<number> => {
  const { changes, verified } = await catchUp(route, { isComplete })
  await saveChanges(control, move, changes, verified)
  onProgress({ phase: 'following', changes })
  return changes
}

/** Copies changes until few are left, or until they no longer get fewer. */
const followUntilQuiet = async (moving: Moving, options: MoveOptions): Promise<void> => {
  for (let last = Number.POSITIVE_INFINITY; ; ) {
    options.signal?.throwIfAborted()
    const changes = await follow(moving, options, false)
    if (changes < FEW_CHANGES || changes > last * 0.8) return
    last = changes
  }
}

/**
 * Takes back a move: the cell that the organization was to leave goes on serving it, and the copy is removed.
 * @throws ConfigError if the other cell serves it already
 */
export const cancelMove = (cells: Cells, orgId: string, signal?: AbortSignal): Promise<Move> =>
  asTheOnlyOne(cells.control, orgId, async () => {
    const moving = await openUnfinished(cells, orgId)
    const { control, route, move } = moving
    if (await settle(moving)) {
      throw new ConfigError(`The cell ${move.to} serves the organization already. Confirm the move, then move it back.`)
    }
    // Recorded before many transactions remove the copy, so that none happens without an entry.
    await recordMove(route.sourceDb, orgId, { from: move.from, to: move.to, canceled: true })
    await stopCapture(route.source, route.tables, orgId, signal)
    await removeRows(route.target, route.tables, orgId, signal)
    await savePhase(control, move, 'canceled')
    return { ...move, phase: 'canceled' }
  })

/** Removes the copy that an organization left behind. @throws ConfigError if the other cell does not serve it yet */
export const confirmMove = (cells: Cells, orgId: string, signal?: AbortSignal): Promise<Move & { readonly removed: number }> =>
  asTheOnlyOne(cells.control, orgId, async () => {
    const moving = await openUnfinished(cells, orgId)
    const { control, route, move } = moving
    if (!(await settle(moving)) || (await findPlacement(route.source, orgId)) === 'here') {
      throw new ConfigError(`The organization has not arrived in ${move.to}. Resume the move first.`)
    }
    await recordMove(route.targetDb, orgId, { from: move.from, to: move.to, confirmed: true })
    const removed = await removeRows(route.source, route.tables, orgId, signal)
    await stopCapture(route.source, route.tables, orgId, signal)
    await savePhase(control, move, 'confirmed')
    return { ...move, phase: 'confirmed', removed }
  })

const openUnfinished = async (cells: Cells, orgId: string): Promise<Moving> => {
  const move = await findUnfinished(cells.control, orgId)
  if (!move) throw new ConfigError('The organization is not being moved.')
  return { control: cells.control, route: await openRoute(cells, orgId, move.from, move.to), move }
}

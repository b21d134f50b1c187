import type { Db } from '../../platform/db/database.ts'
import { arrive, bringTimeline, raiseSequences } from './arrival.ts'
import { awaitNodes } from './barrier.ts'
import { catchUp, type Route } from './catch-up.ts'
import { cellOf, forbidSwitch, type Move, saveChanges, savePhase, saveReadOnly, switchCell } from './move-store.ts'
import { findPlacement, waitForLongWriters, withWritersOut } from './placement.ts'

/** A move in progress. */
export interface Moving {
  readonly control: Db
  readonly route: Route
  readonly move: Move
}

interface SwitchOptions {
  /** For how long writes may be refused. */
  readonly limitMs: number
  readonly signal: AbortSignal | undefined
  /** Called while a long transaction writes, with its age. */
  readonly onWait: (seconds: number) => void
  readonly onStart: () => void
}

/** How long to wait for long transactions that write. */
const LONG_WRITERS_MS = 30 * 60_000
/** How long to wait for the others, while new ones are refused. */
const LAST_WRITERS_MS = 2_000

/**
 * The moment in which the organization is read-only, and then served by no database until the other one does. Before the control
 * database names the other cell everything can be taken back, from then on the move only goes forward.
 * @throws WritersBusy, or the error of a statement that PostgreSQL ended, if it takes too long; the organization is then writable again
 */
export const switchOver = async (moving: Moving, { limitMs, signal, onWait, onStart }: SwitchOptions): Promise<void> => {
  const { control, route, move } = moving
  const { source, orgId } = route
  await waitForLongWriters(source, orgId, { limitMs: LONG_WRITERS_MS, signal, onWait })
  await savePhase(control, move, 'switching')
  onStart()
  const start = performance.now()
  await withWritersOut(source, orgId, Math.min(LAST_WRITERS_MS, limitMs), async (writers) => {
    try {
      await writers.setPlacement('read-only')
      const { changes } = await catchUp(route, { isComplete: false, limitMs: limitMs - (performance.now() - start) })
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
    await arrive(route, move)
  })
  await saveReadOnly(control, move, performance.now() - start)
}

/**
 * Makes an interrupted switch whole, by what the control database says: one that it does not know of is taken back, and one that it
 * knows of is completed.
 * @returns whether the other cell serves the organization
 */
export const settle = async ({ control, route, move }: Moving): Promise<boolean> => {
  const { source, target, orgId } = route
  await forbidSwitch(control, move)
  if ((await cellOf(control, orgId)) === move.to) {
    if ((await findPlacement(target, orgId)) === 'arriving') {
      await raiseSequences(route)
      await bringTimeline(route)
      await arrive(route, move)
    }
    return true
  }
  if ((await findPlacement(source, orgId)) !== 'here') {
    await withWritersOut(source, orgId, LAST_WRITERS_MS, (writers) => writers.setPlacement('here'))
  }
  return false
}

import { listOrganizationCells, MAIN } from '../../gate/cells/cell-list.ts'
import { ConfigError } from '../../platform/config-error.ts'
import type { Cells } from './cells.ts'
import { chooseCell, listDraining } from './choose-cell.ts'
import { confirmMove, type MoveOptions, moveOrganization } from './move-organization.ts'
import { listUnfinished, type Move } from './move-store.ts'
import { findPlacement } from './placement.ts'

/** An organization that a cell still has to hand over. */
export interface RemainingOrganization {
  readonly id: string
  readonly name: string
  /** Its move, if one began. */
  readonly move: Move | null
}

/** What keeps a cell from being removed. */
export interface CellContent {
  readonly remaining: readonly RemainingOrganization[]
  /** Moves of organizations that have left, and whose copies in this cell remain. */
  readonly copies: readonly MoveOf[]
}

/** A move, with the name of its organization. */
export interface MoveOf extends Move {
  readonly name: string
}

/** A command that works through several organizations, and stops at the first one that fails. */
export interface Progressed {
  readonly done: readonly MoveOf[]
  /** Why it stopped; null if nothing is left to do. */
  readonly problem: string | null
}

export interface DrainOptions extends Omit<MoveOptions, 'onProgress'> {
  /** The cell to which the organizations move; by default each one moves to the smallest. */
  readonly to?: string | undefined
  /** Called when an organization is about to move, with how many have moved and how many there are. */
  readonly onStart?: (organization: RemainingOrganization, to: string, moved: number, total: number) => void
  readonly onProgress?: MoveOptions['onProgress'] | undefined
  readonly onMoved?: (move: MoveOf) => void
}

/** It was killed between the switch and the arrival: no cell serves the organization until the move is completed. */
const isStuck = async (cells: Cells, { orgId, to, phase, readOnlyMs }: Move): Promise<boolean> =>
  phase === 'switched' && readOnlyMs === null && (await findPlacement((await cells.open(to)).pool, orgId)) === 'arriving'

/** Returns what is still in a cell. Of the other cells it asks those to which an interrupted move leads. */
export const readCellContent = async (cells: Cells, cell: string): Promise<CellContent> => {
  const { db } = await cells.open(cell)
  const organizations = await db.selectFrom('organizations').select(['id', 'name']).orderBy('created_at').execute()
  const cellOf = await listOrganizationCells(cells.control)
  const moves = new Map((await listUnfinished(cells.control)).map((move) => [move.orgId, move]))
  const remaining: RemainingOrganization[] = []
  const copies: MoveOf[] = []
  for (const { id, name } of organizations) {
    const move = moves.get(id) ?? null
    const isHere = (cellOf.get(id) ?? MAIN) === cell
    if (isHere || (move?.from === cell && (await isStuck(cells, move)))) remaining.push({ id, name, move })
    else if (move?.from === cell) copies.push({ ...move, name })
  }
  return { remaining, copies }
}

/** Moves that began come first, because they hold space in two cells, and those that must be confirmed first come last. */
const nextOf = (remaining: readonly RemainingOrganization[], cell: string): RemainingOrganization | undefined => {
  const rank = ({ move }: RemainingOrganization) => (move === null ? 1 : move.from === cell ? 0 : 2)
  return remaining.toSorted((a, b) => rank(a) - rank(b))[0]
}

/**
 * Moves all organizations of a cell to others, one after the other, until none is left. It may be interrupted or killed anywhere and
 * called again. It stops at the first one that fails, and before the next one when the cell is no longer being drained.
 * @throws the reason of the signal
 */
export const drainCell = async (
  cells: Cells,
  cell: string,
  { to, onStart, onProgress, onMoved, ...options }: DrainOptions = {},
): Promise<Progressed> => {
  const done: MoveOf[] = []
  for (;;) {
    const { remaining } = await readCellContent(cells, cell)
    const next = nextOf(remaining, cell)
    if (!next) return { done, problem: null }
    if (!(await listDraining(cells.control)).has(cell)) {
      return { done, problem: `The cell ${cell} is no longer being drained, so organizations stay in it: ${remaining.length}.` }
    }
    try {
      assertFree(next, cell)
      const target = to ?? next.move?.to ?? (await chooseCell(cells, cell))
      onStart?.(next, target, done.length, done.length + remaining.length)
      const move = await moveOrganization(cells, next.id, target, { ...options, ...(onProgress && { onProgress }) })
      done.push({ ...move, name: next.name })
      onMoved?.({ ...move, name: next.name })
    } catch (error) {
      if (options.signal?.aborted) throw error
      return { done, problem: problemOf(error, `${next.name} could not be moved`, remaining.length) }
    }
  }
}

const assertFree = ({ id, move }: RemainingOrganization, cell: string): void => {
  if (move && move.from !== cell) {
    throw new ConfigError(
      `it came from ${move.from}, where its copy remains. Confirm that first: rollcall org move ${id} --confirm.`,
    )
  }
}

const problemOf = (error: unknown, what: string, count: number): string => {
  const message = error instanceof Error && error.message !== '' ? error.message : String(error)
  const left = count === 1 ? 'One is left' : `${count} are left`
  return `${what}: ${/[.!?]$/.test(message) ? message : `${message}.`} ${left}; the same command continues there.`
}

/** Removes the copies that organizations left in a cell. It stops at the first one that fails. @throws the reason of the signal */
export const confirmCopies = async (
  cells: Cells,
  cell: string,
  { signal, onConfirmed }: { readonly signal?: AbortSignal; readonly onConfirmed?: (move: MoveOf, of: number) => void } = {},
): Promise<Progressed> => {
  const { copies } = await readCellContent(cells, cell)
  const done: MoveOf[] = []
  for (const copy of copies) {
    try {
      done.push({ ...(await confirmMove(cells, copy.orgId, signal)), name: copy.name })
      onConfirmed?.(done.at(-1) as MoveOf, copies.length)
    } catch (error) {
      if (signal?.aborted) throw error
      return { done, problem: problemOf(error, `The copy of ${copy.name} could not be removed`, copies.length - done.length) }
    }
  }
  return { done, problem: null }
}

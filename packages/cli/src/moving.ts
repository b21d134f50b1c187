import type { Cells, ControlOperator, Move, MoveProgress } from '@rollcall/server'
import { InvalidArgumentError } from 'commander'
import type { ProgressLine } from './progress.ts'
import { INTERRUPTED, untilStopped } from './until-stopped.ts'

/** What commands that move organizations share. */

const COUNT = new Intl.NumberFormat('en-US')
const MIB = 1024 * 1024

export const countText = (count: number): string => COUNT.format(count)

/** Reads `--read-only-limit`. */
export const parseLimit = (text: string): number => {
  const value = Number(text)
  if (!Number.isFinite(value) || value < 1 || value > 600)
    throw new InvalidArgumentError('Give a number of seconds from 1 to 600.')
  return value
}

export const LIMIT_HELP = 'do not refuse changes for longer than this, and try again later (30)'

export const cellsOf = ({ db, cells, openCell }: ControlOperator): Cells => ({
  control: db,
  names: cells.map(({ name }) => name),
  open: openCell,
})

const describe = (progress: Exclude<MoveProgress, { phase: 'copying' }>): string => {
  if (progress.phase === 'following') return `copied ${countText(progress.changes)} changes`
  if (progress.phase === 'waiting') return `waits for a transaction of ${Math.round(progress.seconds)} s`
  return { capturing: 'prepares to note changes', verifying: 'compares all rows', switching: 'refuses changes for a moment' }[
    progress.phase
  ]
}

/** Shows how far a move is. Copying takes by far the longest, so it fills the bar. */
export const showMove = (line: ProgressLine, progress: MoveProgress): void => {
  if (progress.phase !== 'copying') {
    line.update(progress.phase === 'capturing' ? 0 : 1, 1, describe(progress))
    return
  }
  const { done, parts, rows, bytes, part } = progress
  line.update(done, parts, `${countText(rows)} rows, ${countText(Math.round(bytes / MIB))} MiB, ${part}`)
}

export const totalRows = (rows: Readonly<Record<string, number>> | null): number =>
  Object.values(rows ?? {}).reduce((sum, count) => sum + count, 0)

export const moveSummary = ({ from, to, verified, changes, readOnlyMs }: Move): string =>
  `Moved from ${from} to ${to}: ${countText(totalRows(verified))} rows in ${Object.keys(verified ?? {}).length} tables are the same in both, and ${countText(changes)} changes followed. Changes were refused for ${((readOnlyMs ?? 0) / 1000).toFixed(1)} s.`

export const MOVE_HEADINGS = ['from', 'to', 'state', 'started', 'rows copied', 'changes', 'read-only ms', 'problem']

export const moveRow = ({ from, to, phase, startedAt, copied, changes, readOnlyMs, error }: Move) => [
  ...[from, to, phase, startedAt.toISOString().slice(0, 19), totalRows(copied), changes, readOnlyMs, error],
]

/** A signal is obeyed where nothing is half done: the command takes back or completes what it has started. */
export const untilSafe = async <T>(next: string, work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> => {
  const stopping = new AbortController()
  void untilStopped().then(() => stopping.abort())
  try {
    return await work(stopping.signal)
  } catch (error) {
    if (!stopping.signal.aborted) throw error
    process.exitCode = INTERRUPTED
    process.stderr.write(`Interrupted. ${next}\n`)
    return undefined
  }
}

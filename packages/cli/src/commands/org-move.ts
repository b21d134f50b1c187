import {
  type ControlOperator,
  cancelMove,
  confirmMove,
  listMoves,
  type Move,
  type MoveProgress,
  moveOrganization,
  openOrganization,
  recordChange,
} from '@rollcall/server'
import { Command, InvalidArgumentError } from 'commander'
import { operate } from '../operate.ts'
import { print, table } from '../output.ts'
import { type ProgressLine, startProgress } from '../progress.ts'
import { INTERRUPTED, untilStopped } from '../until-stopped.ts'

const seconds = (text: string): number => {
  const value = Number(text)
  if (!Number.isFinite(value) || value < 1 || value > 600)
    throw new InvalidArgumentError('Give a number of seconds from 1 to 600.')
  return value
}

const COUNT = new Intl.NumberFormat('en-US')
const MIB = 1024 * 1024

const describe = (progress: Exclude<MoveProgress, { phase: 'copying' }>): string => {
  if (progress.phase === 'following') return `copied ${COUNT.format(progress.changes)} changes`
  if (progress.phase === 'waiting') return `waits for a transaction of ${Math.round(progress.seconds)} s`
  return { capturing: 'prepares to note changes', verifying: 'compares all rows', switching: 'refuses changes for a moment' }[
    progress.phase
  ]
}

/** Shows how far a move is. Copying takes by far the longest, so it fills the bar. */
const show = (line: ProgressLine, progress: MoveProgress): void => {
  if (progress.phase !== 'copying') {
    line.update(progress.phase === 'capturing' ? 0 : 1, 1, describe(progress))
    return
  }
  const { done, parts, rows, bytes, part } = progress
  line.update(done, parts, `${COUNT.format(rows)} rows, ${COUNT.format(Math.round(bytes / MIB))} MiB, ${part}`)
}

const total = (rows: Readonly<Record<string, number>> | null): number =>
  Object.values(rows ?? {}).reduce((sum, count) => sum + count, 0)

const summaryOf = ({ from, to, verified, changes, readOnlyMs }: Move): string =>
  `Moved from ${from} to ${to}: ${COUNT.format(total(verified))} rows in ${Object.keys(verified ?? {}).length} tables are the same in both, and ${COUNT.format(changes)} changes followed. Changes were refused for ${((readOnlyMs ?? 0) / 1000).toFixed(1)} s.`

const cellsOf = (main: ControlOperator) => ({
  control: main.db,
  open: async (name: string) => {
    const { db, pool } = await main.openCell(name)
    return { name, db, pool }
  },
})

interface MoveOptions {
  to?: string
  readOnlyLimit?: number
  cancel?: true
  confirm?: true
  status?: true
  json?: boolean
}

/** A signal is obeyed where nothing is half done: the command takes back or completes what it has started. */
const untilSafe = async <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const stopping = new AbortController()
  void untilStopped().then(() => stopping.abort())
  try {
    return await work(stopping.signal)
  } catch (error) {
    if (!stopping.signal.aborted) throw error
    process.exitCode = INTERRUPTED
    process.stderr.write('Interrupted. The same command resumes the move, --cancel takes it back.\n')
    return undefined as T
  }
}

const move = async (
  main: ControlOperator,
  orgId: string,
  to: string,
  { readOnlyLimit }: MoveOptions,
): Promise<Move | undefined> => {
  const line = startProgress('Moving')
  try {
    const moved = await untilSafe((signal) =>
      moveOrganization(cellsOf(main), orgId, to, {
        signal,
        readOnlyLimitMs: readOnlyLimit && readOnlyLimit * 1000,
        onProgress: (progress) => show(line, progress),
      }),
    )
    if (moved) line.finish(summaryOf(moved))
    return moved
  } catch (error) {
    line.abandon()
    throw error
  }
}

const HEADINGS = ['from', 'to', 'state', 'started', 'rows copied', 'changes', 'read-only ms', 'problem']

const rowOf = ({ from, to, phase, startedAt, copied, changes, readOnlyMs, error }: Move) => [
  ...[from, to, phase, startedAt.toISOString().slice(0, 19), total(copied), changes, readOnlyMs, error],
]

const NEXT = (org: string) =>
  `The copy in the cell that it left remains until you confirm the move: rollcall org move ${JSON.stringify(org)} --confirm`

/** Records it where the organization is now. */
const recordMove = async (
  main: ControlOperator,
  orgId: string,
  { from, to, ...more }: Partial<Move> & { confirmed?: true; canceled?: true },
) => {
  const { operator, organization } = await openOrganization(main, orgId)
  const { confirmed, canceled } = more
  const entity = { type: 'organization', id: orgId, name: organization.name }
  await recordChange(operator.db, orgId, { entity, after: { from, to, confirmed, canceled } })
}

export const orgMoveCommand = (): Command => {
  const command = new Command('move')
  return command
    .description('move an organization to another cell while it works; changes are refused for a moment at the end')
    .argument('<org>', 'id or name')
    .option('--to <cell>', 'cell to move it to, of those of rollcall cells list; the same command resumes an interrupted move')
    .option('--read-only-limit <seconds>', 'do not refuse changes for longer than this, and try again later (30)', seconds)
    .option('--confirm', 'remove the copy that it left behind')
    .option('--cancel', 'take back a move that has not switched to the other cell yet, and remove the copy')
    .option('--status', 'list its moves')
    .option('--json', 'print JSON')
    .action(async (org: string, options: MoveOptions) => {
      const { to, confirm, cancel, status, json } = options
      if ([to, confirm, cancel, status].filter((option) => option !== undefined).length !== 1) {
        command.error('error: give one of --to, --confirm, --cancel and --status; see --help')
      }
      await operate(async (main) => {
        const { id } = (await openOrganization(main, org)).organization
        const cells = cellsOf(main)
        if (to !== undefined) {
          const moved = await move(main, id, to, options)
          if (moved) await recordMove(main, id, moved)
          if (moved) print(json, moved, () => NEXT(org))
        } else if (confirm) {
          const confirmed = await untilSafe((signal) => confirmMove(cells, id, signal))
          if (confirmed) await recordMove(main, id, { from: confirmed.from, confirmed: true })
          if (confirmed) print(json, confirmed, () => `Removed ${COUNT.format(confirmed.removed)} rows from ${confirmed.from}.`)
        } else if (cancel) {
          const canceled = await untilSafe((signal) => cancelMove(cells, id, signal))
          if (canceled) await recordMove(main, id, { from: canceled.from, canceled: true })
          if (canceled) print(json, canceled, () => `Canceled. The organization stays in ${canceled.from}.`)
        } else {
          const moves = await listMoves(main.db, id)
          print(json, moves, () => table(HEADINGS, moves.map(rowOf), 'It was never moved.'))
        }
      })
    })
}

import {
  type ControlOperator,
  cancelMove,
  confirmMove,
  listMoves,
  type Move,
  moveOrganization,
  openOrganization,
} from '@rollcall/server'
import { Command } from 'commander'
import {
  cellsOf,
  countText,
  LIMIT_HELP,
  MOVE_HEADINGS,
  moveRow,
  moveSummary,
  parseLimit,
  showMove,
  untilSafe,
} from '../moving.ts'
import { operate } from '../operate.ts'
import { print, table } from '../output.ts'
import { startProgress } from '../progress.ts'

interface MoveOptions {
  to?: string
  readOnlyLimit?: number
  cancel?: true
  confirm?: true
  status?: true
  json?: boolean
}

const RESUME = 'The same command resumes the move, --cancel takes it back.'

const move = async (
  main: ControlOperator,
  orgId: string,
  to: string,
  { readOnlyLimit }: MoveOptions,
): Promise<Move | undefined> => {
  const line = startProgress('Moving')
  try {
    const moved = await untilSafe(RESUME, (signal) =>
      moveOrganization(cellsOf(main), orgId, to, {
        signal,
        readOnlyLimitMs: readOnlyLimit && readOnlyLimit * 1000,
        onProgress: (progress) => showMove(line, progress),
      }),
    )
    if (moved) line.finish(moveSummary(moved))
    return moved
  } catch (error) {
    line.abandon()
    throw error
  }
}

const NEXT = (org: string) =>
  `The copy in the cell that it left remains until you confirm the move: rollcall org move ${JSON.stringify(org)} --confirm`

export const orgMoveCommand = (): Command => {
  const command = new Command('move')
  return command
    .description('move an organization to another cell while it works; changes are refused for a moment at the end')
    .argument('<org>', 'id or name')
    .option('--to <cell>', 'cell to move it to, of those of rollcall cells list; the same command resumes an interrupted move')
    .option('--read-only-limit <seconds>', LIMIT_HELP, parseLimit)
    .option('--confirm', 'remove the copy that it left behind')
    .option('--cancel', 'take back a move that has not switched to the other cell yet, and remove the copy')
    .option('--status', 'list its moves')
    .option('--json', 'print JSON')
    .action(async (org: string, options: MoveOptions) => {
      const { to, confirm, cancel, status, json } = options
      if ([to, confirm, cancel, status].filter((option) => option !== undefined).length !== 1) {
        command.error('error: give one of --to, --confirm, --cancel and --status')
      }
      await operate(async (main) => {
        const { id } = (await openOrganization(main, org)).organization
        const cells = cellsOf(main)
        if (to !== undefined) {
          const moved = await move(main, id, to, options)
          if (moved) print(json, moved, () => NEXT(org))
        } else if (confirm) {
          const confirmed = await untilSafe(RESUME, (signal) => confirmMove(cells, id, signal))
          if (confirmed) print(json, confirmed, () => `Removed ${countText(confirmed.removed)} rows from ${confirmed.from}.`)
        } else if (cancel) {
          const canceled = await untilSafe(RESUME, (signal) => cancelMove(cells, id, signal))
          if (canceled) print(json, canceled, () => `Canceled. The organization stays in ${canceled.from}.`)
        } else {
          const moves = await listMoves(main.db, id)
          print(json, moves, () => table(MOVE_HEADINGS, moves.map(moveRow), 'It was never moved.'))
        }
      })
    })
}

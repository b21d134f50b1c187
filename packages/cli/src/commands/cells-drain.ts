import {
  assertMayDrain,
  type CellContent,
  type ControlOperator,
  confirmCopies,
  drainCell,
  type MoveOf,
  markDraining,
  type Progressed,
  readCellContent,
} from '@rollcall/server'
import { Command } from 'commander'
import { cellsOf, LIMIT_HELP, MOVE_HEADINGS, moveRow, moveSummary, parseLimit, showMove, untilSafe } from '../moving.ts'
import { operate } from '../operate.ts'
import { print, showControls, table } from '../output.ts'
import { type ProgressLine, startProgress } from '../progress.ts'

interface DrainOptions {
  to?: string
  readOnlyLimit?: number
  move: boolean
  confirm?: true
  status?: true
  undo?: true
  json?: boolean
}

const RESUME = 'The same command continues where it stopped; --undo lets the cell have new organizations again.'

/** Moves the organizations, with one line of progress for each. */
const moveAll = async (main: ControlOperator, cell: string, options: DrainOptions): Promise<Progressed | undefined> => {
  const { to, readOnlyLimit } = options
  let line: ProgressLine | undefined
  try {
    return await untilSafe(RESUME, (signal) =>
      drainCell(cellsOf(main), cell, {
        ...{ signal, to, readOnlyLimitMs: readOnlyLimit && readOnlyLimit * 1000 },
        onStart({ name }, target, moved, total) {
          line = startProgress(`${moved + 1} of ${total}, ${showControls(name)} to ${target}`)
        },
        onProgress: (progress) => line && showMove(line, progress),
        onMoved(move) {
          line?.finish(`${move.name}: ${moveSummary(move)}`)
          line = undefined
        },
      }),
    )
  } finally {
    line?.abandon()
  }
}

const HEADINGS = ['organization', ...MOVE_HEADINGS]

const copiesText = (cell: string, count: number): string =>
  `${count} cop${count === 1 ? 'y' : 'ies'} of organizations that left ${count === 1 ? 'remains' : 'remain'} in ${cell} until you confirm: rollcall cells drain ${cell} --confirm`

const contentText = (cell: string, { remaining, copies }: CellContent): string => {
  const waiting = remaining.map(({ name, move }) => (move ? [name, ...moveRow(move)] : [name, cell, null, 'waits']))
  const left = copies.map((move) => [move.name, ...moveRow(move)])
  const rows = table(HEADINGS, [...waiting, ...left], `The cell ${cell} has no organizations.`)
  return copies.length > 0 ? `${rows}\n\n${copiesText(cell, copies.length)}` : rows
}

const drained = (cell: string, { remaining, copies }: CellContent): string => {
  if (remaining.length > 0)
    return `Organizations left in ${cell}: ${remaining.length}. See: rollcall cells drain ${cell} --status`
  if (copies.length > 0) return `${cell} serves no organization. ${copiesText(cell, copies.length)}`
  return cell === 'main'
    ? 'main has no organizations.'
    : `${cell} has no organizations. It can be removed: rollcall cells remove ${cell}`
}

/** A command that stopped half-way has failed, and says where. */
const fail = (problem: string | null | undefined): void => {
  if (!problem) return
  process.stderr.write(`rollcall: ${showControls(problem)}\n`)
  process.exitCode = 1
}

const drain = async (main: ControlOperator, cell: string, options: DrainOptions): Promise<void> => {
  await assertMayDrain(main, cell, options.to)
  await markDraining(main, cell, true)
  const progressed = options.move ? await moveAll(main, cell, options) : { done: [], problem: null }
  const content = await readCellContent(cellsOf(main), cell)
  const result = { name: cell, isDraining: true, moved: progressed?.done ?? [], problem: progressed?.problem ?? null, ...content }
  const text = options.move ? drained : contentText
  print(options.json, result, () => `The cell ${cell} gets no new organizations.\n\n${text(cell, content)}`)
  fail(progressed?.problem)
}

const confirm = async (main: ControlOperator, cell: string, json: boolean | undefined): Promise<void> => {
  await assertMayDrain(main, cell)
  const line = startProgress('Removing copies')
  let count = 0
  const onConfirmed = ({ name }: MoveOf, of: number) => line.update(++count, of, name)
  const confirmed = await untilSafe('The same command continues where it stopped.', (signal) =>
    confirmCopies(cellsOf(main), cell, { signal, onConfirmed }),
  ).finally(() => line.abandon())
  if (!confirmed) return
  const { done, problem } = confirmed
  const copies = `${done.length} cop${done.length === 1 ? 'y' : 'ies'}`
  print(json, { name: cell, confirmed: done, problem }, () => `Removed ${copies} from ${cell}.`)
  fail(problem)
}

export const cellsDrainCommand = (): Command => {
  const command = new Command('drain')
  return command
    .description(
      'give a database no new organizations, and move those that it has to others, one after the other, while they work',
    )
    .argument('<name>', 'name of the cell')
    .option('--to <cell>', 'cell to move all of them to; without it, each one moves to the smallest database')
    .option('--read-only-limit <seconds>', `${LIMIT_HELP}; for each organization`, parseLimit)
    .option('--no-move', 'move none, only list them')
    .option('--confirm', 'remove the copies that organizations left in it')
    .option('--status', 'list what is still in it, with the moves in progress; changes nothing')
    .option('--undo', 'let it have new organizations again; those that moved stay where they are')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nThe same command resumes what was interrupted. Exit status: 0 if nothing failed, 1 if an organization could not be moved.',
    )
    .action(async (name: string, options: DrainOptions) => {
      const { to, readOnlyLimit, move, status, undo, json } = options
      const others = [!move || undefined, options.confirm, status, undo].filter((option) => option !== undefined)
      if (others.length > 1 || (others.length === 1 && (to ?? readOnlyLimit) !== undefined)) {
        command.error('error: give --to and --read-only-limit, or one of --no-move, --confirm, --status and --undo')
      }
      await operate(async (main) => {
        if (options.confirm) return confirm(main, name, json)
        if (undo) {
          await markDraining(main, name, false)
          return print(json, { name, isDraining: false }, () => `The cell ${name} may have new organizations.`)
        }
        if (!status) return drain(main, name, options)
        await assertMayDrain(main, name)
        const content = await readCellContent(cellsOf(main), name)
        print(json, { name, ...content }, () => contentText(name, content))
      })
    })
}

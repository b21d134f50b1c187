import { text } from 'node:stream/consumers'
import {
  addCell,
  type CellState,
  checkCells,
  type Finding,
  forgetOrganization,
  listCellStates,
  removeCell,
} from '@rollcall/server'
import { Command } from 'commander'
import { findingsText } from '../findings.ts'
import { operate } from '../operate.ts'
import { print, table } from '../output.ts'
import { cellsDrainCommand } from './cells-drain.ts'

const HEADINGS = ['cell', 'database', 'organizations', 'replica', 'state']

const stateOf = ({ problem, isDraining }: CellState): string => {
  if (problem !== null) return problem
  return isDraining ? 'draining' : 'serves'
}

const rowOf = (cell: CellState): (string | number | null)[] => [
  cell.name,
  cell.address ?? 'DATABASE_URL',
  cell.organizations,
  cell.replica,
  stateOf(cell),
]

const listCommand = (): Command =>
  new Command('list')
    .description('list the databases of the service')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const cells = await operate(listCellStates)
      print(json, cells, () => table(HEADINGS, cells.map(rowOf), ''))
    })

/** Arguments are visible to other users of the machine, and the address has a password. */
const addressOf = async (given: string): Promise<string> => (given === '-' ? (await text(process.stdin)).trim() : given)

interface AddOptions {
  url: string
  replica?: string | false
  json?: boolean
}

const addCommand = (): Command =>
  new Command('add')
    .description('add an empty database to the service, or give a known one another address; nodes use it at once')
    .argument('<name>', 'name of the cell: up to 40 lowercase letters, digits and hyphens')
    .requiredOption(
      '--url <url>',
      'postgres://user:password@host:port/database, or - to read it from standard input; it is stored encrypted',
    )
    .option('--replica <url>', 'replica of it, for reads of the warehouse; a known cell keeps its own without this option')
    .option('--no-replica', 'forget the replica of a known cell')
    .option('--json', 'print JSON')
    .action(async (name: string, { url, replica, json }: AddOptions) => {
      const address = await addressOf(url)
      await operate((main) => addCell(main, { name, url: address, replicaUrl: replica === false ? null : replica }))
      print(json, { name }, () => `Added the cell ${name}. New organizations: rollcall org create NAME --cell ${name}`)
    })

const checkCommand = (): Command =>
  new Command('check')
    .description(
      'check that every database of the service can be used, that replicas follow theirs, and that each organization is in exactly one',
    )
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExit status: 0 if no check fails (there may be warnings), 1 otherwise.')
    .action(async ({ json }: { json?: boolean }) => {
      const findings: Finding[] = await operate(checkCells)
      print(json, findings, () => findingsText(findings))
      if (findings.some(({ level }) => level === 'fail')) process.exitCode = 1
    })

const forgetCommand = (): Command =>
  new Command('forget')
    .description('forget an organization that its database does not have, because its creation was interrupted')
    .argument('<organization>', 'its id, as rollcall cells check names it')
    .option('--json', 'print JSON')
    .action(async (id: string, { json }: { json?: boolean }) => {
      const forgotten = await operate((main) => forgetOrganization(main, id))
      print(json, forgotten, () => `Forgot the organization ${forgotten.id}, which the cell ${forgotten.cell} does not have.`)
    })

const removeCommand = (): Command =>
  new Command('remove')
    .description('remove a database without organizations from the service; the database stays as it is')
    .argument('<name>', 'name of the cell')
    .option('--json', 'print JSON')
    .action(async (name: string, { json }: { json?: boolean }) => {
      await operate((main) => removeCell(main, name))
      print(json, { name }, () => `Removed the cell ${name}.`)
    })

export const cellsCommand = (): Command =>
  new Command('cells')
    .description('the databases of the service, where there are several')
    .addCommand(listCommand())
    .addCommand(addCommand())
    .addCommand(checkCommand())
    .addCommand(cellsDrainCommand())
    .addCommand(forgetCommand())
    .addCommand(removeCommand())

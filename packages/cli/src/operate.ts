import { hostname, userInfo } from 'node:os'
import {
  type ControlOperator,
  type Operator,
  openCellOfKey,
  openOperator,
  openOrganization,
  readConfig,
  runAct,
} from '@rollcall/server'
import { AUDITED_COMMANDS } from './audited-commands.ts'
import { currentCommand } from './current-command.ts'

/** The account of the operating system; a container may run under a number without a name. */
const account = (): string => {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? 'unknown')
  }
}

/** Opens the database of the service for one command and closes it afterwards. Changes are recorded in the audit log. */
export const operate = async <T>(work: (operator: ControlOperator) => Promise<T>): Promise<T> => {
  await using operator = await openOperator(readConfig())
  const action = AUDITED_COMMANDS[currentCommand()]
  if (typeof action !== 'string') return await work(operator)
  return await runAct({ action, actor: { type: 'command-line', name: `${account()}@${hostname()}` } }, () => work(operator))
}

/** Like `operate`, in the database of one organization: the named one, or the only one. */
export const operateOn = <T>(org: string | undefined, work: (operator: Operator, orgId: string) => Promise<T>): Promise<T> =>
  operate(async (main) => {
    const { operator, organization } = await openOrganization(main, org)
    return work(operator, organization.id)
  })

/** Like `operate`, in the database that has the key. */
export const operateOnKey = <T>(keyId: string, work: (operator: Operator) => Promise<T>): Promise<T> =>
  operate(async (main) => work(await openCellOfKey(main, keyId)))

/** Runs the work in the databases of all cells, one after the other, and returns all results. */
export const operateOnAll = <T>(work: (operator: Operator) => Promise<readonly T[]>): Promise<T[]> =>
  operate(async (main) => {
    const results: T[] = []
    for (const { name } of main.cells) results.push(...(await work(await main.openCell(name))))
    return results
  })

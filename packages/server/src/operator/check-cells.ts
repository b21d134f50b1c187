import { checkCellDatabase, checkPlacements, unreachable } from '../operations/doctor/check-cells.ts'
import { attempt, type Finding } from '../operations/doctor/finding.ts'
import type { ControlOperator } from './operator.ts'

/** Checks the databases of a service with several. */
export const checkCells = async (main: ControlOperator): Promise<Finding[]> => {
  const findings: Finding[] = []
  const databases = new Map<string, ControlOperator['db']>()
  for (const { name } of main.cells) {
    try {
      databases.set(name, (await main.openCell(name)).db)
    } catch (error) {
      findings.push(unreachable(name, error))
    }
  }
  for (const [name, db] of databases) findings.push(...(await attempt('cells', () => checkCellDatabase(name, db))))
  return [...findings, ...(await attempt('placements', () => checkPlacements(main.db, databases)))]
}

import { checkCellDatabase, checkPlacements } from '../operations/doctor/check-cells.ts'
import { attempt, type Finding, fail } from '../operations/doctor/finding.ts'
import type { ControlOperator } from './operator.ts'

/** Checks the databases of a service with several. */
export const checkCells = async (main: ControlOperator): Promise<Finding[]> => {
  const findings: Finding[] = []
  const databases = new Map<string, ControlOperator['db']>()
  for (const { name } of main.cells) {
    try {
      databases.set(name, (await main.openCell(name)).db)
    } catch (error) {
      const remedy = 'Its organizations are not served until it answers; those of the other cells are.'
      findings.push(fail('cells', `Cell ${name}: ${(error as Error).message}`, remedy))
    }
  }
  for (const [name, db] of databases) findings.push(...(await attempt('cells', () => checkCellDatabase(name, db))))
  return [...findings, ...(await attempt('placements', () => checkPlacements(main.db, databases)))]
}

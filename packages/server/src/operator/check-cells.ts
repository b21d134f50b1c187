import { checkCellDatabase, checkPlacements, checkReplicaOfCell, unreachable } from '../operations/doctor/check-cells.ts'
import { attempt, type Finding } from '../operations/doctor/finding.ts'
import type { ControlOperator } from './operator.ts'

/** Checks the databases of a service with several, and their replicas. */
export const checkCells = async (main: ControlOperator): Promise<Finding[]> => {
  const findings: Finding[] = []
  const databases = new Map<string, ControlOperator['db']>()
  for (const cell of main.cells) {
    const { name } = cell
    try {
      const { db, pool } = await main.openCell(name)
      databases.set(name, db)
      findings.push(...(await attempt('cells', () => checkCellDatabase(name, db))))
      findings.push(...(await checkReplicaOfCell(cell, pool)))
    } catch (error) {
      findings.push(unreachable(name, error))
    }
  }
  return [...findings, ...(await attempt('placements', () => checkPlacements(main.db, databases)))]
}

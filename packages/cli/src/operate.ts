import { type ControlOperator, type Operator, openCellOfKey, openOperator, openOrganization, readConfig } from '@rollcall/server'

/** Opens the database of the service for one command and closes it afterwards. */
export const operate = async <T>(work: (operator: ControlOperator) => Promise<T>): Promise<T> => {
  await using operator = await openOperator(readConfig())
  return await work(operator)
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

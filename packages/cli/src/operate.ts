import { getOrganization, type Operator, openOperator, readConfig } from '@rollcall/server'

/** Opens the database of the service for one command and closes it afterwards. */
export const operate = async <T>(work: (operator: Operator) => Promise<T>): Promise<T> => {
  await using operator = await openOperator(readConfig())
  return await work(operator)
}

/** Like `operate`, for one organization: the named one, or the only one. */
export const operateOn = <T>(org: string | undefined, work: (operator: Operator, orgId: string) => Promise<T>): Promise<T> =>
  operate(async (operator) => work(operator, (await getOrganization(operator.db, org)).id))

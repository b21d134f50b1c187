import { listAccounts, type RunningService, saveAccount } from '@rollcall/server'
import type { Company, Ids } from '@rollcall/simulator'
import { generatePassword } from '../password.ts'
import type { DemoAccount, DemoFile } from './demo-file.ts'

const ACCOUNT_ROLES = ['global-administrator', 'employee'] as const

/**
 * Creates accounts for two people of the company: a global administrator and an employee. If one has lost the account, for
 * example by erasure, the next person gets one.
 */
export const keepAccounts = async (
  { db }: RunningService,
  file: DemoFile,
  company: Company,
  ids: Ids,
): Promise<DemoAccount[]> => {
  const stored = (await listAccounts(db, file.organizationId)).filter(({ status }) => status === 'active')
  const accounts: DemoAccount[] = []
  for (const role of ACCOUNT_ROLES) {
    const known = file.accounts?.find((account) => account.role === role)
    const found =
      known && stored.find(({ userId, userName }) => (known.userId ? known.userId === userId : known.userName === userName))
    if (known && found) accounts.push({ ...known, userId: found.userId, userName: found.userName })
    else {
      const taken = [...stored, ...accounts].map(({ userId }) => userId)
      const person = company.people.find(({ active, index }) => active && ids.hasUser(index) && !taken.includes(ids.user(index)))
      if (!person) continue
      const userId = ids.user(person.index)
      const password = generatePassword()
      await saveAccount(db, file.organizationId, userId, { password, roles: role === 'employee' ? [] : [role] })
      accounts.push({ role, userId, userName: ids.login(person.index).userName, password })
    }
  }
  return accounts
}

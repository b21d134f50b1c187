import { ADMINISTRATOR_ROLES, type AdministratorRole } from '@rollcall/contract'
import {
  type AccountHolder,
  copyAccountLink,
  dropAccount,
  ensureUser,
  findInstance,
  getAccountHolder,
  listAccounts,
  readConfig,
  saveAccount,
} from '@rollcall/server'
import { Command, InvalidArgumentError, Option } from 'commander'
import { parseAddress } from '../connection.ts'
import { operateOn } from '../operate.ts'
import { print, table } from '../output.ts'
import { askPassword, generatePassword, readPassword } from '../password.ts'

interface SetOptions {
  user: string
  org?: string
  /** False for --no-role; absent when neither is given. */
  role?: AdministratorRole[] | false
  createUser?: boolean
  breakGlass?: boolean
  passwordStdin?: boolean
  generatePassword?: boolean
  json?: boolean
}

const withOrg = (command: Command): Command =>
  command.option('--org <org>', 'organization, by id or name; not needed if there is only one')

const role = (text: string, earlier: AdministratorRole[] | false = []): AdministratorRole[] => {
  if (!ADMINISTRATOR_ROLES.includes(text as AdministratorRole)) {
    throw new InvalidArgumentError(`Choose from ${ADMINISTRATOR_ROLES.join(', ')}.`)
  }
  return [...new Set([...(earlier || []), text as AdministratorRole])]
}

/** The password to set, if any, and whether it must still be shown. */
const choosePassword = async (
  options: SetOptions,
  { hasAccount }: AccountHolder,
): Promise<{ password?: string; isNew: boolean }> => {
  if (options.passwordStdin) return { password: await readPassword(process.stdin), isNew: false }
  const isChange = options.role !== undefined || options.breakGlass !== undefined
  const onlyRoles = hasAccount && isChange && !options.generatePassword
  if (onlyRoles) return { isNew: false }
  if (options.generatePassword || !process.stdin.isTTY) return { password: generatePassword(), isNew: true }
  return { password: await askPassword(options.user), isNew: false }
}

const setAccount = (options: SetOptions) =>
  operateOn(options.org, async ({ db }, orgId) => {
    const { user, role: roles, createUser, breakGlass } = options
    if (createUser) await ensureUser(db, orgId, user)
    const holder = await getAccountHolder(db, orgId, user)
    const { password, isNew } = await choosePassword(options, holder)
    const saved = await saveAccount(db, orgId, holder.userId, {
      ...(password === undefined ? {} : { password }),
      ...(roles === undefined ? {} : { roles: roles || [] }),
      ...(breakGlass === undefined ? {} : { isBreakGlass: breakGlass }),
    })
    return { userId: holder.userId, userName: user, roles: saved.roles, ...(isNew ? { password } : {}) }
  })

const setCommand = (): Command =>
  withOrg(new Command('set').alias('create'))
    .description('create or change the account of a user: password and roles; a new password ends the sessions of the user')
    .requiredOption('--user <name>', 'userName of the user')
    .option('--role <role>', `role besides employee, may be repeated: ${ADMINISTRATOR_ROLES.join(', ')}; absent: unchanged`, role)
    .option('--no-role', 'remove all roles')
    .option('--break-glass', 'the password works even if the organization requires an identity provider: for emergencies')
    .option('--no-break-glass', 'it no longer does')
    .option('--create-user', 'create the user if there is none with this name')
    .addOption(new Option('--password-stdin', 'read the password from standard input').conflicts('generatePassword'))
    .option('--generate-password', 'generate a password and print it once; the default without a terminal')
    .option('--json', 'print { userId, userName, roles, password? }')
    .action(async (options: SetOptions) => {
      const account = await setAccount(options)
      const shown = account.password ? `\npassword  ${account.password}\n\nThe password is shown only once.` : ''
      const names = ['employee', ...account.roles].join(', ')
      print(options.json, account, () => `user      ${account.userName}\nroles     ${names}${shown}`)
    })

interface LinkOptions {
  user: string
  org?: string
  role?: AdministratorRole[]
  createUser?: boolean
  url?: string
  json?: boolean
}

/** The address of the web app that the operator named, or that of the service of the data folder. */
const webUrl = (given: string | undefined): string => {
  const { publicUrl, dataDir } = readConfig()
  return given?.replace(/\/+$/, '') ?? publicUrl ?? findInstance(dataDir)?.baseUrl ?? ''
}

const linkCommand = (): Command =>
  withOrg(new Command('link'))
    .description(
      'print a link with which a user chooses a password, once and within 24 hours; creates the account if there is none',
    )
    .requiredOption('--user <name>', 'userName of the user')
    .option('--role <role>', `role of a new account besides employee, may be repeated: ${ADMINISTRATOR_ROLES.join(', ')}`, role)
    .option('--create-user', 'create the user if there is none with this name')
    .option('--url <url>', 'address of the web app; by default ROLLCALL_PUBLIC_URL, or where the service listens', parseAddress)
    .option('--json', 'print { userId, kind, url, expiresAt }')
    .action(async ({ user, org, role: roles, createUser, url, json }: LinkOptions) => {
      const made = await operateOn(org, async ({ db }, orgId) => {
        if (createUser) await ensureUser(db, orgId, user)
        const { userId } = await getAccountHolder(db, orgId, user)
        const { code, kind, expiresAt } = await copyAccountLink(db, orgId, userId, roles)
        return { userId, kind, url: `${webUrl(url)}/account-link#${code}`, expiresAt }
      })
      print(json, made, () => made.url)
    })

const HEADINGS = ['user', 'roles', 'status', 'signs in by', 'since', 'changed']
const day = (date: Date): string => date.toISOString().slice(0, 10)

const signsInBy = ({ hasPassword, isBreakGlass }: { hasPassword: boolean; isBreakGlass: boolean }): string => {
  if (!hasPassword) return 'link or identity provider'
  return isBreakGlass ? 'password (break-glass)' : 'password'
}

const listCommand = (): Command =>
  withOrg(new Command('list'))
    .description('list users who may sign in')
    .option('--json', 'print JSON')
    .action(async ({ org, json }: { org?: string; json?: boolean }) => {
      const accounts = await operateOn(org, ({ db }, orgId) => listAccounts(db, orgId))
      const rows = accounts.map((account) => {
        const { userName, roles, status, createdAt, updatedAt } = account
        return [userName, ['employee', ...roles].join(', '), status, signsInBy(account), day(createdAt), day(updatedAt)]
      })
      print(json, accounts, () => table(HEADINGS, rows, 'There is no account yet.'))
    })

const removeCommand = (): Command =>
  withOrg(new Command('remove'))
    .description('remove the account of a user, who can no longer sign in; the user stays')
    .requiredOption('--user <name>', 'userName of the user')
    .action(async ({ user, org }: { user: string; org?: string }) => {
      await operateOn(org, async ({ db }, orgId) => dropAccount(db, orgId, (await getAccountHolder(db, orgId, user)).userId))
      console.log(`Removed the account of ${user}`)
    })

export const accountsCommand = (): Command =>
  new Command('accounts')
    .description('accounts: who may sign in, with which roles')
    .addCommand(setCommand())
    .addCommand(linkCommand())
    .addCommand(listCommand())
    .addCommand(removeCommand())

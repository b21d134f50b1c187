import { AUTH_METHODS, type AuthMethod, bearerSecret, ROLES, type Role } from '@rollcall/contract'
import { blockKey, type CreatedKey, createKey, listKeys, revokeKey, rotateKey, unblockKey } from '@rollcall/server'
import { Command, InvalidArgumentError, Option } from 'commander'
import { operateOn, operateOnAll, operateOnKey } from '../operate.ts'
import { print, table } from '../output.ts'
import { keyUsageCommand } from './key-usage.ts'

const authMethods = (text: string): AuthMethod[] => {
  const methods = [...new Set(text.split(',').map((method) => method.trim()))]
  const unknown = methods.find((method) => !AUTH_METHODS.includes(method as AuthMethod))
  if (unknown !== undefined) throw new InvalidArgumentError(`Choose from ${AUTH_METHODS.join(', ')}, separated by commas.`)
  return methods as AuthMethod[]
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
const DAY_MS = 86_400_000

/** A day means its end in UTC, so a key may expire today; a time is taken literally. */
const moment = (text: string): Date => {
  const begin = new Date(text)
  const isDay = DAY.test(text) && !Number.isNaN(begin.getTime()) && begin.toISOString().startsWith(text)
  if (DAY.test(text) && !isDay) throw new InvalidArgumentError('The day does not exist.')
  const end = isDay ? new Date(begin.getTime() + DAY_MS) : begin
  if (end.getTime() > Date.now()) return end
  throw new InvalidArgumentError(
    'Give a day from today on, such as 2030-01-31 (the key expires at its end in UTC), or a future time, such as 2030-01-31T12:00:00Z.',
  )
}

const keyName = (text: string): string => {
  if (text.trim() === '' || text.length > 200) throw new InvalidArgumentError('Give a name of 1 to 200 characters.')
  return text
}

const positive = (text: string): number => {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1 || value > 1_000_000)
    throw new InvalidArgumentError('Give a whole number from 1 to 1000000.')
  return value
}

const createdText = ({ id, secret, role, auth }: CreatedKey): string => {
  const bearer = role === 'provisioning' ? `\nbearer  ${bearerSecret(id, secret)}` : ''
  return `id      ${id}\nsecret  ${secret}\nrole    ${role}\nauth    ${auth.join(', ')}${bearer}\n\nThe secret is shown only once.`
}

interface CreateOptions {
  role: Role
  auth: AuthMethod[]
  name: string
  org?: string
  expires?: Date
  rateLimit?: number
  json?: boolean
}

const createCommand = (): Command =>
  new Command('create')
    .description('create a key; its secret is shown once')
    .addOption(new Option('--role <role>', 'what the key may do').choices(ROLES).makeOptionMandatory())
    .option('--auth <methods>', 'authentication methods: hmac, basic or both', authMethods, [...AUTH_METHODS])
    .requiredOption('--name <name>', 'purpose of the key', keyName)
    .option('--org <org>', 'organization, by id or name; not needed if there is only one')
    .option('--expires <moment>', 'when the key expires: a day (its end in UTC) or a time', moment)
    .option('--rate-limit <n>', 'requests per minute to each node; unlimited if absent', positive)
    .option('--json', 'print { id, secret, role, auth }')
    .action(async ({ org, json, expires, rateLimit, ...key }: CreateOptions) => {
      const created = await operateOn(org, ({ db, sealer }, orgId) =>
        createKey(db, sealer, { ...key, orgId, expiresAt: expires, requestsPerMinute: rateLimit }),
      )
      print(json, created, () => createdText(created))
    })

type ListedKey = Awaited<ReturnType<typeof listKeys>>[number]

const stateOf = ({ revoked_at, blocked_reason, expires_at }: ListedKey): string => {
  if (revoked_at) return 'revoked'
  if (blocked_reason !== null) return `blocked: ${blocked_reason}`
  if (expires_at && expires_at < new Date()) return 'expired'
  return expires_at ? `until ${expires_at.toISOString().slice(0, 16).replace('T', ' ')} UTC` : 'live'
}

const keyJson = (key: ListedKey) => ({
  id: key.id,
  name: key.name,
  organization: key.organization,
  role: key.role,
  auth: key.auth_methods,
  state: stateOf(key),
  createdAt: key.created_at,
  expiresAt: key.expires_at,
  requestsPerMinute: key.requests_per_minute,
  today: { requests: key.requests_today ?? 0, rows: key.rows_today ?? 0, bytes: key.bytes_today ?? 0 },
})

const keyRow = (key: ListedKey) => [
  key.id,
  key.name,
  key.organization,
  key.role,
  key.auth_methods.join(','),
  stateOf(key),
  key.requests_today ?? 0,
  key.rows_today ?? 0,
  key.bytes_today ?? 0,
]

const KEY_HEADINGS = [
  'id',
  'name',
  'organization',
  'role',
  'auth',
  'state',
  'requests today',
  'rows today',
  'bytes today (uncompressed)',
]

const listCommand = (): Command =>
  new Command('list')
    .description('list the keys with their usage of today')
    .option('--org <org>', 'only of this organization')
    .option('--json', 'print JSON')
    .action(async ({ org, json }: { org?: string; json?: boolean }) => {
      const keys = await (org === undefined
        ? operateOnAll(({ db }) => listKeys(db, undefined))
        : operateOn(org, ({ db }, orgId) => listKeys(db, orgId)))
      print(json, keys.map(keyJson), () => table(KEY_HEADINGS, keys.map(keyRow), 'There is no key yet.'))
    })

export const keysCommand = (): Command =>
  new Command('keys')
    .description('keys of integrators and systems')
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(keyUsageCommand())
    .addCommand(
      new Command('rotate')
        .description('create a new key to replace a key; both work until the old one is revoked')
        .argument('<id>', 'id of the key')
        .option('--expires <moment>', 'when the new key expires: a day (its end in UTC) or a time; never if absent', moment)
        .option('--json', 'print { id, secret, role, auth }')
        .action(async (id: string, { expires, json }: { expires?: Date; json?: boolean }) => {
          const created = await operateOnKey(id, ({ db, sealer }) => rotateKey(db, sealer, id, expires))
          print(json, created, () => `${createdText(created)}\nRevoke the old key when it is no longer used.`)
        }),
    )
    .addCommand(
      new Command('block')
        .description('block a key; the caller gets 403 with the reason within seconds')
        .argument('<id>', 'id of the key')
        .requiredOption('--reason <text>', 'shown to the caller')
        .action(async (id: string, { reason }: { reason: string }) => {
          await operateOnKey(id, ({ db }) => blockKey(db, id, reason))
          console.log(`Blocked ${id}`)
        }),
    )
    .addCommand(
      new Command('unblock')
        .description('unblock a key')
        .argument('<id>', 'id of the key')
        .action(async (id: string) => {
          await operateOnKey(id, ({ db }) => unblockKey(db, id))
          console.log(`Unblocked ${id}`)
        }),
    )
    .addCommand(
      new Command('revoke')
        .description('revoke a key permanently')
        .argument('<id>', 'id of the key')
        .action(async (id: string) => {
          await operateOnKey(id, ({ db }) => revokeKey(db, id))
          console.log(`Revoked ${id}`)
        }),
    )

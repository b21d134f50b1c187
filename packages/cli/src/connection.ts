import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientOptions } from '@rollcall/client'
import type { Role } from '@rollcall/contract'
import { ConfigError, DEMO_DATABASE_NAME, findInstance, readConfig } from '@rollcall/server/basics'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { WrongUse } from './wrong-use.ts'

const DEFAULT_URL = 'http://127.0.0.1:4600'

const AUTHS = ['hmac', 'client-credentials', 'basic'] as const

/** The options added by `addConnectionOptions`. */
export interface ConnectionOptions {
  url?: string
  keyId?: string
  keySecret?: string
  auth?: (typeof AUTHS)[number]
}

/** An empty environment variable counts as unset. */
export const parseAddress = (text: string): string | undefined => {
  if (text === '') return undefined
  const url = URL.parse(text)
  const isGood = url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.search && !url.hash
  if (!isGood) throw new InvalidArgumentError('Give an address like https://rollcall.example.com.')
  return text
}

/** Adds the options for address and credentials, which all commands that call the service share. */
export const addConnectionOptions = (command: Command): Command =>
  command
    .addOption(
      new Option('--url <url>', `address of the service; by default from the data folder, else ${DEFAULT_URL}`)
        .env('ROLLCALL_URL')
        .argParser(parseAddress),
    )
    .addOption(new Option('--key-id <id>', 'id of the key; by default a key of the data folder').env('ROLLCALL_KEY_ID'))
    .addOption(new Option('--key-secret <secret>', 'its secret').env('ROLLCALL_KEY_SECRET'))
    .addOption(new Option('--auth <method>', 'authentication method; by default hmac if the key allows it').choices(AUTHS))

interface StoredKey {
  id: string
  secret: string
  auth?: string | string[]
}

type KeyFile = { baseUrl?: string; key?: StoredKey; keys?: Partial<Record<Role, StoredKey>> }

const readKeyFile = (file: string): KeyFile | undefined => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new ConfigError(`${file} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}

/** Address and key of the service or demo that runs on the data folder, or of the last one that ran there. */
const stored = (roles: readonly Role[]): { baseUrl?: string | undefined; key?: StoredKey | undefined } => {
  const { dataDir } = readConfig()
  const running = findInstance(dataDir)
  const files = running?.database === DEMO_DATABASE_NAME || !running ? ['demo.json', 'first-run.json'] : ['first-run.json']
  const found = files.map((name) => readKeyFile(join(dataDir, name))).find((file) => file !== undefined)
  const key = roles.map((role) => found?.keys?.[role]).find((one) => one !== undefined)
  return { baseUrl: running?.baseUrl ?? found?.baseUrl, key: key ?? found?.key }
}

const messageOf = (error: unknown): string => {
  const { cause } = error as { cause?: unknown }
  const { code, message } = (cause ?? error) as NodeJS.ErrnoException
  return code ?? message
}

/**
 * A connection error names the configured address, because its cause may name a different one. The cause is omitted, because the
 * client would show it instead.
 */
const fetchFrom =
  (baseUrl: string, ask: typeof fetch): typeof fetch =>
  (input, init) =>
    ask(input, init).catch((error: unknown) => {
      throw new Error(`no connection to ${baseUrl} (${messageOf(error)})`)
    })

/**
 * Address and credentials: as given, or else from the data folder, with its first key of these roles. List the least privileged
 * role first. @throws WrongUse without a key
 */
export const clientOptions = (given: ConnectionOptions, roles: readonly Role[], ask: typeof fetch = fetch): ClientOptions => {
  const { url, keyId: id, keySecret: secret } = given
  if (!id !== !secret) throw new WrongUse('Give both --key-id and --key-secret, or neither.')
  const isGiven = id && secret
  const found = url && isGiven ? {} : stored(roles)
  const key: StoredKey | undefined = isGiven ? { id, secret } : found.key
  if (!key) throw new WrongUse('No key found. Give --key-id and --key-secret, or start the service or the demo here first.')
  const baseUrl = url ?? found.baseUrl ?? DEFAULT_URL
  const usual = key.auth && ![key.auth].flat().includes('hmac') ? 'basic' : 'hmac'
  return { baseUrl, key: { id: key.id, secret: key.secret }, auth: given.auth ?? usual, fetch: fetchFrom(baseUrl, ask) }
}

/** Roles for commands that only read the warehouse. */
export const WAREHOUSE_KEYS: readonly Role[] = ['data-warehouse', 'all-permissions']

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientOptions } from '@rollcall/client'
import { AppError, DEMO_DATABASE_NAME, findInstance, readConfig } from '@rollcall/server'

export const DEFAULT_URL = 'http://127.0.0.1:4600'
/** A live run outlasts a restart of the service. */
const LIVE_ATTEMPTS = 30

interface Connection {
  url?: string
  keyId?: string
  keySecret?: string
  live?: boolean
}

interface StoredKey {
  id: string
  secret: string
  auth?: string | string[]
}

const wrongUse = (detail: string) => new AppError('invalid_request', { detail })

const readJson = (file: string): Record<string, unknown> | undefined => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw wrongUse(`${file} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}

type KeyFile = { baseUrl?: string; key?: StoredKey; keys?: Record<string, StoredKey> }

/** Address and key of the service or demo that runs on the data folder; when none runs, of whichever ran there. */
const stored = (): { baseUrl?: string | undefined; key?: StoredKey | undefined } => {
  const { dataDir } = readConfig()
  const running = findInstance(dataDir)
  const files = running?.database === DEMO_DATABASE_NAME || !running ? ['demo.json', 'first-run.json'] : ['first-run.json']
  const found = files.map((name) => readJson(join(dataDir, name)) as KeyFile | undefined).find((file) => file !== undefined)
  return { baseUrl: running?.baseUrl ?? found?.baseUrl, key: found?.keys?.['all-permissions'] ?? found?.key }
}

/** How to reach the service that is meant: as given, else the one of the data folder. */
export const clientOptions = ({ url, keyId, keySecret, live }: Connection): ClientOptions => {
  if ((keyId === undefined) !== (keySecret === undefined)) throw wrongUse('Give both --key-id and --key-secret, or neither.')
  const isGiven = keyId !== undefined && keySecret !== undefined
  const found = url && isGiven ? {} : stored()
  const key = isGiven ? { id: keyId, secret: keySecret } : found.key
  if (!key) throw wrongUse('No key found. Give --key-id and --key-secret, or start the service or the demo here first.')
  const auth = 'auth' in key && key.auth && ![key.auth].flat().includes('hmac') ? 'basic' : 'hmac'
  const attempts = live ? { maxAttempts: LIVE_ATTEMPTS } : {}
  return { baseUrl: url ?? found.baseUrl ?? DEFAULT_URL, key: { id: key.id, secret: key.secret }, auth, ...attempts }
}

import { resolve } from 'node:path'

/** Everything an operator can set. This is the only file that reads the environment. */
export interface Config {
  /** Where to listen. */
  readonly host: string
  readonly port: number
  /** Folder of the embedded database, generated keys and first-run file. */
  readonly dataDir: string
  /** PostgreSQL to use instead of the embedded one. */
  readonly databaseUrl: string | undefined
  /** Connections to PostgreSQL at most. */
  readonly poolSize: number
  /** 32 bytes, base64 or hex, that seal the secrets of keys; generated into the data folder when unset. */
  readonly secretKey: string | undefined
  /** Token that /metrics asks for; generated into the data folder when unset. */
  readonly metricsToken: string | undefined
  readonly logLevel: string
  /** Reverse proxies in front: how many, or their addresses; their X-Forwarded-For then names the caller. */
  readonly trustProxy: number | string | undefined
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

type Env = Record<string, string | undefined>

const envText = (env: Env, name: string): string | undefined => env[name]?.trim() || undefined

const envInteger = (env: Env, name: string, fallback: number, [least, most]: [number, number]): number => {
  const text = envText(env, name)
  if (text === undefined) return fallback
  const value = Number(text)
  if (Number.isInteger(value) && value >= least && value <= most) return value
  throw new ConfigError(`${name}=${text} is not a whole number from ${least} to ${most}.`)
}

/** A count of hops, or addresses and networks as Fastify takes them. */
const envProxies = (env: Env, name: string): number | string | undefined => {
  const text = envText(env, name)
  return text !== undefined && /^[0-9]{1,2}$/.test(text) ? Number(text) : text
}

const envOneOf = (env: Env, name: string, values: readonly string[], fallback: string): string => {
  const text = envText(env, name) ?? fallback
  if (values.includes(text)) return text
  throw new ConfigError(`${name}=${text} is not one of ${values.join(', ')}.`)
}

/** Reads the environment; throws ConfigError naming the variable that is wrong. */
export const readConfig = (defaults: { logLevel?: string } = {}, env: Env = process.env): Config => ({
  host: envText(env, 'HOST') ?? '0.0.0.0',
  port: envInteger(env, 'PORT', 4600, [0, 65_535]),
  dataDir: resolve(envText(env, 'ROLLCALL_DATA_DIR') ?? '.rollcall'),
  databaseUrl: envText(env, 'DATABASE_URL'),
  poolSize: envInteger(env, 'ROLLCALL_POOL_SIZE', 10, [2, 200]),
  secretKey: envText(env, 'ROLLCALL_SECRET_KEY'),
  metricsToken: envText(env, 'ROLLCALL_METRICS_TOKEN'),
  logLevel: envOneOf(env, 'ROLLCALL_LOG_LEVEL', LOG_LEVELS, defaults.logLevel ?? 'info'),
  trustProxy: envProxies(env, 'ROLLCALL_TRUST_PROXY'),
})

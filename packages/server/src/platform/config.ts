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
  /** Memory for compressed rows of datasets that were read lately, in MiB. */
  readonly cacheMib: number
  /** 32 bytes, base64 or hex, that seal the secrets of keys; generated into the data folder when unset. */
  readonly secretKey: string | undefined
  /** Token that /metrics asks for; generated into the data folder when unset. */
  readonly metricsToken: string | undefined
  readonly logLevel: string
  /** Whether this node does what is due each night: plans and books for the coming days, and publishes the past ones. */
  readonly nightly: boolean
  /** Where published days are written as Parquet files, if anywhere. */
  readonly lake: LakeConfig | undefined
  /** Reverse proxies in front: how many, or their addresses; their X-Forwarded-For then names the caller. */
  readonly trustProxy: number | string | undefined
}

/** A folder, or a bucket and the part of its names that all files begin with. */
export type LakeConfig =
  | { readonly kind: 'folder'; readonly dir: string }
  | {
      readonly kind: 's3'
      readonly bucket: string
      readonly prefix: string
      /** Of a store other than Amazon's. */
      readonly endpoint: string | undefined
      readonly region: string | undefined
    }

export const DEFAULT_CACHE_MIB = 64

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

export type Env = Record<string, string | undefined>

/** The environment of this process, for whoever looks at more of it than the configuration. */
export const environment = (): Env => process.env

const PREFIX = 'ROLLCALL_'

/** Every variable that begins with our prefix, those of commands that talk to a service from outside too. */
export const OUR_VARIABLES = [
  ...['DATA_DIR', 'POOL_SIZE', 'CACHE_MIB', 'SECRET_KEY', 'METRICS_TOKEN', 'LOG_LEVEL', 'NIGHTLY', 'TRUST_PROXY'],
  ...['LAKE_DIR', 'LAKE_S3', 'LAKE_S3_ENDPOINT'],
  ...['URL', 'KEY_ID', 'KEY_SECRET', 'INTO'],
].map((name) => PREFIX + name)

/** Variables that begin with our prefix and mean nothing: misspelt ones. */
export const unknownVariables = (env: Env): string[] =>
  Object.keys(env).filter((name) => name.startsWith(PREFIX) && !OUR_VARIABLES.includes(name))

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

const BUCKET = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/
/** Stores other than Amazon's take any region, but the protocol needs one. */
const ANY_REGION = 'us-east-1'

const envLake = (env: Env): LakeConfig | undefined => {
  const [dir, address] = [envText(env, 'ROLLCALL_LAKE_DIR'), envText(env, 'ROLLCALL_LAKE_S3')]
  if (dir !== undefined && address !== undefined) {
    throw new ConfigError('ROLLCALL_LAKE_DIR and ROLLCALL_LAKE_S3 are both set: there is one lake, so set one of them.')
  }
  if (dir !== undefined) return { kind: 'folder', dir: resolve(dir) }
  if (address === undefined) return undefined
  const [, bucket, prefix = ''] = BUCKET.exec(address) ?? []
  if (bucket === undefined) throw new ConfigError(`ROLLCALL_LAKE_S3=${address} is not of the form s3://bucket/prefix.`)
  const endpoint = envText(env, 'ROLLCALL_LAKE_S3_ENDPOINT')
  if (endpoint !== undefined && !/^https?:\/\/[^/]/.test(endpoint)) {
    throw new ConfigError(`ROLLCALL_LAKE_S3_ENDPOINT=${endpoint} is not a URL that begins with http:// or https://.`)
  }
  const region = envText(env, 'AWS_REGION') ?? (endpoint === undefined ? undefined : ANY_REGION)
  return { kind: 's3', bucket, prefix: prefix.replace(/^\/+|\/+$/g, ''), endpoint, region }
}

/** Reads the environment; throws ConfigError naming the variable that is wrong. */
export const readConfig = (defaults: { logLevel?: string } = {}, env: Env = process.env): Config => ({
  host: envText(env, 'HOST') ?? '0.0.0.0',
  port: envInteger(env, 'PORT', 4600, [0, 65_535]),
  dataDir: resolve(envText(env, 'ROLLCALL_DATA_DIR') ?? '.rollcall'),
  databaseUrl: envText(env, 'DATABASE_URL'),
  poolSize: envInteger(env, 'ROLLCALL_POOL_SIZE', 10, [2, 200]),
  cacheMib: envInteger(env, 'ROLLCALL_CACHE_MIB', DEFAULT_CACHE_MIB, [1, 65_536]),
  secretKey: envText(env, 'ROLLCALL_SECRET_KEY'),
  metricsToken: envText(env, 'ROLLCALL_METRICS_TOKEN'),
  logLevel: envOneOf(env, 'ROLLCALL_LOG_LEVEL', LOG_LEVELS, defaults.logLevel ?? 'info'),
  nightly: envOneOf(env, 'ROLLCALL_NIGHTLY', ['on', 'off'], 'on') === 'on',
  lake: envLake(env),
  trustProxy: envProxies(env, 'ROLLCALL_TRUST_PROXY'),
})

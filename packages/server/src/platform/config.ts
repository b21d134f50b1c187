import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { ConfigError } from './config-error.ts'
import { type MailConfig, parsePublicUrl, readMailConfig } from './mail-config.ts'
import { type OtlpConfig, readOtlpConfig } from './otlp-config.ts'
import { type PushConfig, readPushConfig } from './push-config.ts'

export { ConfigError } from './config-error.ts'

/** Everything that an operator can set. This is the only file that reads the environment. */
export interface Config {
  /** The address to listen on. */
  readonly host: string
  readonly port: number
  /** The folder of the embedded database, generated keys and the first-run file. */
  readonly dataDir: string
  /** The PostgreSQL to use instead of the embedded one. */
  readonly databaseUrl: string | undefined
  /** A streaming replica of the database, for reads of the warehouse. */
  readonly replicaUrl: string | undefined
  /** How many seconds the replica may be behind, to be used. */
  readonly replicaMaxLag: number
  /** The maximum number of connections to PostgreSQL. */
  readonly poolSize: number
  /** The memory for compressed rows of recently read datasets, in MiB. */
  readonly cacheMib: number
  /** The part of a node, in percent, that one organization may take while others are active. */
  readonly organizationShare: number
  /** The key that seals the secrets of API keys, 32 bytes in base64 or hex; generated into the data folder when unset. */
  readonly secretKey: string | undefined
  /** The token that /metrics requires; generated into the data folder when unset. */
  readonly metricsToken: string | undefined
  readonly logLevel: string
  /** Whether this node does the nightly work: it plans and books the coming days, and publishes the past ones. */
  readonly nightly: boolean
  /** Whether this node prepares published days for programs that read them. */
  readonly readAhead: boolean
  /** Whether identity providers without HTTPS are accepted, for trials. */
  readonly ssoAllowHttp: boolean
  /** How long a node that is being stopped serves on while health checks notice. */
  readonly drainSeconds: number
  /** The place for Parquet files of published days, if any. */
  readonly lake: LakeConfig | undefined
  /** The address at which people reach the web app, if the operator named it. */
  readonly publicUrl: string | undefined
  /** The operator's mail server, if any. */
  readonly mail: MailConfig | undefined
  /** How devices of people are notified, if they are. */
  readonly push: PushConfig | undefined
  /** The reverse proxies in front, as a number or as addresses; their X-Forwarded-For then names the caller. */
  readonly trustProxy: number | string | undefined
  /** The operator's OpenTelemetry collector, if any. */
  readonly otlp: OtlpConfig | undefined
}

/** A folder, or a bucket and the prefix of its objects. */
export type LakeConfig =
  | { readonly kind: 'folder'; readonly dir: string }
  | {
      readonly kind: 's3'
      readonly bucket: string
      readonly prefix: string
      /** The endpoint of a store other than Amazon's. */
      readonly endpoint: string | undefined
      readonly region: string | undefined
    }

export const DEFAULT_CACHE_MIB = 64
export const DEFAULT_REPLICA_MAX_LAG = 30
export const DEFAULT_ORGANIZATION_SHARE = 50
/** Load balancers commonly ask every two seconds and believe the third refusal. */
export const DEFAULT_DRAIN_SECONDS = 10

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

export type Env = Record<string, string | undefined>

/** Returns the environment of this process, for code that needs more of it than the configuration. */
export const environment = (): Env => process.env

const PREFIX = 'ROLLCALL_'

/** Settings that hold a secret. Each may also be in a file, whose path is in the variable of this name with _FILE appended. */
type Secret = 'DATABASE_URL' | 'ROLLCALL_REPLICA_URL' | 'ROLLCALL_SECRET_KEY' | 'ROLLCALL_METRICS_TOKEN' | 'ROLLCALL_SMTP_URL'

/** Lists every variable with our prefix, including those of commands that talk to a service from outside. */
export const OUR_VARIABLES = [
  ...['DATA_DIR', 'POOL_SIZE', 'CACHE_MIB', 'SECRET_KEY', 'METRICS_TOKEN', 'LOG_LEVEL', 'NIGHTLY', 'READ_AHEAD', 'TRUST_PROXY'],
  ...['DRAIN_SECONDS', 'ORGANIZATION_SHARE', 'SSO_ALLOW_HTTP'],
  ...['REPLICA_URL', 'REPLICA_URL_FILE', 'REPLICA_MAX_LAG'],
  ...['LAKE_DIR', 'LAKE_S3', 'LAKE_S3_ENDPOINT'],
  ...['PUBLIC_URL', 'SMTP_URL', 'SMTP_URL_FILE', 'MAIL_FROM', 'PUSH', 'PUSH_ALLOW_PRIVATE'],
  ...['SECRET_KEY_FILE', 'METRICS_TOKEN_FILE'],
  ...['URL', 'KEY_ID', 'KEY_SECRET', 'INTO'],
].map((name) => PREFIX + name)

/** Returns the variables with our prefix that are unknown, such as misspelled ones. */
export const unknownVariables = (env: Env): string[] =>
  Object.keys(env).filter((name) => name.startsWith(PREFIX) && !OUR_VARIABLES.includes(name))

const envText = (env: Env, name: string): string | undefined => env[name]?.trim() || undefined

const readSecretFile = (name: string, path: string): string => {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (cause) {
    throw new ConfigError(`${name}=${path} cannot be read: ${(cause as Error).message}`, { cause })
  }
}

/** Reads a secret from its variable, or from the file that the variable with _FILE names, as Docker and Kubernetes provide secrets. */
const envSecret = (env: Env, name: Secret): string | undefined => {
  const value = envText(env, name)
  const variable = `${name}_FILE`
  const path = envText(env, variable)
  if (path === undefined) return value
  if (value !== undefined) throw new ConfigError(`${variable} and ${name} are both set: set one of them.`)
  const secret = readSecretFile(variable, path)
  if (secret === '') throw new ConfigError(`${variable}=${path} is an empty file.`)
  return secret
}

const envInteger = (env: Env, name: string, fallback: number, [min, max]: [number, number]): number => {
  const text = envText(env, name)
  if (text === undefined) return fallback
  const value = Number(text)
  if (Number.isInteger(value) && value >= min && value <= max) return value
  throw new ConfigError(`${name}=${text} is not a whole number from ${min} to ${max}.`)
}

/** Reads a count of hops, or addresses and networks as Fastify takes them. */
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
/** Stores other than Amazon's take any region, but the protocol requires one. */
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

/** Reads where people reach the web app, the mail server, whose mail has links to it, and whether devices are notified. */
const readAddresses = (env: Env): Pick<Config, 'publicUrl' | 'mail' | 'push'> => {
  const publicUrl = parsePublicUrl(envText(env, 'ROLLCALL_PUBLIC_URL'))
  const smtpUrl = envSecret(env, 'ROLLCALL_SMTP_URL')
  const variable = envText(env, 'ROLLCALL_SMTP_URL') === undefined ? 'ROLLCALL_SMTP_URL_FILE' : 'ROLLCALL_SMTP_URL'
  const isOn = (name: string, fallback: string) => envOneOf(env, name, ['on', 'off'], fallback) === 'on'
  const mail = readMailConfig({ variable, smtpUrl, from: envText(env, 'ROLLCALL_MAIL_FROM'), publicUrl })
  return { publicUrl, mail, push: readPushConfig(publicUrl, isOn) }
}

/** Reads the environment. @throws ConfigError that names the variable that is wrong */
export const readConfig = (defaults: { logLevel?: string } = {}, env: Env = process.env): Config => ({
  ...readAddresses(env),
  host: envText(env, 'HOST') ?? '0.0.0.0',
  port: envInteger(env, 'PORT', 4600, [0, 65_535]),
  dataDir: resolve(envText(env, 'ROLLCALL_DATA_DIR') ?? '.rollcall'),
  databaseUrl: envSecret(env, 'DATABASE_URL'),
  replicaUrl: envSecret(env, 'ROLLCALL_REPLICA_URL'),
  replicaMaxLag: envInteger(env, 'ROLLCALL_REPLICA_MAX_LAG', DEFAULT_REPLICA_MAX_LAG, [1, 3600]),
  poolSize: envInteger(env, 'ROLLCALL_POOL_SIZE', 10, [2, 200]),
  cacheMib: envInteger(env, 'ROLLCALL_CACHE_MIB', DEFAULT_CACHE_MIB, [1, 65_536]),
  organizationShare: envInteger(env, 'ROLLCALL_ORGANIZATION_SHARE', DEFAULT_ORGANIZATION_SHARE, [25, 100]),
  secretKey: envSecret(env, 'ROLLCALL_SECRET_KEY'),
  metricsToken: envSecret(env, 'ROLLCALL_METRICS_TOKEN'),
  logLevel: envOneOf(env, 'ROLLCALL_LOG_LEVEL', LOG_LEVELS, defaults.logLevel ?? 'info'),
  nightly: envOneOf(env, 'ROLLCALL_NIGHTLY', ['on', 'off'], 'on') === 'on',
  readAhead: envOneOf(env, 'ROLLCALL_READ_AHEAD', ['on', 'off'], 'on') === 'on',
  ssoAllowHttp: envOneOf(env, 'ROLLCALL_SSO_ALLOW_HTTP', ['on', 'off'], 'off') === 'on',
  drainSeconds: envInteger(env, 'ROLLCALL_DRAIN_SECONDS', DEFAULT_DRAIN_SECONDS, [0, 600]),
  lake: envLake(env),
  trustProxy: envProxies(env, 'ROLLCALL_TRUST_PROXY'),
  otlp: readOtlpConfig(env),
})

import pg from 'pg'
import { ConfigError } from '../platform/config.ts'
import { bindConnection } from '../platform/db/bound-connection.ts'
import { findObstacles } from '../platform/db/usability.ts'

const CONNECT_MS = 10_000

/** What to do about the failures that operators meet; every other failure is reported in PostgreSQL's own words. */
const ADVICE: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there. Start PostgreSQL, or correct host and port.',
  ENOTFOUND: 'the host is not known. Correct the host.',
  EAI_AGAIN: 'the name of the host cannot be looked up right now. Try again, or correct the host.',
  ETIMEDOUT: 'the host does not answer. Correct the host, or let the firewall pass.',
  EHOSTUNREACH: 'the host cannot be reached. Correct the host, or let the firewall pass.',
  '28P01': 'user or password is wrong.',
  '28000': 'the server does not let this user in.',
  '3D000': 'the server has no such database. Create it first.',
}

const cannotBeUsed = (whose: string, where: string, reason: string, cause?: unknown): ConfigError =>
  new ConfigError(`The database of ${whose} (${where}) cannot be used: ${reason}`, { cause })

const HOME = 'DATABASE_URL'

/**
 * Checks that the database of DATABASE_URL, or `whose` it is, answers.
 * @throws ConfigError that names the address and what to do, without the password
 */
export const assertReachable = (url: string, whose = HOME): Promise<void> => connected(url, whose, async () => {})

/** Checks also that the service may write to the database. @throws ConfigError */
export const assertUsable = (url: string, whose = HOME): Promise<void> =>
  connected(url, whose, async (client, where) => {
    const [obstacle] = await findObstacles(bindConnection(client))
    if (obstacle) throw cannotBeUsed(whose, where, `${obstacle.found} ${obstacle.remedy}`)
  })

const connected = async (
  url: string,
  whose: string,
  work: (client: pg.Client, where: string) => Promise<void>,
): Promise<void> => {
  const where = describeUrl(url, whose)
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS })
  client.on('error', () => {})
  try {
    await client.connect().catch((cause: { code?: string; message: string }) => {
      const { code = '', message } = cause
      const reason = ADVICE[code] ?? (message === 'timeout expired' ? ADVICE.ETIMEDOUT : `${message || code}.`)
      throw cannotBeUsed(whose, where, reason as string, cause)
    })
    await work(client, where)
  } finally {
    await client.end().catch(() => {})
  }
}

/** `pg` knows neither lists of hosts nor target_session_attrs. */
const severalHosts = (address: string): string =>
  `${address} names several hosts. Name one that always leads to the primary, such as a proxy on this machine (docs/operators/availability.md).`

const addressOf = (whose: string): string => (whose === HOME ? HOME : `The address of ${whose}`)

/** Returns where a connection string leads, without its credentials. */
export const describeUrl = (url: string, whose = HOME): string => {
  const [authority = ''] = url.replace(/^\w+:\/\//, '').split(/[/?]/)
  if (authority.slice(authority.lastIndexOf('@') + 1).includes(',')) throw new ConfigError(severalHosts(addressOf(whose)))
  const { protocol, host, pathname } = URL.parse(url) ?? { protocol: '', host: '', pathname: '' }
  if (/^postgres(ql)?:$/.test(protocol)) return host + pathname
  throw new ConfigError(`${addressOf(whose)} is not of the form postgres://user:password@host:port/database.`)
}

import pg from 'pg'
import { ConfigError } from '../config.ts'

const CONNECT_MS = 10_000

/** What to do about the failures that operators meet; everything else is told in the words of PostgreSQL. */
const ADVICE: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there. Start PostgreSQL, or mend host and port.',
  ENOTFOUND: 'the host is not known. Mend the host.',
  EAI_AGAIN: 'the name of the host cannot be looked up right now. Try again, or mend the host.',
  ETIMEDOUT: 'the host does not answer. Mend the host, or let the firewall pass.',
  EHOSTUNREACH: 'the host cannot be reached. Mend the host, or let the firewall pass.',
  '28P01': 'user or password is wrong.',
  '28000': 'the server does not let this user in.',
  '3D000': 'the server has no such database. Create it first.',
}

/**
 * Makes sure that the database of DATABASE_URL answers.
 * @throws ConfigError that says where it was looked for and what to do, without the password
 */
export const assertReachable = async (url: string): Promise<void> => {
  const where = describe(url)
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (cause) {
    const { code = '', message } = cause as { code?: string; message: string }
    const reason = ADVICE[code] ?? (message === 'timeout expired' ? ADVICE.ETIMEDOUT : `${message || code}.`)
    throw new ConfigError(`The database of DATABASE_URL (${where}) cannot be used: ${reason}`, { cause })
  } finally {
    await client.end().catch(() => {})
  }
}

/** Where a connection string leads, without its credentials. */
const describe = (url: string): string => {
  const { protocol, host, pathname } = URL.parse(url) ?? { protocol: '', host: '', pathname: '' }
  if (/^postgres(ql)?:$/.test(protocol)) return host + pathname
  throw new ConfigError('DATABASE_URL is not of the form postgres://user:password@host:port/database.')
}

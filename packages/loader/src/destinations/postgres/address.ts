import pg from 'pg'
import { DestinationError, DestinationUseError } from '../destination.ts'

/** Long enough for a distant server, short enough for a waiting user. */
const CONNECT_TIMEOUT_MS = 15_000

/** Title for messages, without user, password and parameters. */
export const titleOf = (url: string, schema: string): string => {
  const { host, pathname } = parsed(url)
  return `PostgreSQL database ${decodeURIComponent(pathname.slice(1))} on ${host || 'localhost'} (schema ${schema})`
}

/** Creates a client that is not yet connected. Reads the certificates in the URL. */
export const clientOf = (url: string, title: string): pg.Client => {
  try {
    return new pg.Client({
      connectionString: url,
      application_name: 'rollcall load',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
    })
  } catch (error) {
    const [message = ''] = String(error instanceof Error ? error.message : error).split('\n')
    throw new DestinationError(`${title} cannot be connected to: ${message}. Check the parameters of its URL.`)
  }
}

/** An unescaped slash in a password ends the host early, and would turn the rest into a part of the database name. */
const PASSWORD_OUT_OF_PLACE = /^\w+:\/\/[^/?#@]*[/?#][^=]*@/

const parsed = (url: string): URL => {
  try {
    if (PASSWORD_OUT_OF_PLACE.test(url)) throw new URIError('out of place')
    const parts = new URL(url)
    for (const part of [parts.username, parts.password, parts.hostname, parts.pathname]) decodeURIComponent(part)
    return parts
  } catch {
    // Without the cause, which contains the URL and its password.
    throw new DestinationUseError(
      'The URL of the PostgreSQL database cannot be read. Write postgresql://user:password@host/database. In names and passwords, % is %25 and / is %2F.',
    )
  }
}

import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { DestinationError } from '../destination.ts'

/** One connection to PostgreSQL. Errors are one line, for people. */
export interface Session extends AsyncDisposable {
  /** Answers how many rows were changed. */
  run(statement: string, values?: readonly unknown[]): Promise<number>
  rows(query: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>
  /** The lines of a file, as `COPY` with these options. */
  copy(statement: string, path: string): Promise<void>
  /** All of it or, when it throws, nothing. */
  transaction(work: () => Promise<void>): Promise<void>
}

/** Long enough for a server far away, short enough for somebody who waits. */
const CONNECT_TIMEOUT_MS = 15_000

export const openSession = async (url: string, title: string): Promise<Session> => {
  const client = new pg.Client({ ...configured(url), connectionTimeoutMillis: CONNECT_TIMEOUT_MS, keepAlive: true })
  // A connection that breaks is told by the statement that needs it.
  client.on('error', () => {})
  await client.connect().catch((error: unknown) => Promise.reject(unreachable(error, title)))
  const told = <T>(work: Promise<T>): Promise<T> => work.catch((error: unknown) => Promise.reject(explained(error, title)))
  const session: Session = {
    run: async (statement, values = []) => (await told(client.query(statement, [...values]))).rowCount ?? 0,
    rows: async (query, values = []) => (await told(client.query<Record<string, unknown>>(query, [...values]))).rows,
    copy: (statement, path) =>
      told(pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), client.query(copyFrom(statement)))),
    transaction: async (work) => {
      await session.run('begin')
      try {
        await work()
        await session.run('commit')
      } catch (error) {
        await client.query('rollback').catch(() => {})
        throw error
      }
    },
    [Symbol.asyncDispose]: () => client.end(),
  }
  return session
}

const configured = (url: string): pg.ClientConfig => {
  try {
    new URL(url)
    return { connectionString: url, application_name: 'rollcall load' }
  } catch {
    throw new DestinationError(
      'The URL of the PostgreSQL database cannot be read. Write postgresql://user:password@host/database.',
    )
  }
}

const unreachable = (error: unknown, title: string): DestinationError => {
  const { code, message } = described(error)
  const remedy = REMEDIES[code] ?? 'Check host, port and that it takes connections from here.'
  return new DestinationError(`${title} cannot be reached: ${message}. ${remedy}`, { cause: error })
}

const explained = (error: unknown, title: string): DestinationError => {
  const { code, message } = described(error)
  return new DestinationError([`${title} refused: ${message}.`, REMEDIES[code] ?? ''].join(' ').trim(), { cause: error })
}

/** By the codes of PostgreSQL (https://www.postgresql.org/docs/current/errcodes-appendix.html) and of the system. */
const REMEDIES: Record<string, string> = {
  '28P01': 'Check user and password.',
  '28000': 'Check user and password, and what pg_hba.conf allows.',
  '3D000': 'Create the database first.',
  '42501': 'Grant the user create on the database, or let it own the schema.',
  '21000': 'Two rows of one answer have the same key: the service must not do that.',
  '42P10': 'The unique index on the key is missing: create it, or drop the table and load again.',
  '53100': 'Free disk space, and load again: it goes on from there.',
  ECONNREFUSED: 'Check host and port, and that the server runs.',
  ENOTFOUND: 'Check the name of the host.',
}

/** What several addresses of a host failed of comes as one error without a message. */
const described = (error: unknown): { code: string; message: string } => {
  const one = error instanceof AggregateError ? error.errors[0] : error
  const [message = ''] = String(one instanceof Error ? one.message : one).split('\n')
  const code = one instanceof Error && 'code' in one ? String(one.code) : ''
  return { code, message: message.replace(/\.$/, '') }
}

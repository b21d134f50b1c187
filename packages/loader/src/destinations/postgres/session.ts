import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { DestinationError } from '../destination.ts'
import { createRunner } from '../running.ts'
import { clientOf } from './address.ts'

/** One connection to PostgreSQL. Error messages are one line. */
export interface Session extends AsyncDisposable {
  /** Returns the number of changed rows. */
  run(statement: string, values?: readonly unknown[]): Promise<number>
  rows(query: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>
  /** Runs a `COPY … from stdin`, and returns the number of copied rows. Pieces are not copied, so each needs memory of its own. */
  copy(statement: string, pieces: AsyncIterable<Buffer>): Promise<number>
  /** Runs the work in one transaction, and rolls back if it throws. */
  transaction(work: () => Promise<void>): Promise<void>
}

interface SessionOptions {
  /** Title of the database for messages. */
  readonly title: string
  readonly signal: AbortSignal | undefined
}

/**
 * Reports a lock of another session after a timeout instead of waiting silently. A timeout set in the URL or for the user takes
 * precedence.
 */
const BEGIN = `
  select
    pg_backend_pid() as pid,
    set_config('lock_timeout', case current_setting('lock_timeout') when '0' then '30s' else current_setting('lock_timeout') end, false)`

export const openSession = async (url: string, { title, signal }: SessionOptions): Promise<Session> => {
  const client = clientOf(url, title)
  // The next statement reports a broken connection.
  client.on('error', () => {})
  const connecting = createRunner({ signal, cancel: () => hangUpOn(client), explained: (error) => unreachable(error, title) })
  await connecting(() => client.connect())
  const { rows } = await connecting(() => client.query<{ pid: number }>(BEGIN))
  const cancel = createCancel(client, () => cancelStatement(clientOf(url, title), rows[0]?.pid))
  const running = createRunner({ signal, cancel, explained: (error) => explained(error, title) })
  const session: Session = {
    run: async (statement, values = []) => (await running(() => client.query(statement, [...values]))).rowCount ?? 0,
    rows: async (query, values = []) => (await running(() => client.query<Record<string, unknown>>(query, [...values]))).rows,
    copy: (statement, pieces) =>
      running(async () => {
        const copy = client.query(copyFrom(statement))
        await pipeline(pieces, copy)
        return copy.rowCount
      }),
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

/** How long a server may take to cancel a statement before the connection is closed. */
const CANCEL_MS = 500

/**
 * Cancels the running statement over a separate connection; otherwise the server would finish it and keep its locks. A server
 * that does not respond is abandoned.
 */
const createCancel = (client: pg.Client, ask: () => Promise<void>): (() => void) => {
  let isAsked = false
  return () => {
    if (isAsked) return
    isAsked = true
    setTimeout(() => hangUpOn(client), CANCEL_MS).unref()
    void ask().catch(() => {})
  }
}

const cancelStatement = async (other: pg.Client, pid: number | undefined): Promise<void> => {
  other.on('error', () => {})
  try {
    await other.connect()
    await other.query('select pg_cancel_backend($1)', [pid])
  } finally {
    await other.end()
  }
}

const hangUpOn = (client: pg.Client): void => void client.connection.stream.destroy()

const unreachable = (error: unknown, title: string): DestinationError => {
  const { code, message } = described(error)
  const remedy = REMEDIES[code] ?? 'Check host, port and that it takes connections from here.'
  return new DestinationError(`${title} cannot be reached: ${message}. ${remedy}`, { cause: error })
}

const explained = (error: unknown, title: string): DestinationError => {
  const { code, message } = described(error)
  return new DestinationError([`${title} refused: ${message}.`, REMEDIES[code] ?? ''].join(' ').trim(), { cause: error })
}

/** Remedies by error code of PostgreSQL (https://www.postgresql.org/docs/current/errcodes-appendix.html) and of the system. */
const REMEDIES: Record<string, string> = {
  '28P01': 'Check user and password.',
  '28000': 'Check user and password, and what pg_hba.conf allows.',
  '3D000': 'Create the database first.',
  '42501': 'Grant the user create on the database, or let it own the schema.',
  '21000': 'Two rows of one response have the same key, which is an error of the service.',
  '42P10': 'The unique index on the key is missing: create it, or drop the table and load again.',
  '55P03': 'Another session holds a lock on what is loaded here (pg_stat_activity lists sessions): end it, and load again.',
  '53100': 'Free disk space, and load again: the load resumes.',
  ECONNREFUSED: 'Check host and port, and that the server runs.',
  ENOTFOUND: 'Check the name of the host.',
}

/** Failures of several addresses of a host arrive as one error without a message. */
const described = (error: unknown): { code: string; message: string } => {
  const one = error instanceof AggregateError ? error.errors[0] : error
  const [message = ''] = String(one instanceof Error ? one.message : one).split('\n')
  const code = one instanceof Error && 'code' in one ? String(one.code) : ''
  return { code, message: message.replace(/\.$/, '') }
}

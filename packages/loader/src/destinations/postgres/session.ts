import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { DestinationError } from '../destination.ts'
import { createRunner } from '../running.ts'
import { clientOf } from './address.ts'

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

interface SessionOptions {
  /** What the database is, for people. */
  readonly title: string
  readonly signal: AbortSignal | undefined
}

/** What somebody else holds for longer is told of, rather than waited for unseen. Whoever has set a time, in the URL or for the user, has it. */
const BEGIN = `
  select
    pg_backend_pid() as pid,
    set_config('lock_timeout', case current_setting('lock_timeout') when '0' then '30s' else current_setting('lock_timeout') end, false)`

export const openSession = async (url: string, { title, signal }: SessionOptions): Promise<Session> => {
  const client = clientOf(url, title)
  // A connection that breaks is told by the statement that needs it.
  client.on('error', () => {})
  const connecting = createRunner({ signal, cancel: () => hangUpOn(client), explained: (error) => unreachable(error, title) })
  await connecting(() => client.connect())
  const { rows } = await connecting(() => client.query<{ pid: number }>(BEGIN))
  const cancel = createCancel(client, () => cancelStatement(clientOf(url, title), rows[0]?.pid))
  const running = createRunner({ signal, cancel, explained: (error) => explained(error, title) })
  const session: Session = {
    run: async (statement, values = []) => (await running(() => client.query(statement, [...values]))).rowCount ?? 0,
    rows: async (query, values = []) => (await running(() => client.query<Record<string, unknown>>(query, [...values]))).rows,
    copy: (statement, path) =>
      running(() => pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), client.query(copyFrom(statement)))),
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

/** How long a server has to end a statement before the connection is closed. */
const CANCEL_MS = 500

/**
 * Asks the server, over a connection of its own, to end what runs: it would go on with it, and keep its locks, if it was only left. One
 * that does not answer is left all the same.
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

/** By the codes of PostgreSQL (https://www.postgresql.org/docs/current/errcodes-appendix.html) and of the system. */
const REMEDIES: Record<string, string> = {
  '28P01': 'Check user and password.',
  '28000': 'Check user and password, and what pg_hba.conf allows.',
  '3D000': 'Create the database first.',
  '42501': 'Grant the user create on the database, or let it own the schema.',
  '21000': 'Two rows of one answer have the same key: the service must not do that.',
  '42P10': 'The unique index on the key is missing: create it, or drop the table and load again.',
  '55P03': 'Another session holds a lock on what is loaded here (pg_stat_activity lists sessions): end it, and load again.',
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

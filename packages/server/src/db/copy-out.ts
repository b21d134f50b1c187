import { Readable } from 'node:stream'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'

/**
 * Streams the rows of a query as a JSON array, one row per line, at flat memory: PostgreSQL writes the JSON,
 * and the bytes pass through untouched. Each row arrives as `,{…}\n`; the very first comma becomes the bracket.
 *
 * CSV with control characters as quote and delimiter is the COPY form that never escapes JSON, because JSON
 * holds no raw control characters. The query takes no bind parameters (COPY has none): use `literal`.
 * Measured: about 0.8 M small rows a second, a third of that for the wide directory rows.
 */
export const copyJsonRows = async function* (client: pg.ClientBase, query: string): AsyncGenerator<Buffer> {
  const rows = client.query(
    copyTo(
      `copy (select ',' || row_to_json(r)::text from (${query}) r) to stdout (format csv, quote E'\\x01', delimiter E'\\x02')`,
    ),
  )
  let first = true
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    if (first) chunk[0] = OPEN
    first = false
    yield chunk
  }
  yield first ? Buffer.from('[]\n') : Buffer.from(']\n')
}

const OPEN = '['.charCodeAt(0)

/** A validated value as an SQL literal, for COPY, which takes no bind parameters. */
export const literal = (value: string): string => pg.escapeLiteral(value)

/** A reader that takes nothing for so long is cut off: it holds a connection, and a snapshot that keeps vacuum waiting. */
const STALL_MS = 60_000

/**
 * Runs a streaming read on one connection inside a read-only snapshot and gives the connection back at the end; one that was
 * cut off in the middle (reader gone or stalled, failure) is closed, since a running COPY cannot be reused.
 */
export const streamSnapshot = async (
  pool: pg.Pool,
  start: (client: pg.ClientBase) => Promise<AsyncIterable<Buffer>>,
  stallMs = STALL_MS,
): Promise<Readable> => {
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const rows = await start(client)
    let isReleased = false
    const release = (isBroken: boolean) => {
      if (!isReleased) client.release(isBroken)
      isReleased = true
    }
    const stall = setTimeout(() => stream.destroy(new Error('The reader stalled.')), stallMs)
    const stream = Readable.from(committing(client, rows, release, stall), { objectMode: false })
    // A stream that is given up before its first read never enters the generator.
    return stream.once('close', () => {
      clearTimeout(stall)
      release(true)
    })
  } catch (error) {
    client.release(error as Error)
    throw error
  }
}

const committing = async function* (
  client: pg.PoolClient,
  rows: AsyncIterable<Buffer>,
  release: (isBroken: boolean) => void,
  stall: NodeJS.Timeout,
): AsyncGenerator<Buffer> {
  let complete = false
  try {
    for await (const chunk of rows) {
      stall.refresh()
      yield chunk
    }
    await client.query('commit')
    complete = true
  } finally {
    release(!complete)
  }
}

import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'

/**
 * Streams the rows of a query as JSON, `,{…}\n` each, with constant memory: PostgreSQL writes the JSON, and the bytes pass
 * through untouched.
 *
 * CSV with control characters as quote and delimiter is the COPY form that never escapes JSON, because JSON
 * holds no raw control characters. The query takes no bind parameters (COPY has none): use `literal`.
 * Measured: about 0.8 M small rows a second, a third of that for the wide directory rows.
 */
export const copyRows = (client: pg.ClientBase, query: string): AsyncIterable<Buffer> =>
  copyLines(client, `select ',' || row_to_json(r)::text from (${query}) r`)

/**
 * Streams the lines of a query, whose values are not null and have no newlines and control characters. Between columns is one byte.
 * Columns take less time than texts that the query would join.
 */
export const copyLines = (client: pg.ClientBase, query: string): AsyncIterable<Buffer> =>
  client.query(copyTo(`copy (${query}) to stdout (format csv, quote E'\\x01', delimiter E'\\x02')`))

/** Streams the rows in PostgreSQL's binary form: `bytea` takes half as much space and needs no decoding. */
export const copyBinary = (client: pg.ClientBase, query: string): AsyncIterable<Buffer> =>
  client.query(copyTo(`copy (${query}) to stdout (format binary)`))

/** Returns a validated value as an SQL literal, for COPY, which takes no bind parameters. */
export const literal = (value: string): string => pg.escapeLiteral(value)

/** Replaces each `$name` with a literal, because COPY takes no parameters. `$org` is a UUID. */
export const bindLiterals = (statement: string, values: Readonly<Record<string, string | null>>): string =>
  statement.replaceAll(/\$(\w+)/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`The statement has no value for $${name}`)
    if (value === null) return 'null'
    return name === 'org' ? `${literal(value)}::uuid` : literal(value)
  })

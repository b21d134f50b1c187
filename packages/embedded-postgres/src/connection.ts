import pg from 'pg'
import { SUPERUSER } from './layout.ts'

export interface Target {
  readonly port: number
  readonly password: string
}

/** An open connection. Its loss is never an uncaught 'error' event; a caller that needs to know listens for 'end'. */
export const connect = async (target: Target, database: string, timeoutMs: number): Promise<pg.Client> => {
  const client = new pg.Client({
    ...{ host: '127.0.0.1', port: target.port, user: SUPERUSER, password: target.password, database },
    // Said explicitly so that PG* variables of the environment, meant for other servers, have no effect.
    ssl: false,
    options: '-c statement_timeout=0',
    application_name: `rollcall pid=${process.pid}`,
    connectionTimeoutMillis: timeoutMs,
    keepAlive: true,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

export const connectionUrl = (target: Target, database: string): string => {
  const credentials = `${SUPERUSER}:${encodeURIComponent(target.password)}`
  return `postgres://${credentials}@127.0.0.1:${target.port}/${encodeURIComponent(database)}`
}

export const createDatabase = async (target: Target, name: string): Promise<void> => {
  const client = await connect(target, 'postgres', 10_000)
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(name)}`)
  } catch (error) {
    // 42P04 and 23505: another process created it between the two statements.
    if (!(error instanceof pg.DatabaseError && (error.code === '42P04' || error.code === '23505'))) throw error
  } finally {
    await client.end()
  }
}

export const databaseExists = async (target: Target, name: string): Promise<boolean> => {
  const client = await connect(target, 'postgres', 10_000)
  try {
    return (await client.query('select from pg_database where datname = $1', [name])).rowCount === 1
  } finally {
    await client.end()
  }
}

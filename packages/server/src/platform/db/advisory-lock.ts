import { sql } from 'kysely'
import { arrayLiteral } from '../sql/array-literal.ts'
import type { Db } from './database.ts'

const keyOf = (name: string) => sql`hashtextextended(${name}, 0)`

/** Takes the lock for this connection if it is free. PostgreSQL releases it when the connection ends, even if the node crashes. */
export const tryLock = async (connection: Db, name: string): Promise<boolean> => {
  const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_lock(${keyOf(name)}) as locked`.execute(connection)
  return rows[0]?.locked === true
}

export const unlock = async (connection: Db, name: string): Promise<void> => {
  await sql`select pg_advisory_unlock(${keyOf(name)})`.execute(connection)
}

/**
 * Runs the work on one connection while no other connection, on any node, has the lock. Returns `undefined` without waiting
 * if another connection has it and `wait` is not set.
 */
export const withLock = <T>(
  db: Db,
  { name, wait }: { readonly name: string; readonly wait: boolean },
  work: (connection: Db) => Promise<T>,
): Promise<T | undefined> =>
  db.connection().execute(async (connection) => {
    if (wait) await sql`select pg_advisory_lock(${keyOf(name)})`.execute(connection)
    else if (!(await tryLock(connection, name))) return undefined
    try {
      return await work(connection)
    } finally {
      await unlock(connection, name)
    }
  })

/** Held by the command that seals all secrets again, and shared by those that copy sealed secrets to another database. */
export const SECRETS_LOCK = 'rollcall.sealing_rotation'

/** Runs the work on a connection that shares the lock with others. Returns `undefined` without waiting if one has it for itself. */
export const withSharedLock = async <T>(connection: Db, name: string, work: () => Promise<T>): Promise<T | undefined> => {
  const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_lock_shared(${keyOf(name)}) as locked`.execute(
    connection,
  )
  if (rows[0]?.locked !== true) return undefined
  try {
    return await work()
  } finally {
    await sql`select pg_advisory_unlock_shared(${keyOf(name)})`.execute(connection)
  }
}

/** Waits for the lock, and keeps it until the transaction ends. */
export const lockForTransaction = async (trx: Db, name: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${keyOf(name)})`.execute(trx)
}

/** Takes the same locks, one for each item, as far as they are free; returns the items whose lock was. Never waits. */
export const tryLocksForTransaction = async <T>(trx: Db, items: readonly T[], nameOf: (item: T) => string): Promise<T[]> => {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(name, 0)) as locked
    from unnest(${arrayLiteral(items.map(nameOf))}::text[]) with ordinality as n (name, place)
    order by place
  `.execute(trx)
  return items.filter((_, index) => rows[index]?.locked)
}

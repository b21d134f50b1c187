import type { CompiledQuery } from 'kysely'
import type { Db } from './database.ts'

/** A statement of the query builder, or one in SQL. */
interface Statement<R> {
  compile(db: Db): CompiledQuery<R>
}

/**
 * Runs a statement under a name, by which each connection keeps it prepared: for look-ups by key whose planning takes longer than
 * themselves. One name stands for one text.
 */
export const executePrepared = async <R>(db: Db, name: string, statement: Statement<R>): Promise<R[]> => {
  const query = statement.compile(db)
  // The dialect hands what it takes for the text to the driver, which accepts a name with it.
  const text = { name, text: query.sql } as unknown as string
  const { rows } = await db.executeQuery<R>({ ...query, sql: text })
  return rows
}

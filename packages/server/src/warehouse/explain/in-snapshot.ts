import type { Db } from '../../platform/db/database.ts'

/** Uses one state of the database, so that a figure and what it is made of belong together. */
export const inSnapshot = <T>(db: Db, work: (snapshot: Db) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)

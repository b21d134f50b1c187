import type { Db } from '../../platform/db/database.ts'

/** The databases in which a person may have an account: one, or those of all cells. */
export interface Homes {
  /** Returns all of them. A handle is missing while its database cannot be reached. */
  all(): readonly (Db | undefined)[]
  /** Returns the database of an organization. @throws AppError unavailable while it cannot be reached */
  of(orgId: string): Promise<Db>
}

export const oneHome = (db: Db): Homes => ({ all: () => [db], of: async () => db })

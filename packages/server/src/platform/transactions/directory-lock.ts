import { lockForTransaction } from '../db/advisory-lock.ts'
import type { Db } from '../db/database.ts'

/**
 * Serializes all writers of an organization's directory (import, hierarchy, attributes) until the transaction ends: together,
 * two of them could create what each one would have refused, such as a cycle of groups.
 */
export const lockDirectory = (trx: Db, orgId: string): Promise<void> => lockForTransaction(trx, `rollcall.directory.${orgId}`)

/** Runs the given work after all earlier work of the same organization has ended. */
export type Turns = <T>(orgId: string, work: () => Promise<T>) => Promise<T>

/**
 * Calls of one organization have to wait for each other anyway. While they wait here and not in the database, they hold no
 * connection, so many of them cannot keep events from being stored.
 */
export const createTurns = (): Turns => {
  const last = new Map<string, Promise<void>>()
  return (orgId, work) => {
    const mine = (last.get(orgId) ?? Promise.resolve()).then(work)
    const ended = mine.then(
      () => {},
      () => {},
    )
    last.set(orgId, ended)
    void ended.then(() => {
      if (last.get(orgId) === ended) last.delete(orgId)
    })
    return mine
  }
}

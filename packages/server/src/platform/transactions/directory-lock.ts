import { lockForTransaction } from '../db/advisory-lock.ts'
import type { Db } from '../db/database.ts'

/**
 * Serializes all writers of an organization's directory (import, hierarchy, attributes) until the transaction ends.
 * Otherwise two of them together could create what each one would refuse, such as a cycle of groups.
 */
export const lockDirectory = (trx: Db, orgId: string): Promise<void> => lockForTransaction(trx, `rollcall.directory.${orgId}`)

/** Runs the given work after all earlier work of the same organization has ended. */
export type Turns = <T>(orgId: string, work: () => Promise<T>) => Promise<T>

/**
 * Makes calls of one organization wait for each other here instead of in the database. They hold no connection while they wait, so
 * even many of them cannot block the storing of events.
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

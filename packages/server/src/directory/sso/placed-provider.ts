import { blockedBecause, moving } from '../../gate/authentication/access-service.ts'
import type { Homes } from '../../gate/cells/homes.ts'
import { isServed } from '../../gate/keys/key-directory.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { isUuid } from '../../platform/sql/uuid.ts'
import { unknownProvider } from './provider-service.ts'
import { findActiveProvider, type PlacedProvider, type StoredProvider } from './provider-store.ts'

export interface HomedProvider {
  /** The database that has the provider. */
  readonly home: Db
  readonly provider: StoredProvider
}

const away = (cause: unknown): AppError =>
  new AppError('unavailable', { cause, detail: 'One of the databases of the service cannot be reached. Try again later.' })

const find = async (db: Db | undefined, providerId: string): Promise<{ home: Db; provider: PlacedProvider } | undefined> => {
  if (!db) throw away(undefined)
  const provider = await findActiveProvider(db, providerId)
  return provider && { home: db, provider }
}

/**
 * Finds an active provider in the databases of all cells: one look-up in each by a unique index. An organization that moves between two
 * has its providers in both.
 * @throws AppError entity_not_found, blocked, unavailable
 */
export const findPlacedProvider = async (homes: Homes, providerId: string): Promise<HomedProvider> => {
  const id = providerId.toLowerCase()
  if (!isUuid(id)) throw unknownProvider()
  const answers = await Promise.allSettled(homes.all().map((db) => find(db, id)))
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' && answer.value ? [answer.value] : []))
  const placed = found.find(({ provider }) => isServed(provider.placement)) ?? found[0]
  if (!placed) {
    const failed = answers.find((answer) => answer.status === 'rejected')
    if (failed) throw failed.reason instanceof AppError ? failed.reason : away(failed.reason)
    throw unknownProvider()
  }
  const { placement, blockedReason } = placed.provider
  if (!isServed(placement)) throw moving()
  if (blockedReason !== null) throw blockedBecause(blockedReason)
  return placed
}

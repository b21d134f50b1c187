import { type CreatedKey, createKey } from '../../../src/directory/keys/key-service.ts'
import { createOrganization } from '../../../src/directory/organizations/organization-service.ts'
import type { Sealer } from '../../../src/gate/sealing/sealing.ts'
import type { Database } from '../../../src/platform/db/database.ts'
import { type DirectoryIds, seedDirectory } from '../../http/support/directory-data.ts'
import { Book } from './book.ts'

export type Kind = 'presence' | 'occupancy'

/** An organization that is sent events, and what it was sent. */
export interface LedgerOrganization {
  readonly id: string
  readonly name: string
  readonly ids: DirectoryIds
  /** All permissions. */
  readonly key: CreatedKey
  /** One book for calls that are repeated until they are acknowledged, one for those that are sent once. */
  readonly books: Record<Kind | 'presence sent once', Book>
}

export const openOrganization = async ({ db, pool }: Database, sealer: Sealer, name: string): Promise<LedgerOrganization> => {
  const { id } = await createOrganization(db, { name })
  const ids = await seedDirectory(pool, id, name)
  const spec = { orgId: id, name: 'key', role: 'all-permissions', auth: ['basic', 'hmac'] } as const
  const books = { presence: new Book(), 'presence sent once': new Book(), occupancy: new Book() }
  return { id, name, ids, key: await createKey(db, sealer, spec), books }
}

/** Whole days that were over before the clock of any node is, whatever it shows; all in one range of the warehouse. */
const DAYS = 10
const LAST_DAYS_AGO = 6
const DAY_MS = 86_400_000
const START = Math.floor(Date.now() / DAY_MS) * DAY_MS

export const RANGE = {
  startDate: new Date(START - (DAYS + LAST_DAYS_AGO) * DAY_MS).toISOString().slice(0, 10),
  endDate: new Date(START - (LAST_DAYS_AGO - 1) * DAY_MS).toISOString().slice(0, 10),
}

/** A time on one of the days, by number. */
const timeOf = (number: number): string => {
  const daysAgo = LAST_DAYS_AGO + (number % DAYS)
  return new Date(START - daysAgo * DAY_MS + 28_800_000 + (number % 32_400) * 1_000).toISOString()
}

/** An event that is acceptable. */
export const eventOf = ({ ids }: LedgerOrganization, kind: Kind, eventId: string, number: number): object => {
  const timestamp = timeOf(number)
  if (kind === 'occupancy') return { eventId, timestamp, locationId: ids.room, locationType: 'space', occupancy: number % 9 }
  return { eventId, timestamp, locationId: ids.desk, locationType: 'place', userId: number % 3 ? ids.ada : ids.grace }
}

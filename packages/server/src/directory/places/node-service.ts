import type { Principal } from '../../gate/access/principal.ts'
import { readWrittenDay } from '../../gate/parameters/written-days.ts'
import type { Db } from '../../platform/db/database.ts'
import { knownTimeZone } from '../../platform/time/time-zone.ts'
import { changingNodes } from '../consequences/changing.ts'
import type { DirectoryConsequences } from '../consequences/directory-consequences.ts'
import { createEntities } from '../entities/create-several.ts'
import { type Around, changeEntity, createEntity } from '../entities/entity-service.ts'
import type { EntityTable, Values } from '../entities/entity-table.ts'
import { lockActiveUser } from '../people/find-user.ts'

/** Rules for writes of one kind of node. The consequences for bookings are in `changingNodes`. */
export interface ChangeRules {
  /** Converts the given fields to their stored form. */
  readonly stored: (db: Db, given: Values) => Promise<Values>
  /** Runs first in the transaction. */
  readonly lock: (trx: Db, orgId: string, given: Values) => Promise<void>
}

export const NO_RULES: ChangeRules = { stored: async (_db, given) => given, lock: async () => {} }

/** Normalizes days, and the time zone to its official spelling. */
export const LOCATION_RULES: ChangeRules = {
  ...NO_RULES,
  async stored(db, given) {
    const fields: Record<string, unknown> = { ...given }
    for (const name of ['presenceFrom', 'presenceUntil']) {
      if (typeof given[name] === 'string') fields[name] = readWrittenDay(name, given[name])
    }
    if (typeof given.timeZone === 'string') fields.timeZone = await knownTimeZone(db, '/timeZone', given.timeZone)
    return fields
  },
}

/** The assigned user of a desk must be active, and is locked so that the user cannot become inactive at the same moment. */
export const PLACE_RULES: ChangeRules = {
  ...NO_RULES,
  async lock(trx, orgId, { assignedUserId }) {
    if (typeof assignedUserId === 'string') await lockActiveUser(trx, orgId, assignedUserId, 'assignedUserId')
  },
}

/** @throws AppError as createEntity, invalid_body, user_inactive */
export const createNode = async <T extends object>(
  db: Db,
  table: EntityTable<T>,
  rules: ChangeRules,
  orgId: string,
  given: Values,
): Promise<T> => createEntity(db, table, orgId, await rules.stored(db, given), locked(rules, orgId, given))

/** Creates all or none. @throws AppError as createEntities, invalid_body, user_inactive */
export const createNodes = async <T extends object>(
  db: Db,
  table: EntityTable<T>,
  rules: ChangeRules,
  orgId: string,
  items: readonly Values[],
): Promise<T[]> => {
  const stored: Values[] = []
  for (const given of items) stored.push(await rules.stored(db, given))
  return createEntities(db, table, orgId, stored, (given) => locked(rules, orgId, given))
}

/** @throws AppError as changeEntity, invalid_body, user_inactive */
export const changeNode = async <T extends object>(
  db: Db,
  consequences: DirectoryConsequences,
  table: EntityTable<T>,
  rules: ChangeRules,
  { orgId, userId }: Pick<Principal, 'orgId' | 'userId'>,
  id: string,
  given: Values,
): Promise<T> => {
  const around = locked(rules, orgId, given)
  return changeEntity(db, table, orgId, id, await rules.stored(db, given), async (trx, write, nodeId) => {
    // The caller is recorded as the person who canceled the bookings that the change ends.
    const by = { changedBy: 'administrator', userId } as const
    await around(trx, () => changingNodes(trx, consequences, orgId, table, by, [nodeId], write), nodeId)
  })
}

const locked =
  ({ lock }: ChangeRules, orgId: string, given: Values): Around =>
  async (trx, write) => {
    await lock(trx, orgId, given)
    await write()
  }

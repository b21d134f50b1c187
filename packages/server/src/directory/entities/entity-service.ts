import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { TObject } from 'typebox'
import { filterId } from '../../gate/parameters/filters.ts'
import { type Page, pageRequest, toPage } from '../../gate/parameters/paging.ts'
import { underRules } from '../../platform/db/constraints.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { transact } from '../../platform/transactions/transact.ts'
import {
  type Condition,
  type EntityTable,
  expression,
  findEntity,
  insertEntity,
  selectEntities,
  updateEntity,
  type Values,
} from './entity-table.ts'

/** The fields that a body gives and its schema knows. An empty text that is allowed stands for none (contract §1). */
export const givenFields = ({ properties }: TObject, body: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(body)
      .filter(([field, value]) => Object.hasOwn(properties, field) && value !== undefined)
      .map(([field, value]) => [field, value === '' ? null : value]),
  )

interface ListQuery {
  readonly limit?: number
  readonly cursor?: string
}

/** A page of the entities that have all of these values, and fulfil what else is asked. Unknown ids match nothing. */
export const listEntities = async <T extends object>(
  db: Db,
  entity: EntityTable<T>,
  orgId: string,
  { limit, cursor, ...filters }: ListQuery & Record<string, unknown>,
  conditions: readonly Condition[] = [],
): Promise<Page<T>> => {
  const page = pageRequest(
    { limit, cursor },
    entity.order.map(({ form }) => form),
  )
  const equal = Object.entries(filters).map(([field, value]) => {
    const wanted = field.endsWith('Id') ? filterId(value as string) : value
    return sql`${expression(entity, field)} = ${wanted}`
  })
  const rows = await selectEntities(db, entity, orgId, [...equal, ...conditions], page)
  const keyOf = (row: T) => entity.order.map(({ field }) => row[field] as string)
  return toPage(page, rows, keyOf, (row) => row)
}

/** @throws AppError entity_not_found */
export const getEntity = async <T>(db: Db, entity: EntityTable<T>, orgId: string, id: string): Promise<T> => {
  const found = await findEntity(db, entity, orgId, id)
  if (found) return found
  throw new AppError('entity_not_found', { detail: `There is no such ${entity.named}.` })
}

/** What else belongs to the writing of an entity, in its transaction; it calls `write` once. */
export type Around = (trx: Db, write: () => Promise<void>, id: string) => Promise<void>

const ALONE: Around = (_trx, write) => write()

/** What is null in a creation is as good as absent (contract §1): the database says what stands for it. */
export const withoutNulls = (given: Values): Values =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null))

/**
 * Stores a new entity. Where its id is known already, whatever else is said of it, somebody repeats the call: the stored one
 * is answered, also of two calls at once.
 * @throws AppError name_taken, entity_not_found for what it refers to, and what the rules of the database say
 */
export const createEntity = async <T>(
  db: Db,
  entity: EntityTable<T>,
  orgId: string,
  given: Values,
  around: Around = ALONE,
): Promise<T> => {
  const givenId = given[entity.idField] as string | null | undefined
  const id = givenId ?? randomUUID()
  const values = { ...withoutNulls(given), [entity.idField]: id }
  const insert = async (trx: Db): Promise<T> => {
    await around(trx, () => insertEntity(trx, entity, orgId, values), id)
    return getEntity(trx, entity, orgId, id)
  }
  try {
    return await underRules(transact(db, insert))
  } catch (error) {
    const stored = givenId && (await findEntity(db, entity, orgId, id))
    if (stored) return stored
    throw error
  }
}

/** @throws AppError as createEntity, and entity_not_found */
export const changeEntity = async <T>(
  db: Db,
  entity: EntityTable<T>,
  orgId: string,
  id: string,
  changes: Values,
  around: Around = ALONE,
): Promise<T> =>
  underRules(
    transact(db, async (trx) => {
      await around(trx, () => updateEntity(trx, entity, orgId, id, changes), id)
      return getEntity(trx, entity, orgId, id)
    }),
  )

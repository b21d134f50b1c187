import { randomUUID } from 'node:crypto'
import type { AuditAction } from '@rollcall/contract'
import { sql } from 'kysely'
import type { TObject } from 'typebox'
import { currentAct } from '../../gate/audit/act.ts'
import { recordChange, recordChanges } from '../../gate/audit/audit-log.ts'
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

/** Returns the fields of a body that its schema knows. An empty text, if it is allowed, counts as absent (contract §1). */
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

/** Returns a page of the entities that have all of these values and meet the other conditions. Unknown ids match nothing. */
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

type EntityType = 'location' | 'level' | 'zone' | 'place' | 'space' | 'bay' | 'user' | 'group'

/**
 * The entity in the audit log, and what was done to it, which may be part of another act, such as a set-up. People have no name there: it
 * is looked up, so that an erased person has none.
 */
const audited = <T extends object>({ idField }: EntityTable<T>, values: T, verb: 'create' | 'update') => {
  const type = idField.slice(0, -'Id'.length) as EntityType
  const name = type === 'user' ? null : (values as Record<string, string>)[`${type}Name`]
  const action: AuditAction = `${type}.${verb}`
  return { action, entity: { type, id: values[idField] as string, name: name ?? null } }
}

/** Writes new entities to the audit log, in the transaction that creates them. */
export const recordCreated = <T extends object>(
  trx: Db,
  entity: EntityTable<T>,
  orgId: string,
  created: readonly T[],
): Promise<void> =>
  recordChanges(
    trx,
    orgId,
    created.map((after) => ({ ...audited(entity, after, 'create'), before: null, after })),
  )

/** Writes changed entities to the audit log, in the transaction that changes them. */
export const recordChangedEntities = <T extends object>(
  trx: Db,
  entity: EntityTable<T>,
  orgId: string,
  before: ReadonlyMap<string, T>,
  after: ReadonlyMap<string, T>,
): Promise<void> =>
  recordChanges(
    trx,
    orgId,
    [...after].map(([id, now]) => ({ ...audited(entity, now, 'update'), before: before.get(id) ?? null, after: now })),
  )

/** Additional work in the transaction that writes an entity; it calls `write` once. */
export type Around = (trx: Db, write: () => Promise<void>, id: string) => Promise<void>

const WRITE_ONLY: Around = (_trx, write) => write()

/** A null in a creation counts as absent (contract §1): the database supplies the default. */
export const withoutNulls = (given: Values): Values =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null))

/**
 * Stores a new entity. If its id is already known, the call counts as a repetition regardless of its other fields, and the result
 * is the stored entity, even for two simultaneous calls.
 * @throws AppError name_taken, entity_not_found for unknown references, and the errors of database rules
 */
export const createEntity = async <T extends object>(
  db: Db,
  entity: EntityTable<T>,
  orgId: string,
  given: Values,
  around: Around = WRITE_ONLY,
): Promise<T> => {
  const givenId = given[entity.idField] as string | null | undefined
  const id = givenId ?? randomUUID()
  const values = { ...withoutNulls(given), [entity.idField]: id }
  const insert = async (trx: Db): Promise<T> => {
    await around(trx, () => insertEntity(trx, entity, orgId, values), id)
    const created = await getEntity(trx, entity, orgId, id)
    await recordCreated(trx, entity, orgId, [created])
    return created
  }
  try {
    return await underRules(transact(db, insert))
  } catch (error) {
    const stored = givenId && (await findEntity(db, entity, orgId, id))
    if (stored) return stored
    throw error
  }
}

/** Reads the entity as it is, and lets no other change it until the end of the transaction. */
const lockedEntity = async <T>(trx: Db, entity: EntityTable<T>, orgId: string, id: string): Promise<T | undefined> => {
  await sql`select from ${sql.table(entity.table)} where org_id = ${orgId} and id = ${id} for no key update`.execute(trx)
  return findEntity(trx, entity, orgId, id)
}

/** @throws AppError as createEntity, and entity_not_found */
export const changeEntity = async <T extends object>(
  db: Db,
  entity: EntityTable<T>,
  orgId: string,
  id: string,
  changes: Values,
  around: Around = WRITE_ONLY,
): Promise<T> =>
  underRules(
    transact(db, async (trx) => {
      let before: T | undefined
      const write = async () => {
        // Read after all locks, so that of two simultaneous changes each records its own.
        before = currentAct() && (await lockedEntity(trx, entity, orgId, id))
        await updateEntity(trx, entity, orgId, id, changes)
      }
      await around(trx, write, id)
      const after = await getEntity(trx, entity, orgId, id)
      await recordChange(trx, orgId, { ...audited(entity, after, 'update'), before: before ?? null, after })
      return after
    }),
  )

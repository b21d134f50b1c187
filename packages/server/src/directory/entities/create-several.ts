import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { underRules } from '../../platform/db/constraints.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError, type FieldError, sqlState } from '../../platform/errors.ts'
import { transact } from '../../platform/transactions/transact.ts'
import { type Around, recordCreated, withoutNulls } from './entity-service.ts'
import { type EntityTable, expression, insertEntity, selectByIds, type Values } from './entity-table.ts'

/** One of the new entities, with its position in the call. */
interface Entry {
  readonly index: number
  readonly id: string
  readonly values: Values
}

/**
 * Stores several new entities, all or none. An entity with a known id is returned as it is, so that a call may be repeated, even
 * simultaneously.
 * @throws AppError name_taken with a pointer to each taken name, and as createEntity
 */
export const createEntities = async <T extends object>(
  db: Db,
  entity: EntityTable<T>,
  orgId: string,
  items: readonly Values[],
  around: (given: Values) => Around,
): Promise<T[]> => {
  const entries = items.map((given, index): Entry => {
    const id = (given[entity.idField] as string | null | undefined) ?? randomUUID()
    return { index, id, values: { ...withoutNulls(given), [entity.idField]: id } }
  })
  refuseRepeatedIds(entity, entries)
  const insert = async (trx: Db): Promise<T[]> => {
    const ids = entries.map(({ id }) => id)
    const stored = await selectByIds(trx, entity, orgId, ids)
    const missing = entries.filter(({ id }) => !stored.has(id))
    await refuseTakenNames(trx, entity, orgId, missing)
    for (const { id, values } of missing) await around(values)(trx, () => insertEntity(trx, entity, orgId, values), id)
    const all = missing.length > 0 ? await selectByIds(trx, entity, orgId, ids) : stored
    await recordCreated(
      trx,
      entity,
      orgId,
      missing.map(({ id }) => all.get(id) as T),
    )
    return entries.map(({ id }) => all.get(id) as T)
  }
  for (let attempt = 1; ; attempt++) {
    try {
      return await underRules(transact(db, insert))
    } catch (error) {
      // Another call took a name or an id meanwhile, or was a repetition: the next attempt sees what it created.
      if (attempt === ATTEMPTS || !isUniqueViolation(error)) throw error
    }
  }
}

const UNIQUE_VIOLATION = '23505'
const ATTEMPTS = 3

const isUniqueViolation = (error: unknown): boolean =>
  [error, (error as Error).cause].some((cause) => cause instanceof Error && sqlState(cause) === UNIQUE_VIOLATION)

const pointerTo = ({ index }: Entry, field: string): string => `/items/${index}/${field}`

const refuseRepeatedIds = <T>({ idField }: EntityTable<T>, entries: readonly Entry[]): void => {
  const seen = new Set<string>()
  const repeated = entries.filter(({ id }) => seen.size === seen.add(id).size)
  if (repeated.length === 0) return
  const errors = repeated.map((entry) => ({
    pointer: pointerTo(entry, idField),
    message: 'is already in the call',
    code: 'duplicate_id' as const,
  }))
  throw new AppError('invalid_body', { errors })
}

/** The last column of the order is the name, which is unique among entities with the same parent. */
const refuseTakenNames = async <T>(trx: Db, entity: EntityTable<T>, orgId: string, entries: readonly Entry[]): Promise<void> => {
  const fields = entity.order.map(({ field }) => field)
  const nameField = fields.at(-1) as string
  const keyOf = (values: Values) => fields.map((field) => String(values[field])).join('\0')
  const fieldErrors: FieldError[] = []
  const names = new Set<string>()
  for (const entry of entries) {
    if (names.size === names.add(keyOf(entry.values)).size)
      fieldErrors.push(takenName(entry, nameField, 'is given twice in the call'))
  }
  const taken = await selectTaken(trx, entity, orgId, entries)
  for (const entry of entries) {
    if (taken.has(keyOf(entry.values))) fieldErrors.push(takenName(entry, nameField, `is taken by another ${entity.named}`))
  }
  if (fieldErrors.length === 0) return
  const firstNames = fieldErrors.slice(0, 3).map(({ message }) => message.split(' is ')[0])
  throw new AppError('name_taken', {
    detail: `Nothing was added. Taken: ${firstNames.join(', ')}${fieldErrors.length > 3 ? ` and ${fieldErrors.length - 3} more` : ''}. Choose other names.`,
    errors: fieldErrors,
  })
}

const takenName = (entry: Entry, nameField: string, words: string): FieldError => ({
  pointer: pointerTo(entry, nameField),
  message: `${entry.values[nameField]} ${words}`,
  code: 'name_taken',
})

/** Leaves out the entities themselves: a repetition of the call may have just stored them. */
const selectTaken = async <T>(
  trx: Db,
  entity: EntityTable<T>,
  orgId: string,
  entries: readonly Entry[],
): Promise<Set<string>> => {
  if (entries.length === 0) return new Set()
  const columns = entity.order.map(({ field, form }) => ({ field, form, column: expression(entity, field) }))
  const wanted = entries.map(
    ({ values }) => sql`(${sql.join(columns.map(({ field, form }) => sql`${values[field]}::${sql.raw(form)}`))})`,
  )
  const { rows } = await sql<{ key: string[] }>`
    select array[${sql.join(columns.map(({ column }) => sql`${column}::text`))}] as key
    from ${sql.table(entity.table)} e
    where e.org_id = ${orgId} and (${sql.join(columns.map(({ column }) => column))}) in (${sql.join(wanted)})
      and e.id <> all(${entries.map(({ id }) => id)}::uuid[])`.execute(trx)
  return new Set(rows.map(({ key }) => key.join('\0')))
}

import { type RawBuilder, sql } from 'kysely'
import type { CursorForm, PageRequest } from '../../gate/parameters/paging.ts'
import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import { beginsWith } from '../../platform/sql/search-text.ts'

/**
 * Describes a table of entities for the application API, with the names of the contract. In expressions, `e` is the alias of the
 * table. `T` is the type of the schema, so that the compiler finds misspelled fields.
 */
export interface EntityTable<T> {
  readonly table: string
  /** The word for an entity in messages, such as `desk`. */
  readonly named: string
  readonly idField: keyof T & string
  /** The column of each field that is stored in the table itself; all tables have the timestamps as well. */
  readonly columns: Fields<T>
  /** Joined tables, and the expression of each field that comes from them. */
  readonly joins?: string
  readonly joined?: Fields<T>
  /** The order of lists. The fields are unique together in an organization, and are the columns of an index after org_id. */
  readonly order: readonly { field: keyof T & string; form: CursorForm }[]
}

type Fields<T> = { readonly [F in keyof T & string]?: string }

/** Values by field. */
export type Values = Readonly<Record<string, unknown>>
export type Condition = RawBuilder<unknown>

/** Returns the column or expression of a field, for conditions. */
export const expression = <T>({ columns, joined }: EntityTable<T>, field: string): RawBuilder<unknown> => {
  const column = (columns as Record<string, string>)[field]
  return column === undefined ? sql.raw((joined as Record<string, string>)[field] as string) : sql.ref(`e.${column}`)
}

/** Matches the start of the column, whatever its letter case and accents. */
export const begins = (column: string, prefix: string): Condition => beginsWith(sql.ref(column), prefix)

const selection = <T>(entity: EntityTable<T>, orgId: string): RawBuilder<unknown> => {
  const fields = Object.keys({ ...entity.columns, ...entity.joined })
  return sql`
    select ${sql.join(fields.map((field) => sql`${expression(entity, field)} as ${sql.ref(field)}`))},
      iso_timestamp(e.created_at) as "createdAt", iso_timestamp(e.updated_at) as "updatedAt"
    from ${sql.table(entity.table)} e
    ${sql.raw(entity.joins ?? '')}
    where e.org_id = ${orgId}`
}

/** Reads the rows of a page and one more, from one range of the index of the order. */
export const selectEntities = async <T>(
  db: Db,
  entity: EntityTable<T>,
  orgId: string,
  conditions: readonly Condition[],
  { limit, after }: PageRequest,
): Promise<T[]> => {
  const order = sql.join(entity.order.map(({ field }) => expression(entity, field)))
  const afterLast = after ? [sql`(${order}) > (${sql.join([...after])})`] : []
  const { rows } = await sql<T>`
    ${selection(entity, orgId)}
    ${sql.join(
      [...conditions, ...afterLast].map((condition) => sql`and ${condition}`),
      sql` `,
    )}
    order by ${order}
    limit ${limit + 1}`.execute(db)
  return rows
}

export const findEntity = async <T>(db: Db, entity: EntityTable<T>, orgId: string, id: string): Promise<T | undefined> => {
  const { rows } = await sql<T>`${selection(entity, orgId)} and e.id = ${id}`.execute(db)
  return rows[0]
}

const assignments = <T>({ columns }: EntityTable<T>, values: Values) =>
  Object.entries(values).map(([field, value]) => ({
    column: sql.ref((columns as Record<string, string>)[field] as string),
    value: sql`${value}`,
  }))

export const insertEntity = async <T>(db: Db, entity: EntityTable<T>, orgId: string, values: Values): Promise<void> => {
  const given = assignments(entity, values)
  await sql`
    insert into ${sql.table(entity.table)} (org_id, ${sql.join(given.map(({ column }) => column))})
    values (${orgId}, ${sql.join(given.map(({ value }) => value))})`.execute(db)
}

/** Updates an entity, unless it already has these values. */
export const updateEntity = async <T>(
  db: Db,
  entity: EntityTable<T>,
  orgId: string,
  id: string,
  values: Values,
): Promise<void> => {
  await updateEntities(db, entity, orgId, [id], values)
}

/** Updates those of the entities that do not have these values yet. @returns how many */
export const updateEntities = async <T>(
  db: Db,
  entity: EntityTable<T>,
  orgId: string,
  ids: readonly string[],
  values: Values,
): Promise<number> => {
  const given = assignments(entity, values)
  if (given.length === 0) return 0
  const { numAffectedRows = 0n } = await sql`
    update ${sql.table(entity.table)}
    set ${sql.join(given.map(({ column, value }) => sql`${column} = ${value}`))}, updated_at = now()
    where org_id = ${orgId} and id = any (${arrayLiteral(ids)}::uuid[])
      and (${sql.join(
        given.map(({ column, value }) => sql`${column} is distinct from ${value}`),
        sql` or `,
      )})`.execute(db)
  return Number(numAffectedRows)
}

/** The entities with these ids, by id. */
export const selectByIds = async <T>(
  db: Db,
  entity: EntityTable<T>,
  orgId: string,
  ids: readonly string[],
): Promise<Map<string, T>> => {
  const { rows } = await sql<T>`${selection(entity, orgId)} and e.id = any (${arrayLiteral(ids)}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row[entity.idField] as string, row]))
}

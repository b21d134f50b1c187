import { type ImportKind, importedFields, LOCATION_FIELDS, MAX_CREATED_NAMES, USER_FIELDS } from '@rollcall/contract'
import { sql } from 'kysely'
import {
  BY_DIRECTORY,
  type DirectoryConsequences,
  isNodeTable,
  type NodeBefore,
  type UserBefore,
} from '../../directory/consequences/directory-consequences.ts'
import { columnTypes } from '../../directory/entities/field-columns.ts'
import { directoryConsequences } from '../../planning/consequences/directory-consequences.ts'
import { jsonInTurns } from '../../platform/jobs/in-turns.ts'
import type { Row } from './import-context.ts'
import { contestedIds, type Register } from './import-register.ts'
import { count, type ImportRun, inChunks } from './import-run.ts'

/** A table of entities as the import writes it: the type of each column, and the values of new rows. */
export interface EntityTable {
  readonly kind: ImportKind
  readonly table: string
  readonly columns: Readonly<Record<string, string>>
  /** Defaults of columns that must have a value even if the file gives none. */
  readonly initial?: Readonly<Record<string, unknown>>
  /** The column of a name that is unique. */
  readonly nameColumn?: string
}

const ACTIVE = { status: 'active' }

export const TABLES = {
  locations: {
    kind: 'locations',
    table: 'locations',
    columns: { name: 'text', ...columnTypes(importedFields(LOCATION_FIELDS)), time_zone: 'text', status: 'text' },
    initial: ACTIVE,
    nameColumn: 'name',
  },
  levels: {
    kind: 'levels',
    table: 'levels',
    columns: { location_id: 'uuid', name: 'text', ordinal: 'integer', status: 'text' },
    initial: ACTIVE,
    nameColumn: 'name',
  },
  zones: {
    kind: 'zones',
    table: 'zones',
    columns: { level_id: 'uuid', name: 'text', kind: 'text', capacity: 'integer', status: 'text' },
    initial: ACTIVE,
    nameColumn: 'name',
  },
  places: {
    kind: 'places',
    table: 'places',
    columns: {
      zone_id: 'uuid',
      name: 'text',
      status: 'text',
      x: 'double precision',
      y: 'double precision',
      amenities: 'text[]',
      screens: 'smallint',
      assigned_user_id: 'uuid',
    },
    initial: { ...ACTIVE, amenities: [], screens: 0 },
    nameColumn: 'name',
  },
  spaces: {
    kind: 'spaces',
    table: 'spaces',
    columns: { level_id: 'uuid', name: 'text', type: 'text', capacity: 'integer', status: 'text' },
    initial: ACTIVE,
    nameColumn: 'name',
  },
  parkingBays: {
    kind: 'parkingBays',
    table: 'parking_bays',
    columns: { location_id: 'uuid', name: 'text', status: 'text' },
    initial: ACTIVE,
    nameColumn: 'name',
  },
  groups: {
    kind: 'groups',
    table: 'groups',
    // The origin is undefined for a stored group, which keeps its own.
    columns: { name: 'text', type: 'text', parent_id: 'uuid', origin: 'text', status: 'text' },
    initial: { ...ACTIVE, origin: 'administrator' },
    nameColumn: 'name',
  },
  users: {
    kind: 'users',
    table: 'users',
    columns: {
      user_name: 'text',
      ...columnTypes(importedFields(USER_FIELDS)),
      status: 'text',
      onboarded: 'boolean',
      primary_location_id: 'uuid',
      primary_group_id: 'uuid',
      attributes: 'jsonb',
    },
    initial: { ...ACTIVE, onboarded: false, attributes: {} },
    nameColumn: 'user_name',
  },
  events: {
    kind: 'events',
    table: 'workplace_events',
    columns: {
      name: 'text',
      status: 'text',
      is_private: 'boolean',
      starts_at: 'timestamptz',
      ends_at: 'timestamptz',
      location_id: 'uuid',
      space_id: 'uuid',
      organizer_user_id: 'uuid',
    },
    initial: { status: 'scheduled', is_private: false },
  },
} as const satisfies Record<string, EntityTable>

/** Writes the rows, and updates existing ones only if something differs. */
export const saveEntities = async (
  run: ImportRun,
  table: EntityTable,
  rows: readonly Row[],
  exists: (id: string) => boolean,
): Promise<void> => {
  await inChunks(rows, async (chunk) => {
    const known = chunk.filter(({ id }) => exists(id))
    const fresh = chunk.filter(({ id }) => !exists(id))
    const before = await updateRows(run, table, known)
    await follow(run, table, before)
    await insertRows(run, table, fresh)
    noteNames(run, table, fresh)
    count(run.changes[table.kind], chunk.length, fresh.length, before.length)
    run.advance(chunk.length)
  })
}

/** The names of each kind that a report has, so that people see a misspelled one before it is stored. */
const noteNames = ({ createdNames }: ImportRun, { kind, nameColumn }: EntityTable, rows: readonly Row[]): void => {
  if (!nameColumn || rows.length === 0) return
  const names = createdNames[kind] ?? []
  for (const row of rows.slice(0, MAX_CREATED_NAMES - names.length)) names.push(String(row[nameColumn]))
  createdNames[kind] = names
}

const inputColumns = (columns: EntityTable['columns']) =>
  sql.join(Object.entries(columns).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`))

const insertRows = async ({ db, orgId }: ImportRun, { table, columns, initial }: EntityTable, rows: readonly Row[]) => {
  if (rows.length === 0) return
  const input = await jsonInTurns(rows, (row) => pick(row, columns, (name) => row[name] ?? initial?.[name]))
  const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)))
  await sql`
    insert into ${sql.table(table)} (org_id, id, ${names})
    select ${orgId}::uuid, id, ${names}
    from json_to_recordset(${input}::json) as i(id uuid, ${inputColumns(columns)})`.execute(db)
}

/**
 * `keep` has one bit per column: set where the file says nothing, so that the stored value stays.
 * An update rather than `on conflict do update`, which could not see that bit, and which would burn a row version
 * per unchanged row. Rows that change are locked in the order of their ids.
 * @returns those that changed, as they were
 */
const updateRows = async ({ db, orgId }: ImportRun, { table, columns }: EntityTable, rows: readonly Row[]): Promise<Before[]> => {
  if (rows.length === 0) return []
  const names = Object.keys(columns)
  const kept = (row: Row) => names.reduce((bits, name, bit) => (row[name] === undefined ? bits | (1 << bit) : bits), 0)
  const input = await jsonInTurns(rows, (row) => ({ ...pick(row, columns, (name) => row[name]), keep: kept(row) }))
  const values = names.map((name, bit) => {
    return sql`case when i.keep & ${sql.lit(1 << bit)} = 0 then i.${sql.ref(name)} else t.${sql.ref(name)} end as ${sql.ref(name)}`
  })
  const stored = sql.join(names.map((name) => sql`t.${sql.ref(name)}`))
  const given = sql.join(names.map((name) => sql`v.${sql.ref(name)}`))
  const { rows: before } = await sql<Before>`
    with changed as materialized (
      select v.*, t.id, t.status as status_before,
        ${'primary_location_id' in columns ? sql`t.primary_location_id` : sql`null::uuid`} as location_before,
        ${'assigned_user_id' in columns ? sql`t.assigned_user_id` : sql`null::uuid`} as assignee_before,
        ${'zone_id' in columns ? sql`t.zone_id` : sql`null::uuid`} as zone_before
      from json_to_recordset(${input}::json) as i(id uuid, keep integer, ${inputColumns(columns)})
      join ${sql.table(table)} t on t.org_id = ${orgId} and t.id = i.id
      cross join lateral (select ${sql.join(values)}) v
      where (${given}) is distinct from (${stored})
      order by t.id
      for no key update of t
    )
    update ${sql.table(table)} t
    set ${sql.join(names.map((name) => sql`${sql.ref(name)} = c.${sql.ref(name)}`))}, updated_at = now()
    from changed c
    where t.org_id = ${orgId} and t.id = c.id
    returning t.id, c.status_before as status, c.location_before as "primaryLocationId",
      c.assignee_before as "assignedUserId", c.zone_before as "zoneId"`.execute(db)
  return before
}

type Before = UserBefore & NodeBefore

/** Applies the consequences for stored plans and bookings, and reports the number of bookings that this cancels. */
export const consequencesOf = ({ command: { cancellations } }: ImportRun): DirectoryConsequences => {
  const counted = <A extends unknown[]>(follow: (...args: A) => Promise<number>) => {
    return async (...args: A) => {
      const bookings = await follow(...args)
      cancellations.bookings += bookings
      return bookings
    }
  }
  const { usersChanged, nodesChanged } = directoryConsequences
  return { usersChanged: counted(usersChanged), nodesChanged: counted(nodesChanged) }
}

const follow = async (run: ImportRun, { table }: EntityTable, before: readonly Before[]): Promise<void> => {
  const { usersChanged, nodesChanged } = consequencesOf(run)
  if (table === 'users') await usersChanged(run.db, run.orgId, before)
  else if (isNodeTable(table)) await nodesChanged(run.db, run.orgId, { table, by: BY_DIRECTORY }, before)
}

const pick = (row: Row, columns: EntityTable['columns'], value: (name: string) => unknown) =>
  Object.fromEntries([['id', row.id], ...Object.keys(columns).map((name) => [name, value(name)])])

/** Releases the names of renamed rows that the file gives to others, so that two entities may swap names. */
export const releaseNames = async ({ db, orgId }: ImportRun, { table, nameColumn }: EntityTable, register: Register) => {
  const ids = contestedIds(register)
  if (ids.length === 0 || !nameColumn) return
  await sql`
    update ${sql.table(table)} t
    set ${sql.ref(nameColumn)} = t.id::text
    from json_array_elements_text(${JSON.stringify(ids)}::json) as released
    where t.org_id = ${orgId} and t.id = released::uuid`.execute(db)
}

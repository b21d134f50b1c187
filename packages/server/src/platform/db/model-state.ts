import { sql } from 'kysely'
import { VERSION } from '../version.ts'
import type { Db } from './database.ts'
import { type Model, readReleasedStructures, structureOf } from './model-files.ts'
import type { ModelKind, ModelObject } from './model-order.ts'

/** An object that was applied to the database, from this model or from an older or newer one. */
export interface AppliedObject {
  readonly kind: ModelKind
  readonly name: string
  readonly hash: string
  readonly signature: string | null
  readonly version: string
}

export interface ModelState {
  /** The objects in the order of their creation. */
  readonly objects: readonly AppliedObject[]
  readonly migrations: readonly string[]
}

export interface SchemaDifferences {
  readonly applied: number
  /** Migrations that this version knows and that were not applied. */
  readonly pending: string[]
  /** Migrations that a newer version applied. */
  readonly unknown: string[]
  /** Whether an unreleased version created this database, so no migrations lead to this version. */
  readonly isUnreleased: boolean
}

/** Returns undefined where the database has no state: it is empty, or older than the first release. */
export const readState = async (db: Db): Promise<ModelState | undefined> => {
  const { rows } = await sql<{ isThere: boolean }>`select to_regclass('model_objects') is not null as "isThere"`.execute(db)
  if (!rows[0]?.isThere) return undefined
  const objects = await db
    .selectFrom('model_objects')
    .select(['kind', 'name', 'hash', 'signature', 'version'])
    .orderBy('object_no')
    .execute()
  const migrations = await db.selectFrom('migrations').select('name').orderBy('name').execute()
  return { objects: objects as AppliedObject[], migrations: migrations.map(({ name }) => name) }
}

/** Returns whether tables of Rollcall exist, in any form. */
const hasTables = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ has: boolean }>`select to_regclass('organizations') is not null as has`.execute(db)
  return rows[0]?.has === true
}

const keyOf = ({ kind, name }: Pick<AppliedObject, 'kind' | 'name'>): string => `${kind} ${name}`

const isNewer = (version: string): boolean => {
  const [ours, theirs] = [VERSION, version].map((each) => each.split(/[.-]/, 3).map(Number)) as [number[], number[]]
  const index = theirs.findIndex((part, position) => part !== ours[position])
  return index !== -1 && (theirs[index] ?? 0) > (ours[index] ?? 0)
}

/** Compares the database with what this version expects, without changing anything. */
export const compareWithModel = async (db: Db, model: Model, folder?: URL): Promise<SchemaDifferences> => {
  const state = await readState(db)
  const names = model.migrations.map(({ name }) => name)
  if (!state) {
    const pending = [...model.objects.map(keyOf), ...names]
    return { applied: 0, pending, unknown: [], isUnreleased: await hasTables(db) }
  }
  const known = new Map(model.objects.map((object) => [keyOf(object), object.hash]))
  const there = new Map(state.objects.map((object) => [keyOf(object), object]))
  const isOurs = (object: AppliedObject) => known.get(keyOf(object)) === object.hash
  const unknownMigrations = state.migrations.filter((name) => !names.includes(name))
  const newer = state.objects.filter((object) => !isOurs(object) && isNewer(object.version)).map(keyOf)
  const isPending = (key: string, hash: string | undefined) => there.get(key)?.hash !== hash && !newer.includes(key)
  const structure = structureOf(state.objects)
  const unknown = [...unknownMigrations, ...newer]
  return {
    applied: state.objects.length,
    pending: [
      ...names.filter((name) => !state.migrations.includes(name)),
      ...[...new Set([...known.keys(), ...there.keys()])].filter((key) => isPending(key, known.get(key))),
    ],
    unknown,
    isUnreleased:
      unknown.length === 0 && structure !== structureOf(model.objects) && !(await readReleasedStructures(folder)).has(structure),
  }
}

/** A PL/pgSQL function with the same signature can be replaced while triggers use it; an SQL function is dropped with its dependents. */
export const signatureOf = ({ kind, sql: text }: ModelObject): string | null =>
  kind === 'function' && /^language plpgsql\b/m.test(text) ? (text.split(/^language /m, 1)[0] as string) : null

export const saveObjects = async (trx: Db, objects: readonly ModelObject[]): Promise<void> => {
  const rows = objects.map((object) => ({
    ...{ kind: object.kind, name: object.name, hash: object.hash },
    ...{ signature: signatureOf(object), version: VERSION },
  }))
  if (rows.length === 0) return
  await trx
    .insertInto('model_objects')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['kind', 'name']).doUpdateSet(({ ref }) => ({
        hash: ref('excluded.hash'),
        signature: ref('excluded.signature'),
        version: ref('excluded.version'),
      })),
    )
    .execute()
}

export const removeObjects = async (trx: Db, objects: readonly Pick<AppliedObject, 'kind' | 'name'>[]): Promise<void> => {
  await sql`
    delete from model_objects o
    using jsonb_to_recordset(${JSON.stringify(objects)}::jsonb) gone (kind text, name text)
    where o.kind = gone.kind and o.name = gone.name
  `.execute(trx)
}

export const saveMigrations = async (trx: Db, names: readonly string[]): Promise<void> => {
  if (names.length > 0)
    await trx
      .insertInto('migrations')
      .values(names.map((name) => ({ name })))
      .execute()
}

import { sql } from 'kysely'
import { ConfigError } from '../config.ts'
import { lockForTransaction } from './advisory-lock.ts'
import type { Db } from './database.ts'
import { type Model, readModel } from './model-files.ts'
import type { ModelObject } from './model-order.ts'
import { findDependencies } from './model-order.ts'
import {
  type AppliedObject,
  compareWithModel,
  type ModelState,
  readState,
  removeObjects,
  type SchemaDifferences,
  saveMigrations,
  saveObjects,
  signatureOf,
} from './model-state.ts'

const LOCK = 'rollcall.migrate'

/** Caches the model of this version, which is read once. */
let ownModel: Promise<Model> | undefined

const modelIn = (folder: URL | undefined): Promise<Model> => {
  if (folder) return readModel(folder)
  ownModel ??= readModel()
  return ownModel
}

const run = async (trx: Db, what: string, text: string): Promise<void> => {
  try {
    await sql.raw(text).execute(trx)
  } catch (error) {
    throw new Error(`The ${what} failed: ${(error as Error).message}`, { cause: error })
  }
}

/** Applies all objects in one call. If that fails, it applies them one by one, to name the object that fails. */
const create = async (trx: Db, objects: readonly ModelObject[]): Promise<void> => {
  const statements = objects.map(({ sql: text }) => (text.endsWith(';') ? text : `${text};`))
  await sql`savepoint create_objects`.execute(trx)
  try {
    await sql.raw(statements.join('\n')).execute(trx)
  } catch {
    await sql`rollback to savepoint create_objects`.execute(trx)
    for (const { kind, name, sql: text } of objects) await run(trx, `${kind} ${name}`, text)
  }
}

/** Creates an empty database from the model, which already contains what the migrations do. */
const createAll = async (trx: Db, { objects, migrations }: Model): Promise<void> => {
  await create(trx, objects)
  await saveObjects(trx, objects)
  await saveMigrations(
    trx,
    migrations.map(({ name }) => name),
  )
}

const isRepeatable = ({ kind }: Pick<AppliedObject, 'kind'>): boolean => kind !== 'table' && kind !== 'type'

const dropStatement = ({ kind, name }: AppliedObject): string => {
  const [table, trigger] = name.split('.')
  return kind === 'trigger' ? `drop trigger if exists ${trigger} on ${table}` : `drop ${kind} if exists ${name}`
}

/**
 * Lists the objects to drop: removed objects, objects that cannot be replaced in place, and what depends on those. Before
 * migrations it lists all of them, so that no view blocks a migration and no trigger fires.
 */
const findObsolete = (state: ModelState, model: Model, isMigrating: boolean): AppliedObject[] => {
  const there = state.objects.filter((object) => isRepeatable(object) && object.kind !== 'comment')
  if (isMigrating) return there
  const known = new Map(model.objects.map((object) => [`${object.kind} ${object.name}`, object]))
  const dependencies = findDependencies(model.objects)
  const obsolete = new Set<ModelObject>()
  const isObsolete = (object: AppliedObject): boolean => {
    const ours = known.get(`${object.kind} ${object.name}`)
    if (!ours) return true
    const isReplaceable = object.signature !== null && object.signature === signatureOf(ours)
    const isChanged = ours.hash !== object.hash && !isReplaceable
    if (isChanged || dependencies.get(ours)?.some((other) => obsolete.has(other))) obsolete.add(ours)
    return obsolete.has(ours)
  }
  // In the order of creation, each object follows the objects that it depends on.
  return there.filter(isObsolete)
}

/** The triggers of a move refuse changes of an organization that has left, and know the tables as they were. */
const assertNothingMoves = async (db: Db): Promise<void> => {
  const { rows } = await sql`select from pg_trigger where tgname like 't90\\_moving\\_%' limit 1`.execute(db)
  if (rows.length === 0) return
  throw new ConfigError(
    'An organization is moving out of this database, or has left a copy in it. With the version before this one, end that first: rollcall org move ORG --confirm, or --cancel. Then upgrade.',
  )
}

const missingMigrations = (state: ModelState, { migrations }: Model): Model['migrations'] =>
  migrations.filter(({ name }) => !state.migrations.includes(name))

const upgrade = async (trx: Db, state: ModelState, model: Model): Promise<void> => {
  const migrations = missingMigrations(state, model)
  if (migrations.length > 0) await assertNothingMoves(trx)
  const obsolete = findObsolete(state, model, migrations.length > 0)
  for (const object of obsolete.toReversed()) await run(trx, `removal of ${object.kind} ${object.name}`, dropStatement(object))
  for (const { name, sql: text } of migrations) await run(trx, `migration ${name}`, text)

  const gone = new Set(obsolete.map(({ kind, name }) => `${kind} ${name}`))
  const hashes = new Map(state.objects.map(({ kind, name, hash }) => [`${kind} ${name}`, hash]))
  const isCurrent = ({ kind, name, hash }: ModelObject) => !gone.has(`${kind} ${name}`) && hashes.get(`${kind} ${name}`) === hash
  const changed = model.objects.filter((object) => !isCurrent(object))
  await create(trx, changed.filter(isRepeatable))

  const names = new Set(model.objects.map(({ kind, name }) => `${kind} ${name}`))
  const removed = state.objects.filter(({ kind, name }) => !names.has(`${kind} ${name}`))
  await removeObjects(trx, [...obsolete, ...removed])
  await saveObjects(trx, changed)
  await saveMigrations(
    trx,
    migrations.map(({ name }) => name),
  )
}

const assertUpgradable = ({ unknown, isUnreleased }: SchemaDifferences): void => {
  if (unknown.length > 0) {
    throw new ConfigError(
      `The database was made by a newer version of Rollcall (${unknown.at(-1)}). Run that version, or restore a backup of this one.`,
    )
  }
  if (isUnreleased) {
    throw new ConfigError(
      'The database was made by an unreleased version of Rollcall, from which there is no upgrade. Start with another data folder (--data) or an empty database (DATABASE_URL), and import again.',
    )
  }
}

/**
 * Migrates the database to the model of this version, in one transaction. Two processes may call it at once: one waits for the
 * other. `folder` holds `model/`, `migrations/` and `releases/`.
 * @throws ConfigError when a newer version or an unreleased one created the database
 */
export const migrate = async (db: Db, folder?: URL): Promise<void> => {
  const model = await modelIn(folder)
  await db.transaction().execute(async (trx) => {
    await lockForTransaction(trx, LOCK)
    const differences = await compareWithModel(trx, model, folder)
    assertUpgradable(differences)
    const state = await readState(trx)
    if (!state) await createAll(trx, model)
    else if (differences.pending.length > 0) await upgrade(trx, state, model)
  })
}

/**
 * Checks whether `migrate` would refuse the database as it is now, without changing anything.
 * @throws ConfigError as `migrate` does
 */
export const assertMigratable = async (db: Db, folder?: URL): Promise<void> => {
  const model = await modelIn(folder)
  assertUpgradable(await compareWithModel(db, model, folder))
  const state = await readState(db)
  if (state && missingMigrations(state, model).length > 0) await assertNothingMoves(db)
}

/** Compares the database with what this version expects, without changing anything. */
export const listSchemaDifferences = async (db: Db, folder?: URL): Promise<SchemaDifferences> =>
  compareWithModel(db, await modelIn(folder), folder)

/** Returns whether everything that this version knows was applied. */
export const isMigrated = async (db: Db, folder?: URL): Promise<boolean> => {
  const { pending, isUnreleased } = await listSchemaDifferences(db, folder)
  return pending.length === 0 && !isUnreleased
}

import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { commentsOf } from './model-comments.ts'
import { inOrder, type ModelKind, type ModelObject } from './model-order.ts'

export interface Migration {
  readonly name: string
  readonly sql: string
}

export interface Model {
  /** Each object follows those that it depends on. */
  readonly objects: readonly ModelObject[]
  /** The migrations in the order in which they are applied. */
  readonly migrations: readonly Migration[]
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Removes spaces and comments, which may change in tables and types without a migration. */
const normalize = (sql: string): string => sql.replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim()

const isStructure = (kind: ModelKind): boolean => kind === 'type' || kind === 'table'

const object = (kind: ModelKind, name: string, sql: string): ModelObject => ({
  ...{ kind, name, sql },
  hash: sha256(isStructure(kind) ? normalize(sql) : sql),
})

/** A statement ends with the first line outside of a comment that ends with a semicolon. */
const splitStatements = (text: string): string[] =>
  text
    .replace(/^(?!\s*--)(.*);$/gm, '$1;\0')
    .split('\0')
    .map((statement) => statement.trim())
    .filter(Boolean)

const withoutLeadingComments = (sql: string): string => sql.replace(/^(\s*--.*\n)+/, '').trim()

/** Reads the file of a table: the statement that creates it, its triggers one by one, and its comments. */
const tableObjects = (name: string, text: string): ModelObject[] => {
  const statements = splitStatements(text).map(withoutLeadingComments)
  const isTrigger = (sql: string) => sql.startsWith('create trigger ')
  const triggers = statements.filter(isTrigger).map((sql) => {
    const [, trigger = ''] = /^create trigger (\w+)/.exec(sql) ?? []
    return object('trigger', `${name}.${trigger}`, sql)
  })
  const table = statements.filter((sql) => !isTrigger(sql)).join('\n')
  return [object('table', name, table), ...triggers, object('comment', name, commentsOf(name, text))]
}

const readSqlFiles = async (folder: URL): Promise<{ name: string; text: string }[]> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => ({ name: name.slice(0, -'.sql'.length), text: await readFile(new URL(name, folder), 'utf8') })),
  )
}

/** The folder that contains `model/` and `migrations/`; tests read copies of it. */
export const DATABASE_FOLDER = new URL('./', import.meta.url)

/** Reads the whole model: 150 small files, in 10 ms. */
export const readModel = async (folder: URL = DATABASE_FOLDER): Promise<Model> => {
  const read = (name: string) => readSqlFiles(new URL(name, folder))
  const single = async (kind: ModelKind) =>
    (await read(`model/${kind}s/`)).map(({ name, text }) => object(kind, name, withoutLeadingComments(text)))
  const tables = (await read('model/tables/')).flatMap(({ name, text }) => tableObjects(name, text))
  const objects = [...(await single('type')), ...tables, ...(await single('view')), ...(await single('function'))]
  const migrations = (await read('migrations/')).map(({ name, text }) => ({ name, sql: text }))
  return { objects: inOrder(objects), migrations }
}

/** Hashes all tables and types: the part of a model that only migrations can change. */
export const structureOf = (objects: readonly Pick<ModelObject, 'kind' | 'name' | 'hash'>[]): string => {
  const lines = objects.filter(({ kind }) => isStructure(kind)).map(({ kind, name, hash }) => `${kind} ${name} ${hash}`)
  return sha256(lines.sort().join('\n'))
}

/** Returns the structures of the releases; the first line of each snapshot holds one. */
export const readReleasedStructures = async (folder: URL = DATABASE_FOLDER): Promise<Set<string>> => {
  const snapshots = await readSqlFiles(new URL('releases/', folder))
  return new Set(snapshots.map(({ text }) => /structure ([0-9a-f]{64})/.exec(text.split('\n', 1)[0] ?? '')?.[1] ?? ''))
}

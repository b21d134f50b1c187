import { hash } from 'node:crypto'
import type pg from 'pg'

/** Functions and views of the database by name, with their texts. */
type Definitions = ReadonlyMap<string, string>

/** What is known of the functions and views of a database, which only a migration changes; migrations run before any read. */
interface Catalog {
  readonly definitions: Promise<Definitions>
  /** The shapes of statements, by their texts. */
  readonly shapes: Map<string, Promise<string>>
}

/**
 * Computes a short name for the shape of the rows of these statements. It changes with the text of a statement, and with that of
 * every function and view that it uses, directly or not; comments, line breaks and planner settings make no difference.
 */
export const queryShape = async (pool: pg.Pool, statements: readonly string[]): Promise<string> => {
  const { definitions, shapes } = await catalogOf(pool)
  const key = statements.join('\0')
  const shape = shapes.get(key) ?? definitions.then((known) => hashStatements(known, statements))
  // A failure is not remembered: the next call asks the database again.
  shape.catch(() => catalogs.delete(pool))
  shapes.set(key, shape)
  return shape
}

const catalogs = new WeakMap<pg.Pool, Promise<Catalog>>()
/** The catalog that was read last, and what identifies it: it is read once for all pools of a database. */
let lastRead: { readonly version: string; readonly catalog: Catalog } | undefined

const catalogOf = (pool: pg.Pool): Promise<Catalog> => {
  const found = catalogs.get(pool) ?? readCatalog(pool)
  found.catch(() => catalogs.delete(pool))
  catalogs.set(pool, found)
  return found
}

/** PostgreSQL needs longer for the definitions than for all else at the start of a node, but not to tell whether they are the same. */
const readCatalog = async (pool: pg.Pool): Promise<Catalog> => {
  const version = await readVersion(pool)
  if (lastRead?.version === version) return lastRead.catalog
  const definitions = readDefinitions(pool)
  const catalog = { definitions, shapes: new Map() }
  lastRead = { version, catalog }
  definitions.catch(() => {
    if (lastRead?.catalog === catalog) lastRead = undefined
  })
  return catalog
}

/** No other function or view of a server has the same transaction as its version, except in a database that was cloned. */
const readVersion = async (pool: pg.Pool): Promise<string> => {
  const { rows } = await pool.query<{ version: string }>(`
    select concat_ws(' ', d.cluster, md5(string_agg(o.oid || ' ' || o.xmin, ',' order by o.oid, o.xmin::text))) as version
    from (
      select p.oid, p.xmin from pg_proc p where p.pronamespace = current_schema()::regnamespace
      union all
      select r.ev_class, r.xmin
      from pg_rewrite r
      join pg_class c on c.oid = r.ev_class
      where c.relnamespace = current_schema()::regnamespace
    ) o
    cross join feed_database() d
    group by d.cluster`)
  return rows[0]?.version as string
}

const readDefinitions = async (pool: pg.Pool): Promise<Definitions> => {
  const { rows } = await pool.query<{ name: string; text: string }>(`
    select p.proname as name, string_agg(
      concat_ws(' ', pg_get_function_arguments(p.oid), pg_get_function_result(p.oid), coalesce(pg_get_function_sqlbody(p.oid), p.prosrc)),
      ' ' order by p.oid
    ) as text
    from pg_proc p
    where p.pronamespace = current_schema()::regnamespace and p.prokind = 'f'
    group by p.proname
    union all
    select c.relname, pg_get_viewdef(c.oid)
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'v'`)
  return new Map(rows.map(({ name, text }) => [name, text]))
}

export const hashStatements = (definitions: Definitions, statements: readonly string[]): string => {
  const used = new Map<string, string[]>()
  const own = statements.map(wordsOf)
  const open = [...own]
  for (let words = open.pop(); words; words = open.pop()) {
    for (const word of words) {
      const text = definitions.get(word)
      if (text === undefined || used.has(word)) continue
      const further = wordsOf(text)
      used.set(word, further)
      open.push(further)
    }
  }
  const definitionsUsed = [...used].sort(([a], [b]) => (a < b ? -1 : 1))
  return hash('sha256', JSON.stringify([own, definitionsUsed]), 'base64url').slice(0, 22)
}

const QUOTED_OR_WORD_OR_SIGN = /--[^\n]*|\/\*[\s\S]*?\*\/|\s+|('(?:[^']|'')*'|"(?:[^"]|"")*"|[\w$]+|.)/g

/** Returns the words, quoted texts and symbols of SQL, without comments and blanks. */
const wordsOf = (text: string): string[] => [...text.matchAll(QUOTED_OR_WORD_OR_SIGN)].flatMap(([, word]) => word ?? [])

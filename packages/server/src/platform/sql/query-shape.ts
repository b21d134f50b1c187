import { hash } from 'node:crypto'
import type pg from 'pg'

/** Functions and views of the database by name, with their texts. */
type Definitions = ReadonlyMap<string, string>

/**
 * Computes a short name for the shape of the rows of these statements. It changes with the text of a statement, and with that of
 * every function and view that it uses, directly or not; comments, line breaks and planner settings make no difference.
 */
export const queryShape = (pool: pg.Pool, statements: readonly string[]): Promise<string> => {
  const known = shapes.get(pool) ?? new Map<string, Promise<string>>()
  shapes.set(pool, known)
  const key = statements.join('\0')
  const shape = known.get(key) ?? definitionsOf(pool).then((definitions) => hashStatements(definitions, statements))
  // A failure is not remembered: the next call asks the database again.
  shape.catch(() => known.delete(key))
  known.set(key, shape)
  return shape
}

/** The results stay valid: only a migration changes the functions, and migrations run before any read. */
const shapes = new WeakMap<pg.Pool, Map<string, Promise<string>>>()
const definitions = new WeakMap<pg.Pool, Promise<Definitions>>()

/** They are read once, because PostgreSQL needs longer for them than for all else at the start of a node. */
const definitionsOf = (pool: pg.Pool): Promise<Definitions> => {
  const found = definitions.get(pool) ?? readDefinitions(pool)
  found.catch(() => definitions.delete(pool))
  definitions.set(pool, found)
  return found
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

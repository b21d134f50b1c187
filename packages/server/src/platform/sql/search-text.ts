import { type RawBuilder, sql } from 'kysely'

type Sql = RawBuilder<unknown>

/** Makes the wildcards of `like` letters as others. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

/** The pattern is escaped after `search_text`, which makes a % of the wide letter ％. PostgreSQL computes it once, as it plans. */
const patternOf = (prefix: string): Sql =>
  sql`(regexp_replace(search_text(${prefix}::text), '([\\\\%_])', '\\\\\\1', 'g') || '%')`

/**
 * Matches texts that begin with the prefix, whatever their letter case and accents (`search_text`). It is fast if the table has an
 * index for searches of the text.
 */
export const beginsWith = (text: Sql, prefix: string): Sql => sql`search_text(${text}) like ${patternOf(prefix)}`

/** Matches texts that differ by letter case only, by the index for searches of the text. */
export const equalsInAnyCase = (text: Sql, other: Sql): Sql =>
  sql`(search_text(${text}) = search_text(${other}) and lower(${text}) = lower(${other}))`

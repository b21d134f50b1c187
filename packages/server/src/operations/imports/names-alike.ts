import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { equalsInAnyCase } from '../../platform/sql/search-text.ts'
import type { Directory } from './import-directory.ts'
import type { ImportWarning } from './import-errors.ts'
import type { Claim, Register } from './import-register.ts'
import { inChunks } from './import-run.ts'

/** The warnings of each kind; the last one says how many more there are. */
const MOST = 8

/** A new name of the file and the stored one that it equals but for upper and lower case. */
interface Alike {
  readonly claim: Claim
  readonly stored: string
}

/**
 * Groups and users that the file adds although a stored one differs only by upper and lower case. They are allowed, and most are
 * mistakes: people do not see the difference.
 */
export const namesAlike = async (db: Db, orgId: string, { groups, users }: Directory): Promise<ImportWarning[]> => [
  ...warningsOf('group', await alikeGroups(groups)),
  ...warningsOf('user', await alikeUsers(db, orgId, users)),
]

const warningsOf = (kind: string, alike: readonly Alike[]): ImportWarning[] =>
  alike.slice(0, MOST).map(({ claim: { pointer }, stored }, index) => {
    const rest = index === MOST - 1 ? alike.length - MOST : 0
    const more = rest > 0 ? `, as do ${rest} more` : ''
    const message = `differs only by upper and lower case from the stored ${kind} ${stored}, and is added as another one${more}`
    return { pointer, code: 'name_case', message, count: 1 }
  })

const newClaims = ({ claims, stored }: Register): Claim[] => [...claims].flatMap(([id, claim]) => (stored.has(id) ? [] : [claim]))

const folded = ({ parent, name }: Pick<Claim, 'parent' | 'name'>): string => `${parent}\0${name}`.toLowerCase()

/** All groups are in memory. The parent of their names is their type. */
const alikeGroups = async (groups: Register): Promise<Alike[]> => {
  const added = newClaims(groups)
  if (added.length === 0) return []
  const byName = new Map([...groups.stored.values()].map((group) => [folded(group), group]))
  return added.flatMap((claim) => {
    const stored = byName.get(folded(claim))
    return stored ? [{ claim, stored: `${stored.name} (${stored.parent})` }] : []
  })
}

/** Only the users whom the file names are in memory. Each new name is looked up by the index of searches. */
const alikeUsers = async (db: Db, orgId: string, users: Register): Promise<Alike[]> => {
  const alike: Alike[] = []
  await inChunks(newClaims(users), async (chunk) => {
    const { rows } = await sql<{ position: number; name: string }>`
      select (i.position - 1)::int as position, min(u.user_name) as name
      from json_array_elements_text(${JSON.stringify(chunk.map(({ name }) => name))}::json) with ordinality as i(name, position)
      join users u on u.org_id = ${orgId} and ${equalsInAnyCase(sql`u.user_name`, sql`i.name`)}
      where u.erased_at is null
      group by i.position
      order by i.position`.execute(db)
    for (const { position, name } of rows) alike.push({ claim: chunk[position] as Claim, stored: name })
  })
  return alike
}

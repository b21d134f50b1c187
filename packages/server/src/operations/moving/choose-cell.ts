import { sql } from 'kysely'
import { ConfigError } from '../../platform/config-error.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Cells } from './cells.ts'

/** How full a cell is. */
export interface Fullness {
  readonly name: string
  readonly bytes: number
  readonly organizations: number
}

/** Databases that are larger than the smallest by no more than this are as full, because an empty one has some size as well. */
const SAME_SHARE = 1.1
const SAME_BYTES = 64 * 1024 * 1024

/** Returns the smallest database; of those that are about as small, the one with the fewest organizations. */
export const emptiest = (cells: readonly Fullness[]): Fullness | undefined => {
  const limit = Math.min(...cells.map(({ bytes }) => bytes)) * SAME_SHARE + SAME_BYTES
  const [first] = cells
    .filter(({ bytes }) => bytes <= limit)
    .toSorted((a, b) => a.organizations - b.organizations || a.bytes - b.bytes)
  return first
}

/** Copies that were left behind will be removed, so they do not count. */
const readFullness = async (db: Db, name: string): Promise<Fullness> => {
  const { rows } = await sql<Omit<Fullness, 'name'>>`
    select pg_database_size(current_database())::float8 as bytes,
      (select count(*)::int from organizations where placement <> 'gone') as organizations
  `.execute(db)
  return { name, ...(rows[0] as Omit<Fullness, 'name'>) }
}

/** Returns the cells that get no new organizations. */
export const listDraining = async (control: Db): Promise<ReadonlySet<string>> => {
  const rows = await control.selectFrom('cells').select('name').where('is_draining', '=', true).execute()
  return new Set(rows.map(({ name }) => name))
}

/** Returns the cell to which an organization of a cell that is drained should move. Cells that cannot be reached are left out. */
export const chooseCell = async ({ control, names, open }: Cells, from: string): Promise<string> => {
  const draining = await listDraining(control)
  const others = names.filter((name) => name !== from && !draining.has(name))
  const looks = await Promise.allSettled(others.map(async (name) => readFullness((await open(name)).db, name)))
  const chosen = emptiest(looks.flatMap((look) => (look.status === 'fulfilled' ? [look.value] : [])))
  if (chosen) return chosen.name
  throw new ConfigError(
    others.length === 0
      ? 'There is no other cell that may have new organizations. Add one: rollcall cells add NAME --url URL'
      : `None of the other cells can be reached (${others.join(', ')}). See: rollcall cells list`,
  )
}

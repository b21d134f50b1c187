import type { Db } from '../../platform/db/database.ts'
import { type Sealer, sealToStore } from '../sealing/sealing.ts'

/** The cell of DATABASE_URL, whose database lists the others: the control database. */
export const MAIN = 'main'

/** Held in the control database while an organization gets its name, which is unique in all cells. */
export const NAMES_LOCK = 'rollcall.organization_names'

export interface CellRecord {
  readonly name: string
  /** The connection string; undefined only for `main`. */
  readonly url: string | undefined
  /** The connection string of the replica for reads of the warehouse, if any. */
  readonly replicaUrl: string | undefined
  /** Whether its organizations are to be moved away. */
  readonly isDraining: boolean
  readonly addedAt: Date
}

/** Connection strings are bound to their cell and what they are for. */
const purposeOf = (what: 'cell' | 'replica', name: string): string => `${what} ${name}`

/** Returns the cells of the control database by name; none for a service with one database. */
export const listCells = async (control: Db, sealer: Pick<Sealer, 'open'>): Promise<CellRecord[]> => {
  const rows = await control.selectFrom('cells').selectAll().orderBy('name').execute()
  const opened = (sealed: Buffer | null, purpose: string) => sealed?.length && sealer.open(sealed, purpose).toString()
  return rows.map((row) => ({
    name: row.name,
    url: opened(row.url_sealed, purposeOf('cell', row.name)) || undefined,
    replicaUrl: opened(row.replica_url_sealed, purposeOf('replica', row.name)) || undefined,
    isDraining: row.is_draining,
    addedAt: row.added_at,
  }))
}

/** Adds a cell, or replaces its connection string. Its replica stays unless another one, or null for none, is given. */
export const saveCell = async (
  trx: Db,
  sealer: Pick<Sealer, 'seal'>,
  { name, url, replicaUrl }: Pick<CellRecord, 'name' | 'url'> & { readonly replicaUrl?: string | null | undefined },
): Promise<void> => {
  const seal = async (text: string | null | undefined, purpose: string) =>
    text ? await sealToStore(trx, sealer, text, purpose) : null
  const values = {
    url_sealed: await seal(url, purposeOf('cell', name)),
    ...(replicaUrl === undefined ? {} : { replica_url_sealed: await seal(replicaUrl, purposeOf('replica', name)) }),
  }
  await trx
    .insertInto('cells')
    .values({ name, ...values })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
    .execute()
}

/** Returns the cell of each organization that is not in `main`. */
export const listOrganizationCells = async (control: Db): Promise<Map<string, string>> => {
  const rows = await control.selectFrom('organization_cells').select(['org_id', 'cell']).execute()
  return new Map(rows.map(({ org_id, cell }) => [org_id, cell]))
}

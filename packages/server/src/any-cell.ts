import type { Cells, OpenCell } from './cells.ts'
import type { WithFreeName } from './directory/settings/settings-service.ts'
import { NAMES_LOCK } from './gate/cells/cell-list.ts'
import type { Whereabouts } from './gate/cells/whereabouts.ts'
import { withLock } from './platform/db/advisory-lock.ts'
import type { Db } from './platform/db/database.ts'
import { AppError } from './platform/errors.ts'
import { isUuid } from './platform/sql/uuid.ts'
import type { AnyCell } from './start-cell.ts'

const closed = (): AppError =>
  new AppError('unavailable', { detail: 'The database of the organization cannot be reached. Try again later.' })

/**
 * Lets an organization get a name only if none of another cell has it. With one database, and for the name that it has already, it asks
 * no other. The lock takes a connection, so it must not be of the pool that the renaming uses: callers that wait would keep all of them.
 */
export const checkNames =
  (control: Db, findCells: () => Cells | undefined): WithFreeName =>
  async (orgId, name, rename) => {
    const cells = findCells()
    if (!cells || cells.open.size === 1 || (await hasName(cells, orgId, name))) return rename()
    const renamed = await withLock(control, { name: NAMES_LOCK, wait: true }, async () => {
      for (const { db } of cells.all()) await assertFree(db, orgId, name)
      return { result: await rename() }
    })
    return (renamed as NonNullable<typeof renamed>).result
  }

const hasName = async ({ open, cellOf }: Cells, orgId: string, name: string): Promise<boolean> => {
  const db = open.get(cellOf(orgId))?.database?.requests.db
  if (!db) throw closed()
  const own = await db.selectFrom('organizations').select('name').where('id', '=', orgId).executeTakeFirst()
  return own?.name === name
}

/** A copy that an organization left behind keeps a name that may have changed since. */
const assertFree = async (db: Db | undefined, orgId: string, name: string): Promise<void> => {
  if (!db) throw cannotCheck()
  const other = db.selectFrom('organizations').select('id').where('name', '=', name).where('id', '<>', orgId)
  if (await other.where('placement', '<>', 'gone').executeTakeFirst()) throw new AppError('name_taken')
}

const cannotCheck = (): AppError =>
  new AppError('unavailable', {
    detail:
      'One of the databases of the service cannot be reached, so it is not known whether the name is free. Try again later.',
  })

/**
 * Reaches the cells of all callers. `find` returns undefined before the others are started, and where there is only one: then `main`
 * uses what it has, without another look-up.
 */
export const reachAnyCell = (find: () => { readonly cells: Cells; readonly whereabouts: Whereabouts } | undefined): AnyCell => {
  const several = () => {
    const found = find()
    return found && found.cells.open.size > 1 ? found : undefined
  }
  const openCellOf = ({ open, cellOf }: Cells, orgId: string): OpenCell | undefined => open.get(cellOf(orgId))

  return {
    keys: (own) => ({
      async find(id) {
        const all = several()
        if (!all) return own.find(id)
        const orgId = isUuid(id) ? await all.whereabouts.find({ kind: 'key', id: id.toLowerCase() }) : undefined
        if (orgId === undefined) return undefined
        const { cell } = openCellOf(all.cells, orgId) ?? {}
        if (!cell) throw closed()
        return cell.http.access.keys.find(id)
      },
    }),
    homes: (own) => ({
      all: () =>
        several()
          ?.cells.all()
          .map(({ db }) => db) ?? [own],
      async of(orgId) {
        const all = several()
        if (!all) return own
        await all.cells.reload()
        const { database } = openCellOf(all.cells, orgId) ?? {}
        if (!database) throw closed()
        return database.requests.db
      },
    }),
    metering: (own) => ({
      add(orgId, keyId, usage) {
        const all = several()
        const metering = all ? openCellOf(all.cells, orgId)?.cell?.metering : own
        metering?.add(orgId, keyId, usage)
      },
    }),
  }
}

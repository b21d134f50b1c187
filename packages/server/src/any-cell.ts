import type { Cells, OpenCell } from './cells.ts'
import type { Whereabouts } from './gate/cells/whereabouts.ts'
import { AppError } from './platform/errors.ts'
import { isUuid } from './platform/sql/uuid.ts'
import type { AnyCell } from './start-cell.ts'

const closed = (): AppError =>
  new AppError('unavailable', { detail: 'The database of the organization cannot be reached. Try again later.' })

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

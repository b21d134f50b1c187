import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import {
  chooseOrganization,
  createOrganization,
  listOrganizations,
  type Organization,
} from '../directory/organizations/organization-service.ts'
import { listOrganizationCells, MAIN, NAMES_LOCK } from '../gate/cells/cell-list.ts'
import { findUnfinished } from '../operations/moving/move-store.ts'
import { withLock } from '../platform/db/advisory-lock.ts'
import { AppError } from '../platform/errors.ts'
import { isUuid } from '../platform/sql/uuid.ts'
import type { ControlOperator, Operator } from './operator.ts'

export interface PlacedOrganization extends Organization {
  /** The cell that serves it. */
  readonly cell: string
}

/** Lists the organizations of all cells. One that moves is listed once, with the cell that serves it. */
export const listPlacedOrganizations = async (main: ControlOperator): Promise<PlacedOrganization[]> => {
  if (main.cells.length === 1) return (await listOrganizations(main.db)).map((each) => ({ ...each, cell: MAIN }))
  const cellOf = await listOrganizationCells(main.db)
  const listed = await Promise.all(
    main.cells.map(async ({ name: cell }) => {
      const organizations = await listOrganizations((await main.openCell(cell)).db)
      return organizations.flatMap((each) => ((cellOf.get(each.id) ?? MAIN) === cell ? [{ ...each, cell }] : []))
    }),
  )
  return listed.flat()
}

/**
 * Returns the organization with this id or name, or the only one, with its database.
 * @throws AppError entity_not_found; invalid_request when it is not clear which one is meant
 */
export const openOrganization = async (
  main: ControlOperator,
  idOrName: string | undefined,
): Promise<{ operator: Operator; organization: PlacedOrganization }> => {
  const organization = chooseOrganization(await listPlacedOrganizations(main), idOrName)
  return { operator: await main.openCell(organization.cell), organization }
}

/** Returns the database that has the key; that of DATABASE_URL if none has it. */
export const openCellOfKey = async (main: ControlOperator, keyId: string): Promise<Operator> => {
  if (main.cells.length === 1 || !isUuid(keyId)) return main
  const cellOf = await listOrganizationCells(main.db)
  for (const { name } of main.cells) {
    const operator = await main.openCell(name)
    const key = await operator.db.selectFrom('api_keys').select('org_id').where('id', '=', keyId).executeTakeFirst()
    if (key && (cellOf.get(key.org_id) ?? MAIN) === name) return operator
  }
  return main
}

/**
 * Creates an organization in a cell. Its name is unique in all cells.
 * @throws AppError conflict when the name is taken, or the cell is being drained
 */
export const createOrganizationIn = async (
  main: ControlOperator,
  cell: string,
  { name, timeZone }: { readonly name: string; readonly timeZone?: string },
): Promise<PlacedOrganization> => {
  const isDraining = await main.db.selectFrom('cells').select('is_draining').where('name', '=', cell).executeTakeFirst()
  if (isDraining?.is_draining) {
    throw new AppError('conflict', { detail: `The cell ${cell} is being drained. Choose another one with --cell.` })
  }
  const operator = await main.openCell(cell)
  const id = randomUUID()
  const created = await withLock(main.db, { name: NAMES_LOCK, wait: true }, async () => {
    for (const { name: other } of main.cells) await assertFree(await main.openCell(other), name)
    if (cell === MAIN) return createOrganization(operator.db, { name, timeZone, id })
    await main.db.insertInto('organization_cells').values({ org_id: id, cell }).execute()
    try {
      return await createOrganization(operator.db, { name, timeZone, id })
    } catch (error) {
      // If the connection was lost during the commit it may be there, where no one would find it without the row.
      const found = await operator.db.selectFrom('organizations').select(['id', 'name']).where('id', '=', id).executeTakeFirst()
      if (found) return found
      await main.db.deleteFrom('organization_cells').where('org_id', '=', id).execute()
      throw error
    }
  })
  return { ...(created as Organization), cell }
}

/** A copy that an organization left behind keeps a name that may have changed since. */
const assertFree = async ({ db, cell }: Operator, name: string): Promise<void> => {
  const named = db.selectFrom('organizations').select('id').where('name', '=', name)
  const taken = await named.where('placement', '<>', 'gone').executeTakeFirst()
  if (taken) throw new AppError('conflict', { detail: `There is already an organization named ${name}, in the cell ${cell}.` })
}

/**
 * Forgets an organization that the control database lists in a cell whose database does not have it, because its creation was
 * interrupted. Meanwhile none is created, and a creation that is being committed in the cell is waited for.
 * @throws AppError entity_not_found if it is not listed; conflict if it is in its cell, or moves
 */
export const forgetOrganization = async (
  main: ControlOperator,
  orgId: string,
): Promise<{ readonly id: string; readonly cell: string }> => {
  const id = orgId.toLowerCase()
  const cell = (await listOrganizationCells(main.db)).get(id)
  if (cell === undefined)
    throw new AppError('entity_not_found', { detail: `No organization ${id} is listed. See: rollcall cells check` })
  if (await findUnfinished(main.db, id))
    throw new AppError('conflict', { detail: `The organization ${id} is being moved. Resume its move: rollcall org move` })
  const { db } = await main.openCell(cell)
  await withLock(main.db, { name: NAMES_LOCK, wait: true }, (control) =>
    db.transaction().execute(async (trx) => {
      await sql`lock table organizations in share row exclusive mode`.execute(trx)
      if (await trx.selectFrom('organizations').select('id').where('id', '=', id).executeTakeFirst())
        throw new AppError('conflict', { detail: `The cell ${cell} has the organization ${id}, so it is not forgotten.` })
      await control.deleteFrom('organization_cells').where('org_id', '=', id).where('cell', '=', cell).execute()
    }),
  )
  return { id, cell }
}

import { randomUUID } from 'node:crypto'
import { recordChange } from '../../gate/audit/audit-log.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError, sqlState } from '../../platform/errors.ts'
import { transact } from '../../platform/transactions/transact.ts'

export interface Organization {
  id: string
  name: string
}

const assertTimeZone = (timeZone: string): void => {
  try {
    Temporal.Now.instant().toZonedDateTimeISO(timeZone)
  } catch (cause) {
    throw new AppError('invalid_request', { detail: `${timeZone} is not an IANA time zone, such as Europe/Berlin.`, cause })
  }
}

/** @throws AppError conflict when the name is taken */
export const createOrganization = async (
  db: Db,
  { name, timeZone = 'UTC', id = randomUUID() }: { name: string; timeZone?: string; id?: string },
): Promise<Organization> => {
  assertTimeZone(timeZone)
  const organization = { id, name }
  try {
    await transact(db, async (trx) => {
      await trx
        .insertInto('organizations')
        .values({ ...organization, time_zone: timeZone })
        .execute()
      await recordChange(trx, id, { entity: auditedOrganization(organization), before: null, after: { name, timeZone } })
    })
  } catch (cause) {
    if (sqlState(cause) !== '23505') throw cause
    throw new AppError('conflict', { detail: `There is already an organization named ${name}.`, cause })
  }
  return organization
}

export const listOrganizations = (db: Db): Promise<Organization[]> =>
  db.selectFrom('organizations').select(['id', 'name']).orderBy('created_at').execute()

/**
 * Returns the organization with this id or name; without one, the only organization that exists.
 * @throws AppError entity_not_found; invalid_request when it is not clear which one is meant
 */
export const getOrganization = async (db: Db, idOrName: string | undefined): Promise<Organization> =>
  chooseOrganization(await listOrganizations(db), idOrName)

/** Does the same with organizations that were read before, of one database or several. */
export const chooseOrganization = <O extends Organization>(all: readonly O[], idOrName: string | undefined): O => {
  const named = all.map(({ id, name }) => `${name} (${id})`).join(', ')
  if (idOrName !== undefined) {
    const found = all.find(({ id, name }) => id === idOrName.toLowerCase() || name === idOrName)
    if (found) return found
    throw new AppError('entity_not_found', { detail: `There is no organization ${idOrName}. There are: ${named || 'none'}.` })
  }
  const [only, ...more] = all
  if (!only)
    throw new AppError('entity_not_found', { detail: 'There is no organization yet: create one with rollcall org create.' })
  if (more.length === 0) return only
  throw new AppError('invalid_request', { detail: `Say which organization with --org: ${named}.` })
}

/** Blocks all keys of the organization at once, or unblocks them if there is no reason. */
export const blockOrganization = async (db: Db, id: string, reason: string | null): Promise<void> => {
  await transact(db, async (trx) => {
    const changed = await trx
      .updateTable('organizations')
      .set({ blocked_at: reason === null ? null : new Date(), blocked_reason: reason })
      .where('id', '=', id)
      .returning(['id', 'name'])
      .executeTakeFirst()
    if (!changed) throw new AppError('entity_not_found', { detail: `There is no organization ${id}.` })
    await recordChange(trx, id, { entity: auditedOrganization(changed), after: { blockedReason: reason } })
  })
}

const auditedOrganization = ({ id, name }: Organization) => ({ type: 'organization', id, name })

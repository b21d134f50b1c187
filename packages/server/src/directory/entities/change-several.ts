import type { ErrorCode } from '@rollcall/contract'
import { currentAct } from '../../gate/audit/act.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { recordChangedEntities } from './entity-service.ts'
import { type EntityTable, selectByIds, updateEntities, type Values } from './entity-table.ts'

/** Why an entity of a call cannot be changed. */
export interface Refusal {
  readonly id: string
  /** What the caller knows it as. */
  readonly name: string
  readonly code: ErrorCode
  readonly message: string
}

/**
 * Refuses a call that changes several entities, with a pointer to each of them that stands against it. The call has the code of the
 * first, because the codes of several usually are the same.
 * @throws AppError unless there are no refusals
 */
export const refuseChanges = (ids: readonly string[], refusals: readonly Refusal[]): void => {
  const inOrder = refusals.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
  const [first] = inOrder
  if (!first) return
  const errors = inOrder.map(({ id, code, message }) => ({ pointer: `/ids/${ids.indexOf(id)}`, message, code }))
  const others = errors.length === 1 ? '' : ` ${errors.length - 1} more cannot be changed either.`
  throw new AppError(first.code, { detail: `Nothing was changed: ${first.name} ${first.message}.${others}`, errors })
}

/** @throws AppError entity_not_found, with a pointer to each id that the organization does not have */
export const refuseUnknown = (named: string, ids: readonly string[], known: { has(id: string): boolean }): void =>
  refuseChanges(
    ids,
    ids
      .filter((id) => !known.has(id))
      .map((id) => ({ id, name: id, code: 'entity_not_found', message: `is no ${named} of the organization` })),
  )

/** Writes several entities in the same way, in two statements and one for the log. The caller has locked them. @returns how many changed */
export const changeEntities = async <T extends object>(
  trx: Db,
  entity: EntityTable<T>,
  orgId: string,
  ids: readonly string[],
  changes: Values,
): Promise<number> => {
  const read = () => selectByIds(trx, entity, orgId, ids)
  const before = currentAct() ? await read() : undefined
  const count = await updateEntities(trx, entity, orgId, ids, changes)
  if (before) await recordChangedEntities(trx, entity, orgId, before, await read())
  return count
}

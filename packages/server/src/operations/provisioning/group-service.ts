import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { recordChange } from '../../gate/audit/audit-log.ts'
import { scimError } from '../../gate/scim/scim-error.ts'
import { underRules } from '../../platform/db/constraints.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { equalsInAnyCase } from '../../platform/sql/search-text.ts'
import { isUuid } from '../../platform/sql/uuid.ts'
import { lockDirectory } from '../../platform/transactions/directory-lock.ts'
import { transact } from '../../platform/transactions/transact.ts'
import { assertVersion } from './conditions.ts'
import { type GroupChange, readGroupChange } from './group-changes.ts'
import { changeMembers } from './group-members.ts'
import { type GroupRow, selectGroupsById } from './group-rows.ts'
import type { Provider } from './provider.ts'
import { ConflictError, type Request } from './user-changes.ts'
import type { Done, Result } from './user-service.ts'

const notFound = () => new AppError('entity_not_found', { detail: 'There is no such group.' })

/** Carries out a call about a group. */
export const applyToGroup = async (
  db: Db,
  provider: Provider,
  request: Request,
  withMembers: boolean,
): Promise<Result<GroupRow>> => {
  try {
    const work = request.method === 'POST' ? createGroup : changeGroup
    return await underRules(
      transact(db, async (trx) => {
        const { effect, id } = await work(trx, provider, request)
        const row = effect === 'deleted' ? undefined : (await selectGroupsById(trx, provider, [id], withMembers)).get(id)
        return { effect, id, row }
      }),
    )
  } catch (error) {
    if (error instanceof ConflictError || (error instanceof AppError && error.status < 500)) return error
    throw error
  }
}

type Effect = Pick<Done<GroupRow>, 'effect' | 'id'>

const createGroup = async (trx: Db, provider: Provider, request: Request): Promise<Effect> => {
  const { orgId, id: providerId, groupType } = provider
  const change = await readGroupChange(request, async () => [])
  await lockDirectory(trx, orgId)
  const name = change.displayName as string
  const taken = await selectNamed(trx, orgId, groupType, name)
  // A group that this provider deleted comes back with its history.
  if (taken && !(taken.isDeleted && taken.providerId === providerId)) throw nameTaken(provider, taken)
  const id = taken?.id ?? randomUUID()
  if (taken) {
    await sql`update groups set name = ${name}, status = 'active', updated_at = now() where org_id = ${orgId} and id = ${id}`.execute(
      trx,
    )
  } else {
    await sql`
      insert into groups (org_id, id, name, type, origin)
      values (${orgId}, ${id}, ${name}, ${groupType}, 'provisioning')`.execute(trx)
  }
  await sql`
    insert into provisioned_groups (org_id, group_id, provider_id, external_id)
    values (${orgId}, ${id}, ${providerId}, ${change.externalId ?? null})
    on conflict (org_id, group_id) do update
    set external_id = excluded.external_id, deleted_at = null, updated_at = now()`.execute(trx)
  const members = await changeMembers(trx, orgId, id, change)
  await record(trx, provider, { id, name }, null, { displayName: name, externalId: change.externalId, ...members })
  return { effect: 'created', id }
}

interface NamedGroup {
  readonly id: string
  readonly providerId: string | null
  readonly isDeleted: boolean
}

/** Finds the group of this type and name in any letter case, by the index of searches. */
const selectNamed = async (trx: Db, orgId: string, type: string, name: string): Promise<NamedGroup | undefined> => {
  const { rows } = await sql<NamedGroup>`
    select g.id, p.provider_id as "providerId", p.deleted_at is not null as "isDeleted"
    from groups g
    left join provisioned_groups p on p.org_id = g.org_id and p.group_id = g.id
    where g.org_id = ${orgId} and g.type = ${type} and ${equalsInAnyCase(sql`g.name`, sql`${name}::text`)}
    order by g.name = ${name} desc
    limit 1`.execute(trx)
  return rows[0]
}

const nameTaken = ({ id, groupType }: Provider, taken: NamedGroup): AppError | ConflictError => {
  const refusal = scimError('uniqueness', `Another group of the type ${groupType} has this displayName.`)
  if (taken.providerId === id) return refusal
  const detail = 'The provider sends a group with the name and type of one that comes from elsewhere.'
  return new ConflictError(refusal, { subjectId: taken.id, detail })
}

const changeGroup = async (trx: Db, provider: Provider, request: Request): Promise<Effect> => {
  const { orgId } = provider
  const id = request.id?.toLowerCase() ?? ''
  if (!isUuid(id)) throw notFound()
  await lockDirectory(trx, orgId)
  const before = (await selectGroupsById(trx, provider, [id], false)).get(id)
  if (!before) throw notFound()
  assertVersion(request.ifMatch, before)
  if (request.method === 'DELETE') return deleteGroup(trx, provider, before)
  const listMembers = async () => (await selectGroupsById(trx, provider, [id], true)).get(id)?.members ?? []
  const change = await readGroupChange(request, listMembers)
  const isRenamed = await rename(trx, provider, before, change)
  const members = await changeMembers(trx, orgId, id, change)
  if (!isRenamed && members.joined.length + members.left.length === 0) return { effect: 'unchanged', id }
  await sql`update provisioned_groups set updated_at = now() where org_id = ${orgId} and group_id = ${id}`.execute(trx)
  const { displayName, externalId } = before
  const after = {
    displayName: change.displayName ?? displayName,
    externalId: change.externalId === undefined ? externalId : change.externalId,
  }
  await record(trx, provider, { id, name: after.displayName }, { displayName, externalId }, { ...after, ...members })
  return { effect: 'changed', id }
}

/** Changes the name and the provider's identifier, if they differ. */
const rename = async (
  trx: Db,
  provider: Provider,
  before: GroupRow,
  { displayName, externalId }: GroupChange,
): Promise<boolean> => {
  const { orgId, groupType } = provider
  const isNamed = displayName !== undefined && displayName !== before.displayName
  const isIdentified = externalId !== undefined && externalId !== before.externalId
  if (isNamed) {
    const taken = await selectNamed(trx, orgId, groupType, displayName)
    if (taken && taken.id !== before.id) throw nameTaken(provider, taken)
    await sql`
      update groups set name = ${displayName}, updated_at = now() where org_id = ${orgId} and id = ${before.id}`.execute(trx)
  }
  if (isIdentified) {
    await sql`
      update provisioned_groups set external_id = ${externalId}
      where org_id = ${orgId} and group_id = ${before.id}`.execute(trx)
  }
  return isNamed || isIdentified
}

/** The group becomes inactive and empty; what was counted for it stays. */
const deleteGroup = async (trx: Db, provider: Provider, { id, displayName, externalId }: GroupRow): Promise<Effect> => {
  const { orgId } = provider
  const members = await changeMembers(trx, orgId, id, { replacesMembers: true, added: new Set(), removed: new Set() })
  await sql`update groups set status = 'inactive', updated_at = now() where org_id = ${orgId} and id = ${id}`.execute(trx)
  await sql`
    update provisioned_groups set deleted_at = now(), updated_at = now() where org_id = ${orgId} and group_id = ${id}`.execute(
    trx,
  )
  await record(trx, provider, { id, name: displayName }, { displayName, externalId }, members)
  return { effect: 'deleted', id }
}

const record = (
  trx: Db,
  { orgId }: Provider,
  { id, name }: { id: string; name: string },
  before: object | null,
  after: object,
): Promise<void> => recordChange(trx, orgId, { entity: { type: 'group', id, name }, before, after })

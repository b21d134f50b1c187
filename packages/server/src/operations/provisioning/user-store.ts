import { sql } from 'kysely'
import { applyMappings } from '../../directory/attributes/apply-mappings.ts'
import { listAttributeMappings } from '../../directory/attributes/mapping-service.ts'
import { changingUsers } from '../../directory/consequences/changing.ts'
import { keepAdministrator } from '../../gate/access/administrators.ts'
import { type Change, recordChanges } from '../../gate/audit/audit-log.ts'
import { ENTERPRISE_URN } from '../../gate/scim/schema.ts'
import { endSessionsOfInactive } from '../../gate/sessions/end-sessions.ts'
import { directoryConsequences } from '../../planning/consequences/directory-consequences.ts'
import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import { isUuid } from '../../platform/sql/uuid.ts'
import type { Provider } from './provider.ts'
import { attributePatch, managerOf } from './provisioned-attributes.ts'
import type { UserChange } from './user-changes.ts'

interface Email {
  readonly value?: string
  readonly type?: string
  readonly primary?: boolean
}

const mainEmail = (emails: readonly Email[]): string | null => {
  const main = emails.find(({ primary }) => primary) ?? emails.find(({ type }) => type?.toLowerCase() === 'work') ?? emails[0]
  return main?.value ?? null
}

/** Returns the columns of a user, and what is kept of the resource. */
const toColumns = ({ id, next, stored, effect }: UserChange, managers: ReadonlyMap<string, string>) => {
  const { userName, externalId, active, ...resource } = next
  const emails = (resource.emails as Email[] | undefined) ?? []
  const name = resource.name as { givenName?: string; familyName?: string } | undefined
  return {
    id,
    user_name: userName,
    email: mainEmail(emails),
    first_name: name?.givenName ?? null,
    last_name: name?.familyName ?? null,
    status: active === true ? 'active' : 'inactive',
    attributes: attributePatch(stored, next, managers),
    external_id: externalId ?? null,
    resource,
    emails: emails.flatMap(({ value }) => value ?? []),
    is_deleted: effect === 'deleted',
  }
}

type Columns = ReturnType<typeof toColumns>

const COLUMNS = sql`
  id uuid, user_name text, email text, first_name text, last_name text, status text, attributes jsonb,
  external_id text, resource jsonb, emails text[], is_deleted boolean`

/**
 * Writes what the calls change, with its consequences; users who stay as they are are not touched. The number of statements does not
 * depend on the number of users. Runs under the lock of the directory.
 */
export const saveUsers = async (trx: Db, provider: Provider, changes: readonly UserChange[]): Promise<void> => {
  const { orgId } = provider
  const written = changes.filter(({ effect }) => effect !== 'unchanged')
  if (written.length === 0) return
  const managers = await selectManagers(trx, orgId, written)
  const columns = written.map((change) => toColumns(change, managers))
  const isNew = new Set(written.filter(({ before }) => !before).map(({ id }) => id))
  await insertUsers(
    trx,
    orgId,
    columns.filter(({ id }) => isNew.has(id)),
  )
  const known = columns.filter(({ id }) => !isNew.has(id))
  const ids = known.map(({ id }) => id)
  const hasLeavers = written.some(({ before, next }) => before?.status === 'active' && next.active !== true)
  const update = () => changingUsers(trx, directoryConsequences, orgId, ids, () => updateUsers(trx, orgId, known))
  if (hasLeavers) await keepAdministrator(trx, orgId, update)
  else if (ids.length > 0) await update()
  if (hasLeavers) await endSessionsOfInactive(trx, orgId)
  await saveProvisioned(trx, provider, columns)
  await renameManagers(trx, orgId, written)
  await recordChanges(
    trx,
    orgId,
    written.map((change) => toRecord(provider, change)),
  )
  const remapped = columns.filter(({ attributes }) => Object.keys(attributes).length > 0).map(({ id }) => id)
  if (remapped.length === 0 || (await listAttributeMappings(trx, orgId)).length === 0) return
  await applyMappings(trx, directoryConsequences, orgId, remapped)
}

/** What the audit log says of a change, with the owner of the user. */
const toRecord = ({ id: providerId, name }: Provider, { id, before, stored, next }: UserChange): Change => ({
  entity: { type: 'user', id },
  before: before ? { ...stored, provider: before.providerId === providerId ? name : null } : null,
  after: { ...next, provider: name },
})

/** Returns the names of the managers: those of the calls, and those that are stored. */
const selectManagers = async (trx: Db, orgId: string, changes: readonly UserChange[]): Promise<Map<string, string>> => {
  const wanted = new Set(changes.flatMap(({ next }) => managerOf(next) ?? []).filter(isUuid))
  const names = new Map(changes.map(({ id, next }) => [id, next.userName as string]))
  const missing = [...wanted].filter((id) => !names.has(id))
  if (missing.length === 0) return names
  const { rows } = await sql<{ id: string; name: string }>`
    select id, user_name as name from users where org_id = ${orgId} and id = any (${arrayLiteral(missing)}::uuid[])`.execute(trx)
  for (const { id, name } of rows) names.set(id, name)
  return names
}

const insertUsers = async (trx: Db, orgId: string, columns: readonly Columns[]): Promise<void> => {
  if (columns.length === 0) return
  await sql`
    insert into users (org_id, id, user_name, email, first_name, last_name, status, attributes)
    select ${orgId}::uuid, id, user_name, email, first_name, last_name, status, jsonb_strip_nulls(attributes)
    from json_to_recordset(${JSON.stringify(columns)}::json) as i (${COLUMNS})`.execute(trx)
}

const updateUsers = async (trx: Db, orgId: string, columns: readonly Columns[]): Promise<void> => {
  await sql`
    update users u
    set user_name = i.user_name, email = i.email, first_name = i.first_name, last_name = i.last_name, status = i.status,
      attributes = jsonb_strip_nulls(u.attributes || i.attributes), updated_at = now()
    from json_to_recordset(${JSON.stringify(columns)}::json) as i (${COLUMNS})
    where u.org_id = ${orgId} and u.id = i.id
      and (u.user_name, u.email, u.first_name, u.last_name, u.status, u.attributes)
        is distinct from (
          i.user_name, i.email, i.first_name, i.last_name, i.status, jsonb_strip_nulls(u.attributes || i.attributes)
        )`.execute(trx)
}

const saveProvisioned = async (trx: Db, { orgId, id: providerId }: Provider, columns: readonly Columns[]): Promise<void> => {
  await sql`
    insert into provisioned_users (org_id, user_id, provider_id, external_id, resource, emails, deleted_at)
    select ${orgId}::uuid, id, ${providerId}::uuid, external_id, resource,
      array(select lower(email) from unnest(emails) as e (email)), case when is_deleted then now() end
    from json_to_recordset(${JSON.stringify(columns)}::json) as i (${COLUMNS})
    on conflict (org_id, user_id) do update
    set provider_id = excluded.provider_id, external_id = excluded.external_id, resource = excluded.resource,
      emails = excluded.emails, deleted_at = excluded.deleted_at, updated_at = now()`.execute(trx)
}

/** The attribute `manager` of people holds the name of their manager, so it follows when the manager gets another name. */
const renameManagers = async (trx: Db, orgId: string, changes: readonly UserChange[]): Promise<void> => {
  const renamed = changes.flatMap(({ id, before, next }) =>
    before && before.userName !== next.userName ? [{ id, name: next.userName }] : [],
  )
  if (renamed.length === 0) return
  const { rows } = await sql<{ id: string }>`
    update users u
    set attributes = jsonb_set(u.attributes, '{manager}', to_jsonb(r.name)), updated_at = now()
    from json_to_recordset(${JSON.stringify(renamed)}::json) as r (id text, name text)
    join provisioned_users p on p.org_id = ${orgId} and p.resource #>> array[${ENTERPRISE_URN}, 'manager', 'value'] = r.id
    where u.org_id = p.org_id and u.id = p.user_id and u.attributes ->> 'manager' is distinct from r.name
    returning u.id`.execute(trx)
  // Their own group has their name, so it moves even if no one reports to them.
  const ids = [...renamed, ...rows].map(({ id }) => id)
  await applyMappings(trx, directoryConsequences, orgId, ids)
}

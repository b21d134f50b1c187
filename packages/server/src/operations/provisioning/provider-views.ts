import type {
  ProvisioningConflict,
  ProvisioningProvider,
  ProvisioningProviderChanges,
  ProvisioningSync,
} from '@rollcall/contract'
import { sql } from 'kysely'
import { recordChange } from '../../gate/audit/audit-log.ts'
import { filterId } from '../../gate/parameters/filters.ts'
import { type Page, pageRequest, toPage } from '../../gate/parameters/paging.ts'
import { underRules } from '../../platform/db/constraints.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { lockDirectory } from '../../platform/transactions/directory-lock.ts'
import { transact } from '../../platform/transactions/transact.ts'

interface PageQuery {
  readonly limit?: number
  readonly cursor?: string
}

type Positioned<T> = T & { readonly position: string }

const POSITION = sql.raw(`'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'`)

const withoutPosition = <T>({ position: _, ...row }: Positioned<T>): T => row as unknown as T

/**
 * Counts what each provider has in one pass over all providers: where one has nearly everything, PostgreSQL would read whole tables again
 * for each. Users are many and wide, so an index counts them all, and another one those to subtract, which are few.
 */
const selectProviders = (orgId: string) => sql`
  select p.id as "providerId", p.name, p.group_type as "groupType", iso_timestamp(p.created_at) as "createdAt",
    iso_timestamp(p.updated_at) as "updatedAt", coalesce(u.users, 0) as users, coalesce(g.groups, 0) as groups,
    coalesce(c.conflicts, 0) as conflicts,
    (
      select json_build_object(
        'startedAt', iso_timestamp(s.started_at), 'lastCallAt', iso_timestamp(s.last_call_at), 'calls', s.calls,
        'created', s.created, 'changed', s.changed, 'unchanged', s.unchanged, 'refused', s.refused
      )
      from provisioning_syncs s
      where s.org_id = p.org_id and s.provider_id = p.id
      order by s.started_at desc
      limit 1
    ) as "lastSync"
  from provisioning_providers p
  left join (
    select n.provider_id, sum(n.users)::int as users
    from (
      select provider_id, count(*) as users from provisioned_users where org_id = ${orgId} group by provider_id
      union all
      select provider_id, -count(*) from provisioned_users
      where org_id = ${orgId} and deleted_at is not null
      group by provider_id
    ) n
    group by n.provider_id
  ) u on u.provider_id = p.id
  left join (
    select provider_id, count(*)::int as groups from provisioned_groups
    where org_id = ${orgId} and deleted_at is null
    group by provider_id
  ) g on g.provider_id = p.id
  left join (
    select provider_id, count(*)::int as conflicts from provisioning_conflicts where org_id = ${orgId} group by provider_id
  ) c on c.provider_id = p.id
  where p.org_id = ${orgId}`

/** Lists providers by name. */
export const listProviders = async (db: Db, orgId: string, query: PageQuery): Promise<Page<ProvisioningProvider>> => {
  const page = pageRequest(query, ['text', 'uuid'])
  const after = page.after ? sql`and (p.name, p.id) > (${page.after[0]}, ${page.after[1]}::uuid)` : sql``
  const { rows } = await sql<ProvisioningProvider>`
    ${selectProviders(orgId)} ${after}
    order by p.name, p.id
    limit ${page.limit + 1}`.execute(db)
  return toPage(
    page,
    rows,
    ({ name, providerId }) => [name, providerId],
    (row) => row,
  )
}

const getProvider = async (db: Db, orgId: string, providerId: string): Promise<ProvisioningProvider> => {
  const { rows } = await sql<ProvisioningProvider>`${selectProviders(orgId)} and p.id = ${providerId}`.execute(db)
  if (rows[0]) return rows[0]
  throw new AppError('entity_not_found', { detail: 'There is no such provider.' })
}

/**
 * Changes the name or the group type, which the groups of the provider get at once.
 * @throws AppError entity_not_found, conflict, name_taken
 */
export const changeProvider = (
  db: Db,
  orgId: string,
  providerId: string,
  { name, groupType }: ProvisioningProviderChanges,
): Promise<ProvisioningProvider> =>
  underRules(
    transact(db, async (trx) => {
      await lockDirectory(trx, orgId)
      const before = await getProvider(trx, orgId, providerId)
      if (groupType !== undefined && groupType !== before.groupType) await changeGroupType(trx, orgId, providerId, groupType)
      await sql`
        update provisioning_providers
        set name = ${name ?? before.name}, group_type = ${groupType ?? before.groupType}, updated_at = now()
        where org_id = ${orgId} and id = ${providerId}
          and (name, group_type) is distinct from (${name ?? before.name}, ${groupType ?? before.groupType})`.execute(trx)
      const after = await getProvider(trx, orgId, providerId)
      const entity = { type: 'provider', id: providerId, name: after.name }
      await recordChange(trx, orgId, { entity, before: settingsOf(before), after: settingsOf(after) })
      return after
    }),
  )

const settingsOf = ({ name, groupType }: ProvisioningProvider) => ({ name, groupType })

/** Attributes and a provider would fight over the members of groups of one type. */
const changeGroupType = async (trx: Db, orgId: string, providerId: string, groupType: string): Promise<void> => {
  const { rows } = await sql<{ attribute: string }>`
    select attribute from attribute_mappings where org_id = ${orgId} and group_type = ${groupType} limit 1`.execute(trx)
  if (rows[0]) {
    const detail = `The attribute ${rows[0].attribute} makes groups of the type ${groupType}. Choose another type.`
    throw new AppError('conflict', { detail })
  }
  await sql`
    update groups g
    set type = ${groupType}, updated_at = now()
    from provisioned_groups p
    where g.org_id = ${orgId} and p.org_id = g.org_id and p.group_id = g.id and p.provider_id = ${providerId}`.execute(trx)
}

/** Lists syncs, latest first. @throws AppError entity_not_found */
export const listSyncs = async (db: Db, orgId: string, providerId: string, query: PageQuery): Promise<Page<ProvisioningSync>> => {
  const page = pageRequest(query, ['timestamp'])
  await getProvider(db, orgId, providerId)
  const { rows } = await sql<Positioned<ProvisioningSync>>`
    select iso_timestamp(started_at) as "startedAt", iso_timestamp(last_call_at) as "lastCallAt", calls, created, changed,
      unchanged, refused, to_char(started_at at time zone 'UTC', ${POSITION}) as position
    from provisioning_syncs
    where org_id = ${orgId} and provider_id = ${providerId}
      ${page.after ? sql`and started_at < ${page.after[0]}::timestamptz` : sql``}
    order by started_at desc
    limit ${page.limit + 1}`.execute(db)
  return toPage(page, rows, ({ position }) => [position], withoutPosition)
}

/** Lists the newest conflict of each subject, latest first, by the index of that order. */
export const listConflicts = async (
  db: Db,
  orgId: string,
  { providerId, ...query }: PageQuery & { providerId?: string },
): Promise<Page<ProvisioningConflict>> => {
  const page = pageRequest(query, ['timestamp', 'uuid', 'uuid', 'text'])
  const wanted = providerId === undefined ? sql`` : sql`and c.provider_id = ${filterId(providerId)}`
  const after = page.after
    ? sql`and (c.last_at, c.subject_id, c.provider_id, c.source)
        < (${page.after[0]}::timestamptz, ${page.after[1]}::uuid, ${page.after[2]}::uuid, ${page.after[3]})`
    : sql``
  const { rows } = await sql<Positioned<ProvisioningConflict>>`
    select c.provider_id as "providerId", p.name as "providerName", c.source, c.subject_id as "subjectId",
      case when g.id is null then 'user' else 'group' end as "subjectType", coalesce(g.name, u.user_name) as "subjectName",
      c.detail, iso_timestamp(c.first_at) as "firstAt", iso_timestamp(c.last_at) as "lastAt", c.occurrences,
      to_char(c.last_at at time zone 'UTC', ${POSITION}) as position
    from provisioning_conflicts c
    join provisioning_providers p on p.org_id = c.org_id and p.id = c.provider_id
    left join users u on u.org_id = c.org_id and u.id = c.subject_id
    left join groups g on g.org_id = c.org_id and g.id = c.subject_id
    where c.org_id = ${orgId} ${wanted} ${after}
    order by c.last_at desc, c.subject_id desc, c.provider_id desc, c.source desc
    limit ${page.limit + 1}`.execute(db)
  const keyOf = (row: (typeof rows)[number]) => [row.position, row.subjectId, row.providerId, row.source]
  return toPage(page, rows, keyOf, withoutPosition)
}

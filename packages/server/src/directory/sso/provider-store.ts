import type { ClientAuthentication, IdentityProvider, LinkBy } from '@rollcall/contract'
import { sql } from 'kysely'
import type { ProviderAccess } from '../../gate/oidc/provider-client.ts'
import type { PageRequest } from '../../gate/parameters/paging.ts'
import type { Sealer } from '../../gate/sealing/sealing.ts'
import type { Db } from '../../platform/db/database.ts'

type Settings = Pick<
  IdentityProvider,
  | 'label'
  | 'issuer'
  | 'clientId'
  | 'scopes'
  | 'userNameClaim'
  | 'emailClaim'
  | 'domains'
  | 'createsPeople'
  | 'roleMappings'
  | 'isRequired'
  | 'signsOutThere'
  | 'status'
>

/** An identity provider as it is stored. */
export interface StoredProvider extends Settings {
  readonly orgId: string
  readonly id: string
  readonly clientAuthentication: ClientAuthentication
  readonly linksBy: LinkBy[]
  readonly credentialSealed: Buffer | null
  readonly lastSignInAt: Date | null
  readonly lastFailureAt: Date | null
  readonly lastFailure: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

const COLUMNS = sql<StoredProvider>`
  p.org_id as "orgId", p.id, p.label, p.issuer, p.client_id as "clientId", p.client_authentication as "clientAuthentication",
  p.credential_sealed as "credentialSealed", p.scopes, p.user_name_claim as "userNameClaim", p.email_claim as "emailClaim",
  p.links_by as "linksBy", p.domains, p.creates_people as "createsPeople", p.role_mappings as "roleMappings",
  p.is_required as "isRequired", p.signs_out_there as "signsOutThere", p.status, p.last_sign_in_at as "lastSignInAt",
  p.last_failure_at as "lastFailureAt", p.last_failure as "lastFailure", p.created_at as "createdAt", p.updated_at as "updatedAt"`

/** The secret is bound to the provider that it belongs to. */
export const purposeOf = (providerId: string): string => `identity provider ${providerId}`

/** Returns what is needed to talk to the provider. */
export const accessOf = (provider: StoredProvider, sealer: Pick<Sealer, 'open'>): ProviderAccess => ({
  id: provider.id,
  issuer: provider.issuer,
  clientId: provider.clientId,
  clientAuthentication: provider.clientAuthentication,
  credential: provider.credentialSealed ? sealer.open(provider.credentialSealed, purposeOf(provider.id)).toString() : undefined,
  version: provider.updatedAt.toISOString(),
})

export type CountedProvider = StoredProvider & { readonly people: number }

const PEOPLE = sql`
  (select count(*)::int from identity_links l where l.org_id = p.org_id and l.provider_id = p.id) as people`

/** Lists providers by label, one more than the page has. */
export const selectProviders = async (db: Db, orgId: string, { limit, after }: PageRequest): Promise<CountedProvider[]> => {
  const { rows } = await sql<CountedProvider>`
    select ${COLUMNS}, ${PEOPLE}
    from identity_providers p
    where p.org_id = ${orgId} ${after ? sql`and p.label > ${after[0]}` : sql``}
    order by p.label
    limit ${limit + 1}`.execute(db)
  return rows
}

export const findProvider = async (db: Db, orgId: string, providerId: string): Promise<CountedProvider | undefined> => {
  const { rows } = await sql<CountedProvider>`
    select ${COLUMNS}, ${PEOPLE}
    from identity_providers p
    where p.org_id = ${orgId} and p.id = ${providerId}`.execute(db)
  return rows[0]
}

/** A provider with the state of its organization. */
export interface PlacedProvider extends StoredProvider {
  readonly placement: string
  readonly blockedReason: string | null
}

/** Finds an active provider of any organization: browsers and providers do not know which organization it belongs to. */
export const findActiveProvider = async (db: Db, providerId: string): Promise<PlacedProvider | undefined> => {
  const { rows } = await sql<PlacedProvider>`
    select ${COLUMNS}, o.placement,
      case when o.blocked_at is not null then coalesce(o.blocked_reason, 'No reason was given.') end as "blockedReason"
    from identity_providers p
    join organizations o on o.id = p.org_id
    where p.id = ${providerId} and p.status = 'active'`.execute(db)
  return rows[0]
}

export type ProviderColumns = Readonly<Record<string, unknown>>

export const insertProvider = async (trx: Db, columns: ProviderColumns): Promise<void> => {
  await trx
    .insertInto('identity_providers')
    .values(columns as never)
    .execute()
}

export const updateProvider = async (trx: Db, orgId: string, providerId: string, columns: ProviderColumns): Promise<void> => {
  await trx
    .updateTable('identity_providers')
    .set({ ...columns, updated_at: sql`clock_timestamp()` } as never)
    .where('org_id', '=', orgId)
    .where('id', '=', providerId)
    .execute()
}

/** Locks the provider until the end of the transaction; returns false if there is none. */
export const lockProvider = async (trx: Db, orgId: string, providerId: string): Promise<boolean> => {
  const provider = trx.selectFrom('identity_providers').select('id').where('org_id', '=', orgId).where('id', '=', providerId)
  return (await provider.forUpdate().executeTakeFirst()) !== undefined
}

/** Keeps an active provider from being changed until the end of the transaction; returns false if it is not active, or gone. */
export const holdActiveProvider = async (trx: Db, orgId: string, providerId: string): Promise<boolean> => {
  const provider = trx.selectFrom('identity_providers').select('id').where('org_id', '=', orgId).where('id', '=', providerId)
  return (await provider.where('status', '=', 'active').forShare().executeTakeFirst()) !== undefined
}

/** Its links, and the sessions of its people, go with it. */
export const deleteProvider = async (trx: Db, orgId: string, providerId: string): Promise<void> => {
  await trx.deleteFrom('identity_providers').where('org_id', '=', orgId).where('id', '=', providerId).execute()
}

/** Remembers when a person last signed in, to the minute: otherwise everyone who signs in at nine would wait for this row. */
export const recordSuccess = async (db: Db, orgId: string, providerId: string): Promise<void> => {
  await sql`
    update identity_providers
    set last_sign_in_at = now()
    where org_id = ${orgId} and id = ${providerId} and coalesce(last_sign_in_at, '-infinity') < now() - interval '1 minute'`.execute(
    db,
  )
}

/** Remembers why a sign-in failed, for administrators. The same reason is written once in ten seconds. */
export const recordFailure = async (db: Db, orgId: string, providerId: string, reason: string): Promise<void> => {
  await sql`
    update identity_providers
    set last_failure_at = now(), last_failure = ${reason.slice(0, 1000)}
    where org_id = ${orgId} and id = ${providerId}
      and (last_failure is distinct from ${reason.slice(0, 1000)} or last_failure_at < now() - interval '10 seconds')`.execute(db)
}

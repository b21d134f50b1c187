import { MAX_SIGN_IN_PROVIDERS, type SignInProvider } from '@rollcall/contract'
import { sql } from 'kysely'
import type { Homes } from '../../gate/cells/homes.ts'
import type { Db } from '../../platform/db/database.ts'

interface Row {
  readonly providerId: string
  readonly organizationName: string
  readonly label: string
  readonly issuer: string
  readonly isRequired: boolean
}

const countOrganizations = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from (select from organizations where placement in ('here', 'read-only') limit 2) o`.execute(db)
  return rows[0]?.count ?? 0
}

/** Finds providers by domain, by the index on domains, or all of them. */
const findIn = async (db: Db, domain: string | undefined): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select p.id as "providerId", o.name as "organizationName", p.label, p.issuer, p.is_required as "isRequired"
    from identity_providers p
    join organizations o on o.id = p.org_id
    where p.status = 'active' ${domain === undefined ? sql`` : sql`and p.domains @> array[${domain}::text]`}
      and o.placement in ('here', 'read-only') and o.blocked_at is null
    order by o.name, p.label
    limit ${MAX_SIGN_IN_PROVIDERS}`.execute(db)
  return rows
}

const domainOf = (userName: string | undefined): string | undefined =>
  userName?.includes('@')
    ? userName
        .slice(userName.lastIndexOf('@') + 1)
        .toLowerCase()
        .trim()
    : undefined

/** Databases that cannot be reached are left out, for the sake of the others. */
const askAll = async <T>(homes: Homes, ask: (db: Db) => Promise<T>): Promise<T[]> => {
  const dbs = homes.all().filter((db) => db !== undefined)
  const answers = await Promise.allSettled(dbs.map(ask))
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
}

/**
 * Finds the providers that a person may sign in with. Where there is one organization, these are all of its providers; where there are
 * several, only people who know a domain see whose it is.
 */
export const findSignInProviders = async (homes: Homes, userName: string | undefined): Promise<SignInProvider[]> => {
  const organizations = (await askAll(homes, countOrganizations)).reduce((sum, count) => sum + count, 0)
  const domain = organizations === 1 ? undefined : domainOf(userName)
  if (organizations !== 1 && !domain) return []
  const rows = (await askAll(homes, (db) => findIn(db, domain))).flat()
  return rows.slice(0, MAX_SIGN_IN_PROVIDERS).map(({ issuer, ...row }) => ({ ...row, host: URL.parse(issuer)?.host ?? issuer }))
}

import { bearerSecret } from '@rollcall/contract'
import type { CreatedKey } from '../../src/directory/keys/key-service.ts'
import { bearer, type TestService } from '../../src/testing/test-service.ts'
import { type Answer, send } from '../http/support/send.ts'

export const USER_URN = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const GROUP_URN = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
export const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

export type Resource = Record<string, unknown> & { id: string; meta: { version: string; location: string } }

interface List {
  readonly totalResults: number
  readonly itemsPerPage: number
  readonly startIndex: number
  readonly Resources: Resource[]
}

/** The calls of a provider, as it is configured: one address and one secret. */
export const clientOf = (service: TestService, key: CreatedKey) => {
  const proof = bearer(bearerSecret(key.id, key.secret))
  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> => {
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/scim+json' }
    return send(service.baseUrl, { method, path: `/scim/v2${path}`, body, headers: { ...proof, ...type, ...headers } })
  }
  /** Calls and expects the status. */
  const ok = async <T = Resource>(status: number, ...given: Parameters<typeof call>): Promise<T> => {
    const answer = await call(...given)
    if (answer.status !== status) throw new Error(`${given[0]} ${given[1]} answers ${answer.status}: ${answer.text}`)
    return (answer.text === '' ? undefined : answer.json()) as T
  }
  return {
    call,
    get: (path: string) => ok(200, 'GET', path),
    list: (path: string) => ok<List>(200, 'GET', path),
    find: async (kind: string, filter: string) =>
      (await ok<List>(200, 'GET', `/${kind}?filter=${encodeURIComponent(filter)}`)).Resources,
    post: (path: string, body: unknown) => ok(201, 'POST', path, body),
    put: (path: string, body: unknown) => ok(200, 'PUT', path, body),
    patch: (path: string, ...Operations: unknown[]) => ok(200, 'PATCH', path, { schemas: [PATCH], Operations }),
    remove: (path: string) => ok(204, 'DELETE', path),
    bulk: (Operations: unknown[], more: object = {}) =>
      ok<{ Operations: { status: string; location?: string; response?: Resource; bulkId?: string; version?: string }[] }>(
        200,
        'POST',
        '/Bulk',
        {
          schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'],
          Operations,
          ...more,
        },
      ),
  }
}

/** An organization with a provider, and a look at what is stored. */
export const setUp = async (service: TestService) => {
  const { pool } = service.database
  const { id: orgId, keys } = await service.createOrganization()
  const query = async <T extends object>(text: string, ...values: unknown[]): Promise<T[]> =>
    (await pool.query<T>(text, [orgId, ...values])).rows
  const storedUser = async (id: string) =>
    (
      await query<Record<string, unknown>>(
        `select user_name, email, first_name, last_name, status, attributes from users where org_id = $1 and id = $2`,
        id,
      )
    )[0]
  const groupsOf = async (userId: string): Promise<string[]> =>
    (
      await query<{ named: string }>(
        `select g.type || ':' || g.name as named from group_members m
         join groups g on g.org_id = m.org_id and g.id = m.group_id
         where m.org_id = $1 and m.user_id = $2 order by 1`,
        userId,
      )
    ).map(({ named }) => named)
  /** Where the rows of the directory are, which changes whenever one of them is written. */
  const versionsOfRows = async (): Promise<string[]> =>
    (
      await query<{ row: string }>(`
        select concat_ws(' ', 'user', id, xmin, ctid) as row from users where org_id = $1
        union all select concat_ws(' ', 'provisioned', user_id, xmin, ctid) from provisioned_users where org_id = $1
        union all select concat_ws(' ', 'group', id, xmin, ctid) from groups where org_id = $1
        union all select concat_ws(' ', 'provisioned', group_id, xmin, ctid) from provisioned_groups where org_id = $1
        union all select concat_ws(' ', 'member', group_id, user_id, xmin, ctid) from group_members where org_id = $1
        union all select concat_ws(' ', table_name, revision) from table_revisions where org_id = $1
        order by 1`)
    ).map(({ row }) => row)
  return { orgId, keys, pool, query, storedUser, groupsOf, versionsOfRows, scim: clientOf(service, keys.provisioning) }
}

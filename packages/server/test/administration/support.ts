import type { AdministratorRole, Role } from '@rollcall/contract'
import { type CreatedKey, createKey } from '../../src/directory/keys/key-service.ts'
import type { SignedIn, TestService } from '../../src/testing/test-service.ts'
import { type Answer, JSON_TYPE, send } from '../http/support/send.ts'

/** An organization of its own, without any key, seen by one administrator. */
export interface Office {
  readonly service: TestService
  readonly orgId: string
  readonly person: SignedIn
  readonly get: (path: string) => Promise<Answer>
  readonly call: (method: string, path: string, body?: object) => Promise<Answer>
  readonly createKey: (role?: Role) => Promise<CreatedKey>
}

export const createOffice = async (service: TestService, role: AdministratorRole = 'global-administrator'): Promise<Office> => {
  const { rows } = await service.database.pool.query<{ id: string }>(
    `insert into organizations (id, name) select id, 'Office ' || id from gen_random_uuid() as id returning id`,
  )
  const orgId = rows[0]?.id as string
  const person = await service.signIn(orgId, [role])
  const call = (method: string, path: string, body?: object) =>
    send(service.baseUrl, { method, path, headers: { ...(body ? JSON_TYPE : {}), ...person.headers }, body })
  return {
    ...{ service, orgId, person, call },
    get: (path) => call('GET', path),
    createKey: (role = 'data-warehouse') =>
      createKey(service.database.db, service.sealer, { orgId, name: 'BI', role, auth: ['basic', 'hmac'] }),
  }
}

interface Page<T> {
  items: T[]
  nextCursor: string | null
}

/** All items of a list, page by page. */
export const readAll = async <T>({ get }: Office, path: string, limit: number): Promise<{ items: T[]; pages: number }> => {
  const items: T[] = []
  let cursor: string | null = null
  for (let pages = 1; ; pages++) {
    const query = new URLSearchParams({ limit: `${limit}`, ...(cursor === null ? {} : { cursor }) })
    const answer: Answer = await get(`${path}${path.includes('?') ? '&' : '?'}${query}`)
    if (answer.status !== 200) throw new Error(answer.text)
    const page: Page<T> = answer.json<Page<T>>()
    items.push(...page.items)
    cursor = page.nextCursor
    if (cursor === null) return { items, pages }
  }
}

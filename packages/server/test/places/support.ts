import type { OutgoingHttpHeaders } from 'node:http'
import type { SignedIn, TestService } from '../../src/testing/test-service.ts'
import { type Answer, JSON_TYPE, send } from '../http/support/send.ts'

export type Json = Record<string, unknown>

/** An organization with a workplace administrator, and what the tests ask of it. */
export const setUp = async (service: TestService) => {
  const { id: orgId } = await service.createOrganization()
  const workplaceAdmin = await service.signIn(orgId, ['workplace-administrator'])
  const call = (method: string, path: string, body?: unknown, by: SignedIn = workplaceAdmin): Promise<Answer> => {
    const headers: OutgoingHttpHeaders = { ...(body === undefined ? {} : JSON_TYPE), ...by.headers }
    return send(service.baseUrl, { method, path, body, headers })
  }
  /** The answer to a call that has to succeed. */
  const ask = async <T = Json>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await call(method, path, body)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`)
    return answer.json<T>()
  }
  /** All items of a list, page by page. */
  const all = async (path: string, limit = 1000): Promise<Json[]> => {
    const items: Json[] = []
    let cursor: string | null = null
    do {
      const query = `${path.includes('?') ? '&' : '?'}limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`
      const page: { items: Json[]; nextCursor: string | null } = await ask('GET', path + query)
      items.push(...page.items)
      cursor = page.nextCursor
    } while (cursor)
    return items
  }
  return { orgId, workplaceAdmin, call, ask, all }
}

export type Organization = Awaited<ReturnType<typeof setUp>>

/** A building with a level and a zone of each type. */
export const addBuilding = async ({ ask }: Organization, name = 'Berlin') => {
  const { locationId } = await ask('POST', '/api/locations', { locationName: name, timeZone: 'Europe/Berlin' })
  const { levelId } = await ask('POST', '/api/levels', { levelName: 'Level 1', locationId })
  const zone = async (body: Json) => (await ask('POST', '/api/zones', { levelId, ...body })).zoneId
  return {
    locationId: locationId as string,
    levelId: levelId as string,
    deskZone: (await zone({ zoneName: 'South', zoneType: 'individual' })) as string,
    openZone: (await zone({ zoneName: 'North', zoneType: 'neighborhood', capacity: 10 })) as string,
  }
}

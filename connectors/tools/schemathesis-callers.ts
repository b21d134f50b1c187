import { addDays } from '../singer/windows.ts'
import type { Company } from './company.ts'

type Ids = Readonly<Record<string, readonly string[]>>

/** A caller of the API: what it sends to be recognized, and real ids for its requests. */
export interface Caller {
  readonly name: string
  /** Tables of `schemathesis.toml`. */
  readonly authentication: string
  readonly ids: Ids
  /** @throws Error if the service no longer knows the caller */
  expectAccess(): Promise<void>
}

const SOME = 12

/** Ids of what the company has. The callers themselves are left out, so that they stay. */
const readIds = async ({ administrator, days }: Company, callers: readonly string[]): Promise<Ids> => {
  const first = <T>(items: readonly T[], id: (item: T) => string): string[] => items.slice(0, SOME).map(id)
  const [locations, levels, zones, places, spaces, bays, groups, users] = await Promise.all([
    administrator.listLocations(),
    administrator.listLevels(),
    administrator.listZones(),
    administrator.listPlaces(),
    administrator.listSpaces(),
    administrator.listParkingBays(),
    administrator.listGroups(),
    administrator.listUsers(),
  ])
  return {
    locationId: first(locations.items, (item) => item.locationId),
    levelId: first(levels.items, (item) => item.levelId),
    zoneId: first(zones.items, (item) => item.zoneId),
    placeId: first(places.items, (item) => item.placeId),
    spaceId: first(spaces.items, (item) => item.spaceId),
    bayId: first(bays.items, (item) => item.bayId),
    groupId: first(groups.items, (item) => item.groupId),
    userId: first(
      users.items.filter(({ userId }) => !callers.includes(userId)),
      (item) => item.userId,
    ),
    day: [-1, 1, 2, 3].map((offset) => addDays(days.last, offset + 1)),
  }
}

const openSession = async (
  company: Company,
  role: string | undefined,
): Promise<{ userId: string; cookie: string; csrf: string }> => {
  const { administrator, baseUrl, rollcall } = company
  const users = (await administrator.listUsers({ status: 'active' })).items
  const accounts = new Set((await administrator.listAccounts()).items.map(({ userId }) => userId))
  const person = users.find(({ userId }) => !accounts.has(userId))
  if (!person) throw new Error('The simulated company has no active person without an account.')
  const roles = role ? ['--role', role] : []
  const set = await rollcall('accounts', 'set', '--user', person.userName, ...roles, '--generate-password', '--json')
  const { password } = JSON.parse(set) as { password: string }
  const answer = await fetch(`${baseUrl}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName: person.userName, password }),
  })
  const cookie = /rollcall_session=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '')?.[1]
  const { csrfToken } = (await answer.json()) as { csrfToken: string }
  if (!cookie) throw new Error(`No session was opened: ${answer.status}`)
  return { userId: person.userId, cookie, csrf: csrfToken }
}

const expectStatus200 = async (url: string, headers: Record<string, string>): Promise<void> => {
  const { status } = await fetch(url, { headers })
  if (status !== 200) throw new Error(`The caller lost its access: GET ${url} answered ${status}.`)
}

/** A key of all permissions, an administrator and an employee. */
export const openCallers = async (company: Company): Promise<Caller[]> => {
  const { baseUrl, administratorKey: key } = company
  const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: key.id, client_secret: key.secret })
  const answer = await fetch(`${baseUrl}/v1/auth/token`, { method: 'POST', body: form })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  const sessions = [
    { name: 'an administrator', ...(await openSession(company, 'global-administrator')) },
    { name: 'an employee', ...(await openSession(company, undefined)) },
  ]
  const ids = await readIds(
    company,
    sessions.map(({ userId }) => userId),
  )
  return [
    {
      ids,
      name: 'a key',
      authentication: `[auth.openapi.bearer]\nbearer = "${token}"\n[auth.openapi.basic]\nusername = "${key.id}"\npassword = "${key.secret}"\n`,
      expectAccess: () => expectStatus200(`${baseUrl}/v1/analytics/locations`, { authorization: `Bearer ${token}` }),
    },
    ...sessions.map(({ name, cookie, csrf }) => ({
      ids,
      name,
      authentication: `[auth.openapi.session]\napi_key = "${cookie}"\n[headers]\nX-CSRF-Token = "${csrf}"\n`,
      expectAccess: () => expectStatus200(`${baseUrl}/api/session`, { cookie: `rollcall_session=${cookie}` }),
    })),
  ]
}

import type { GroupRelationship, GroupRelationshipsResult, GroupRow, Problem } from '@rollcall/contract'
import { basic, type TestOrganization, type TestService } from '../../src/testing/test-service.ts'
import { type Answer, send } from '../http/support/send.ts'

export interface Sent {
  method?: 'POST' | 'PUT'
  query?: string
}

/** `A < B` puts the team A below the department B; a bare `A` is a team without parent. */
export const row = (text: string): GroupRelationship => {
  const [group = '', parent] = text.split(' < ')
  const below = parent === undefined ? { parent: null, parentType: null } : { parent, parentType: typeOf(parent) }
  return { group, groupType: typeOf(group), ...below }
}

/** Capitals are departments, everything else is a team, so that chains cross types. */
export const typeOf = (name: string): string => (/^[A-Z]/.test(name) ? 'department' : 'team')

export const submitRaw = (
  { baseUrl }: TestService,
  { keys }: TestOrganization,
  body: unknown,
  { method = 'POST', query = '' }: Sent = {},
): Promise<Answer> =>
  send(baseUrl, {
    method,
    path: `/v1/group-relationships/basic${query}`,
    headers: { ...basic(keys['all-permissions']), 'content-type': 'application/json' },
    body,
  })

export const submit = (
  service: TestService,
  organization: TestOrganization,
  rows: readonly (string | object)[],
  sent: Sent = {},
): Promise<Answer> =>
  submitRaw(
    service,
    organization,
    { groupRelationships: rows.map((each) => (typeof each === 'string' ? row(each) : each)) },
    sent,
  )

/** The counts of an answer that must be a success. */
export const counted = async (answer: Promise<Answer>): Promise<Omit<GroupRelationshipsResult, 'timestamp'>> => {
  const { status, text } = await answer
  if (status !== 200) throw new Error(`${status}: ${text}`)
  const { timestamp: _, ...counts } = JSON.parse(text) as GroupRelationshipsResult
  return counts
}

export const validationErrors = (answer: Answer): string[] =>
  (answer.json<Problem>().errors ?? []).map(({ pointer, message }) => `${pointer} ${message}`)

export const readGroups = async ({ baseUrl }: TestService, { keys }: TestOrganization): Promise<GroupRow[]> => {
  const answer = await send(baseUrl, { path: '/v1/analytics/groups/basic', headers: basic(keys['all-permissions']) })
  return JSON.parse(answer.text)
}

/** The stored links as the warehouse shows them: `A < B`, sorted. */
export const links = (groups: readonly GroupRow[]): string[] =>
  groups.flatMap(({ groupName, parentGroupName }) => (parentGroupName ? [`${groupName} < ${parentGroupName}`] : [])).sort()

export const storedLinks = async (service: TestService, organization: TestOrganization): Promise<string[]> =>
  links(await readGroups(service, organization))

/** Every row with every column, and how often the table has changed. */
export const everything = async ({ database: { pool } }: TestService, orgId: string) => {
  const { rows } = await pool.query('select * from groups where org_id = $1 order by id', [orgId])
  const revision = await pool.query(`select * from table_revisions where org_id = $1 and table_name = 'groups'`, [orgId])
  return { rows, revision: revision.rows }
}

interface GroupSeed {
  name: string
  origin: 'attribute' | 'hierarchy' | 'administrator'
  status?: 'active' | 'inactive'
}

export const addGroup = async (
  { database: { pool } }: TestService,
  orgId: string,
  { name, origin, status = 'active' }: GroupSeed,
): Promise<string> => {
  const { rows } = await pool.query(
    `insert into groups (org_id, id, name, type, origin, status)
     values ($1, gen_random_uuid(), $2, $3, $4, $5) returning id`,
    [orgId, name, typeOf(name), origin, status],
  )
  return rows[0].id
}

export const groupNamed = async (service: TestService, orgId: string, name: string) => {
  const { rows } = await service.database.pool.query('select * from groups where org_id = $1 and name = $2', [orgId, name])
  return rows[0]
}

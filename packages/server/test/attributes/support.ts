import { randomUUID } from 'node:crypto'
import type { UserAttributesResult } from '@rollcall/contract'
import { mapAttribute } from '../../src/directory/attributes/mapping-service.ts'
import { directoryConsequences } from '../../src/planning/consequences/directory-consequences.ts'
import { basic, type TestService } from '../../src/testing/test-service.ts'
import { type Answer, post, send } from '../http/support/send.ts'

type Attributes = Record<string, string | null>

/** An organization with two offices and the users ada and bob, with what the tests do to it and look at. */
export const setUp = async (service: TestService) => {
  const { db, pool } = service.database
  const { id: orgId, keys } = await service.createOrganization()
  const headers = basic(keys['all-permissions'])
  const offices = { Berlin: randomUUID() as string, Madrid: randomUUID() as string }
  for (const [name, id] of Object.entries(offices)) {
    await pool.query(`insert into locations (org_id, id, name, time_zone) values ($1, $2, $3, 'UTC')`, [orgId, id, name])
  }
  const addUser = async (userName: string, attributes: Attributes = {}) => {
    const insert = 'insert into users (org_id, id, user_name, attributes) values ($1, $2, $3, $4)'
    const id = randomUUID() as string
    await pool.query(insert, [orgId, id, userName, JSON.stringify(attributes)])
    return id
  }
  const ids = { ada: await addUser('ada'), bob: await addUser('bob') }

  const submitBody = (body: unknown): Promise<Answer> => post(service.baseUrl, '/v1/user-attributes/basic', body, headers)
  /** Submits and gives `code message` of each result. */
  const submit = async (...items: [userName: string, attributes: Attributes][]): Promise<string[]> => {
    const answer = await submitBody({ userAttributes: items.map(([userName, attributes]) => ({ userName, attributes })) })
    if (answer.status !== 200) throw new Error(answer.text)
    return answer.json<{ results: UserAttributesResult[] }>().results.map((result) => `${result.resultCode} ${result.message}`)
  }
  const attributesOf = async (userName: string): Promise<Record<string, string> | undefined> => {
    const found = await pool.query('select attributes from users where org_id = $1 and user_name = $2', [orgId, userName])
    return found.rows[0]?.attributes
  }
  /** Groups as `type:name`, in order of the alphabet. */
  const groupsOf = async (userName: string): Promise<string[]> => {
    const { rows } = await pool.query(
      `select g.type || ':' || g.name as named from group_members m
       join groups g on g.org_id = m.org_id and g.id = m.group_id
       join users u on u.org_id = m.org_id and u.id = m.user_id
       where m.org_id = $1 and u.user_name = $2 order by g.type, g.name`,
      [orgId, userName],
    )
    return rows.map(({ named }) => named)
  }
  /** A group of an administrator, with members whom the administrator chose. */
  const addGroup = async (type: string, name: string, members: string[] = []): Promise<string> => {
    const id = randomUUID()
    const insert = `insert into groups (org_id, id, type, name, origin) values ($1, $2, $3, $4, 'administrator')`
    await pool.query(insert, [orgId, id, type, name])
    for (const member of members) {
      await pool.query('insert into group_members (org_id, group_id, user_id) values ($1, $2, $3)', [orgId, id, member])
    }
    return id
  }
  const map = (attribute: string, meaning: { groupType?: string; isPrimaryGroup?: boolean; isPrimaryLocation?: boolean }) =>
    mapAttribute(db, directoryConsequences, orgId, {
      groupType: null,
      isPrimaryGroup: false,
      isPrimaryLocation: false,
      ...{ attribute },
      ...meaning,
    })
  const dataset = async (name: string): Promise<Record<string, unknown>[]> =>
    (await send(service.baseUrl, { path: `/v1/analytics/${name}/basic`, headers })).json()
  /** A user as the dataset shows it. */
  const shown = async (userName: string) => (await dataset('users')).find((user) => user.userName === userName)
  /** Everything of the organization that a submission could change, with times and revisions. */
  const everything = async (): Promise<unknown> => {
    const tables = ['users', 'groups', 'group_members', 'table_revisions', 'attribute_mappings']
    const read = tables.map(async (table) => {
      const { rows } = await pool.query(`select to_jsonb(t) as row from ${table} t where org_id = $1 order by 1`, [orgId])
      return [table, rows.map(({ row }) => row)]
    })
    return Object.fromEntries(await Promise.all(read))
  }
  return {
    orgId,
    keys,
    db,
    ids,
    offices,
    addUser,
    addGroup,
    submitBody,
    submit,
    attributesOf,
    groupsOf,
    map,
    dataset,
    shown,
    everything,
  }
}

export type Organization = Awaited<ReturnType<typeof setUp>>

/** Attributes a1, a2, … */
export const many = (count: number, prefix = 'a'): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index + 1}`, 'x']))

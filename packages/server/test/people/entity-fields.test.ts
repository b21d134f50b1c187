import { type Fields, LOCATION_FIELDS, snakeCase, USER_FIELDS } from '@rollcall/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { STREAMS } from '../../../../connectors/streams.ts'
import { DIRECTORY } from '../../../loader/src/datasets/datasets.ts'
import type { CreatedKey } from '../../src/directory/keys/key-service.ts'
import { shareTestService } from '../../src/testing/shared-service.ts'
import { basic, type TestService } from '../../src/testing/test-service.ts'
import { createOffice, type Office } from '../administration/support.ts'
import { send } from '../http/support/send.ts'

type Row = Record<string, unknown>

/** An entity with a table of fields, and where it is found. */
interface Entity {
  /** The name in the database, the import file and the loader, and the last part of the paths. */
  readonly table: 'users' | 'locations'
  readonly fields: Fields
  readonly idField: string
  readonly create: (name: string) => Row
  readonly file: (name: string) => Row
}

const ENTITIES: readonly Entity[] = [
  {
    ...{ table: 'users', fields: USER_FIELDS, idField: 'userId' },
    create: (userName) => ({ userName }),
    file: (userName) => ({ userName }),
  },
  {
    ...{ table: 'locations', fields: LOCATION_FIELDS, idField: 'locationId' },
    create: (locationName) => ({ locationName, timeZone: 'UTC' }),
    file: (name) => ({ name, timeZone: 'UTC' }),
  },
]

const CASES = ENTITIES.flatMap((entity) =>
  Object.entries(entity.fields).map(([name, field]) => ({ ...entity, name, field, column: snakeCase(name) })),
)

let service: TestService
let office: Office
let key: CreatedKey
beforeAll(async () => {
  service = await shareTestService()
  office = await createOffice(service)
  key = await office.createKey()
})
afterAll(() => service?.[Symbol.asyncDispose]())

const ask = async (method: string, path: string, body?: object): Promise<Row> => {
  const answer = await office.call(method, path, body)
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.json<Row>()
}

const datasetRow = async (table: string, idField: string, id: unknown): Promise<Row | undefined> => {
  const answer = await send(service.baseUrl, { path: `/v1/analytics/${table}/basic`, headers: basic(key) })
  return answer.json<Row[]>().find((row) => row[idField] === id)
}

const MODEL = 'packages/server/src/platform/db/model/tables'

describe.each(CASES)('$table, $name:', ({ table, idField, create, file, name, field, column }) => {
  const path = `/api/${table}`
  const made = async (fields: Row = {}) => {
    const { [idField]: id } = await ask('POST', path, { ...create(`${name} ${crypto.randomUUID()}`), ...fields })
    return { id, path: `${path}/${id}` }
  }

  test('has a column', async () => {
    const { rows } = await service.database.pool.query(
      'select data_type from information_schema.columns where table_name = $1 and column_name = $2',
      [table, column],
    )
    expect(rows, `add ${column} to ${MODEL}/${table}.sql`).toEqual([{ data_type: 'text' }])
  })

  test('is given by requests, shown, and cleared by null and by the empty text', async () => {
    const entity = await made({ [name]: field.example })
    expect(await ask('GET', entity.path)).toMatchObject({ [name]: field.example })
    expect(await ask('PATCH', entity.path, { [name]: null })).toMatchObject({ [name]: null })
    expect(await ask('PATCH', entity.path, { [name]: field.example })).toMatchObject({ [name]: field.example })
    expect(await ask('PATCH', entity.path, { [name]: '' })).toMatchObject({ [name]: null })
    expect((await office.call('PATCH', entity.path, { [name]: 'x'.repeat(field.maxLength + 1) })).status).toBe(400)
  })

  test('is imported, where it says so', async () => {
    const named = crypto.randomUUID()
    const imported = async (fields: Row) => {
      await ask('POST', '/api/imports?dryRun=false', { [table]: [{ ...file(named), ...fields }] })
      const { rows } = await service.database.pool.query(
        `select to_jsonb(t) ->> $2 as value from ${table} t where org_id = $1 and $3 in (t.${table === 'users' ? 'user_name' : 'name'})`,
        [office.orgId, column, named],
      )
      return rows[0]?.value
    }
    expect(await imported({ [name]: field.example })).toBe(field.isImported ? field.example : null)
    expect(await imported({})).toBe(field.isImported ? field.example : null)
    expect(await imported({ [name]: null })).toBeNull()
  })

  test('is in the dataset and in what copies and connectors take of it, where it says so', async () => {
    const { id } = await made({ [name]: field.example })
    expect((await datasetRow(table, idField, id))?.[name]).toBe(field.isPublished ? field.example : undefined)
    const columns = DIRECTORY.find((dataset) => dataset.table === table)?.columns.map((each) => each.name)
    expect(columns?.includes(column)).toBe(field.isPublished)
    expect(name in (STREAMS.find((stream) => stream.name === table)?.fields ?? {})).toBe(field.isPublished)
  })
})

test.each(CASES.filter(({ table }) => table === 'users'))(
  '$name of a user is shown to the person, and gone for good with them if it is personal',
  async ({ name, field, column }) => {
    const { userId: id } = await ask('POST', '/api/users', { userName: crypto.randomUUID(), [name]: field.example })
    const user = `/api/users/${id}`
    const { tables } = (await ask('GET', `${user}/personal-data`)) as { tables: { users: Row[] } }
    expect(tables.users).toMatchObject([{ [column]: field.example }])
    const { userName } = await ask('GET', user)
    await ask('POST', `${user}/erasure`, { reason: 'Asked for', confirm: userName })
    expect(await ask('GET', user)).toMatchObject({ [name]: field.isPersonal ? null : field.example })
    if (!field.isPersonal) return
    const change = service.database.pool.query(`update users set ${column} = 'x' where id = $1`, [id])
    const refusal = await change.then(() => 'none', String)
    expect(refusal, `name ${column} in the trigger t10_complete of ${MODEL}/users.sql`).toContain('was erased')
  },
)

import { afterAll, beforeAll, expect, it } from 'vitest'
import { setUpCode } from '../../src/directory/accounts/set-up.ts'
import { saveCell } from '../../src/gate/cells/cell-list.ts'
import type { TestDatabase } from '../../src/testing/test-database.ts'
import { PASSWORD, type SignedIn, startTestService, type TestService } from '../../src/testing/test-service.ts'
import { until } from '../http/support/credentials.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { post, send } from '../http/support/send.ts'

let service: TestService
let control: TestDatabase
let administrator: SignedIn
beforeAll(async () => {
  service = await startTestService({ nightly: false }, undefined, ['two'])
  control = service.cells.get('main') as TestDatabase
  await service.createOrganization('In main', 'main')
  const { id } = await service.createOrganization('In two', 'two')
  administrator = await service.signIn(id, ['global-administrator'])
})
afterAll(() => service?.[Symbol.asyncDispose]())

const JSON_TYPE = { 'content-type': 'application/json' }

const change = (body: object) =>
  send(service.baseUrl, { method: 'PATCH', path: '/api/settings', headers: { ...administrator.headers, ...JSON_TYPE }, body })
const rename = (organizationName: string) => change({ organizationName })

it('an organization does not get the name of one in another cell', async () => {
  expectProblem(await rename('In main'), 'name_taken')
  expect((await rename('Another name')).json()).toMatchObject({ organizationName: 'Another name' })
})

it('an organization that is set up does not get the name of one in another cell either', async () => {
  const { id } = await service.createOrganization('To be set up', 'two')
  const setUp = (organizationName: string) =>
    post(service.baseUrl, '/api/set-up', {
      code: setUpCode(service.sealer, id),
      ...{ userName: 'ada@example.com', password: PASSWORD, organizationName },
    })
  expectProblem(await setUp('In main'), 'name_taken')
  expect((await setUp('Set up')).status).toBe(201)
})

it('the name of a copy that an organization left behind is free', async () => {
  await control.pool.query(`insert into organizations (id, name, placement) values (gen_random_uuid(), 'Left behind', 'gone')`)
  expect((await rename('Left behind')).status).toBe(200)
})

it('two organizations in different cells that want a name at once do not both get it', async () => {
  const names = ['First', 'Second', 'Third', 'Fourth', 'Fifth']
  const others = await Promise.all(names.map((name) => service.createOrganization(name, 'two')))
  const callers = await Promise.all(others.map(({ id }) => service.signIn(id, ['global-administrator'])))
  const answers = await Promise.all(
    callers.map(({ headers }) =>
      send(service.baseUrl, {
        method: 'PATCH',
        path: '/api/settings',
        headers: { ...headers, ...JSON_TYPE },
        body: { organizationName: 'Wanted' },
      }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
})

it('while a cell is away no organization is renamed, and settings may be changed', async () => {
  const away = { name: 'away', url: 'postgres://rollcall@127.0.0.1:1/away', replicaUrl: undefined }
  await control.db.transaction().execute((trx) => saveCell(trx, service.sealer, away))
  const cells = async () => (await send(service.baseUrl, { path: '/readyz' })).json<{ cells: unknown[] }>().cells.length
  await until(async () => (await cells()) === 3)
  expectProblem(await rename('Yet another'), 'unavailable')
  const { organizationName } = (await send(service.baseUrl, { path: '/api/settings', headers: administrator.headers })).json<{
    organizationName: string
  }>()
  expect((await change({ organizationName, autoRelease: true })).status).toBe(200)
})

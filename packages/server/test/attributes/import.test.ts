import { afterAll, beforeAll, expect, it } from 'vitest'
import { importDirectory } from '../../src/operations/imports/import-service.ts'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { TestService } from '../../src/testing/test-service.ts'
import { setUp } from './support.ts'

let service: TestService

beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service?.[Symbol.asyncDispose]())

it('an import gives the attributes that it sets their effect, and keeps what attributes gave', async () => {
  const { orgId, map, submit, groupsOf } = await setUp(service)
  await map('department', { groupType: 'department' })
  await submit(['bob', { department: 'Sales' }])
  const users = [
    { userName: 'ada', attributes: { department: 'Engineering' } },
    { userName: 'bob', groups: [] },
  ]
  await importDirectory(service.database.db, orgId, { users })
  expect([await groupsOf('ada'), await groupsOf('bob')]).toEqual([['department:Engineering'], ['department:Sales']])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient, type RollcallClient } from '../../../client/src/index.ts'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { TestService } from '../../src/testing/test-service.ts'
import { addUser } from '../ingest/support.ts'

let service: TestService
let client: RollcallClient
let orgId: string

beforeAll(async () => {
  service = await shareTestService()
  const { id, keys } = await service.createOrganization()
  orgId = id
  client = createClient({ baseUrl: service.baseUrl, key: keys['data-warehouse'] })
  for (let count = 0; count < 3; count += 1) await addUser(service, id)
})
afterAll(() => service[Symbol.asyncDispose]())

const sizeOf = async (bytes: AsyncIterable<Uint8Array>) => {
  let size = 0
  for await (const piece of bytes) size += piece.length
  return size
}

test.each([
  ['json', 'application/json; charset=utf-8'],
  ['ndjson', 'application/x-ndjson; charset=utf-8'],
  ['csv', 'text/csv; charset=utf-8'],
  ['parquet', 'application/vnd.apache.parquet'],
] as const)('%s comes as asked for, and is not sent again until something has changed', async (format, type) => {
  const first = await client.open('readUsers', {}, { format })
  expect(first).toMatchObject({ notModified: false, contentType: type, etag: expect.any(String) })
  expect(await sizeOf(first.bytes)).toBeGreaterThan(0)
  const again = await client.open('readUsers', {}, { format, ifNoneMatch: first.etag })
  expect(again).toMatchObject({ notModified: true, etag: first.etag })
  expect(await sizeOf(again.bytes)).toBe(0)
  await addUser(service, orgId)
  const changed = await client.open('readUsers', {}, { format, ifNoneMatch: first.etag })
  expect(changed.notModified).toBe(false)
  await changed.bytes.return()
})

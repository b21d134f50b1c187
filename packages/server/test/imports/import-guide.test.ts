import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { importDirectory } from '../../src/operations/imports/import-service.ts'
import { createTestDatabase } from '../../src/testing/test-database.ts'
import { newOrganization } from './import-factory.ts'

test("the guide's example can be imported, and again without a change", async () => {
  await using database = await createTestDatabase()
  const guide = await readFile(new URL('../../../../docs/operators/import.md', import.meta.url), 'utf8')
  const [, example] = guide.match(/```json\n(.*?)\n```/s) ?? []
  const file: unknown = JSON.parse(example ?? '')
  const orgId = await newOrganization(database.db)
  const { changes } = await importDirectory(database.db, orgId, file)
  for (const [kind, { created }] of Object.entries(changes)) expect(created, kind).toBeGreaterThan(0)
  const again = await importDirectory(database.db, orgId, file)
  for (const [kind, { created, updated }] of Object.entries(again.changes)) expect(created + updated, kind).toBe(0)
})

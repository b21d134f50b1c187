import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../../../..')
const MAX_LINES = 200
const FOLDERS = ['{bench,packages/*}/src/**/*.{ts,tsx}', '{connectors,scripts}/**/*.ts']

/** Hand-written sources that may be longer. Each is one table, or one procedure that is read in one go. */
const LONGER: Readonly<Record<string, string>> = {
  'connectors/singer/sync.ts': 'the tap, from its bookmark to the last row',
  'packages/contract/src/api/entity.ts': 'the operations that all entities have',
  'packages/contract/src/api/user-days.ts': 'a day of a user, with everything that shows on it',
  'packages/contract/src/endpoints.ts': 'the table of endpoints',
  'packages/contract/src/errors.ts': 'the table of errors',
  'packages/contract/src/imports/import-file.ts': 'the schema of the import file',
  'packages/server/src/operations/imports/save-entities.ts': 'the statements that save each kind of entity of an import',
  'packages/server/src/operations/quarantine/quarantine-service.ts': 'listing, replaying and removing refused events',
  'packages/server/src/planning/horizon/horizon-store.ts': 'what a horizon run reads and writes',
  'packages/server/src/start-cell.ts': 'the composition root of a cell, which knows all its parts',
  'packages/web/src/pages/admin/audit/field-words.ts': 'the table of words of fields',
}

const GENERATED = 'packages/server/src/platform/db/schema.ts'
const SKIPPED = new Set(['node_modules', 'dist'])

const sources = globSync(FOLDERS, { cwd: ROOT, exclude: (path) => SKIPPED.has(path) || path.endsWith('node_modules') })
  .filter((path) => path !== GENERATED && !path.endsWith('.test.ts'))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))

it('sources have at most 200 lines, but for those that are listed with a reason', () => {
  expect(sources.length).toBeGreaterThan(1000)
  const longer = sources.filter(({ text }) => text.trimEnd().split('\n').length > MAX_LINES).map(({ path }) => path)
  expect(longer.toSorted()).toEqual(Object.keys(LONGER).toSorted())
})

it('SQL is in lower case', () => {
  const sql = globSync('packages/server/src/**/*.sql', { cwd: ROOT }).map((path) => ({
    path,
    text: readFileSync(join(ROOT, path), 'utf8'),
  }))
  expect(sql.length).toBeGreaterThan(50)
  const shouted = /\b(SELECT|INSERT INTO|UPDATE \w+ SET|DELETE FROM|CREATE TABLE|ALTER TABLE|ORDER BY|GROUP BY|LEFT JOIN)\b/
  expect([...sources, ...sql].filter(({ text }) => shouted.test(text)).map(({ path }) => path)).toEqual([])
})

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../server/src/testing/test-database.ts'
import { run, temporaryFolder } from '../support.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let database: TestDatabase
let env: Record<string, string>

beforeAll(async () => {
  folder = await temporaryFolder()
  database = await createTestDatabase()
  env = { ROLLCALL_DATA_DIR: folder.path, DATABASE_URL: database.url }
  expect((await run(['org', 'create', 'Acme'], env)).code).toBe(0)
  expect((await run(['keys', 'create', '--role', 'data-warehouse', '--auth', 'hmac', '--name', 'key'], env)).code).toBe(0)
})
afterAll(async () => {
  await database?.[Symbol.asyncDispose]()
  await folder?.[Symbol.asyncDispose]()
})

interface Finding {
  level: string
  check: string
  found: string
  remedy?: string
}

test('doctor prints a line with advice for each check, and exits with 1 if one fails', async () => {
  const { code, stdout, stderr } = await run(['doctor'], { ...env, ROLLCALL_PORT: '1', PORT: 'x' })
  expect([code, stderr]).toEqual([1, ''])
  expect(stdout).toMatch(/^fail {2}configuration {5}PORT=x is not a whole number from 0 to 65535\.\n +→ Fix PORT;/)
  expect(stdout).toMatch(/^warn {2}configuration {5}ROLLCALL_PORT is set, and there is no such setting\.$/m)
  expect(stdout).toMatch(/^ok {4}migrations /m)
  expect(stdout).toMatch(/\d+ ok, \d+ to look at, \d+ failed\.\n$/)
})

test('doctor prints the same as JSON, and exits with 0 if no check fails', async () => {
  // In a folder that no service has used yet.
  const { code, stdout } = await run(['doctor', '--json'], { ROLLCALL_DATA_DIR: join(folder.path, 'none') })
  const findings = JSON.parse(stdout) as Finding[]
  expect(code).toBe(0)
  for (const { level, remedy } of findings) expect(remedy !== undefined).toBe(level !== 'ok')
  expect(findings).toContainEqual(expect.objectContaining({ level: 'warn', check: 'data-folder' }))
})

test('one command each rotates the sealing and signing keys, even while no service runs', async () => {
  const file = join(folder.path, 'secret.key')
  const before = await readFile(file, 'utf8')
  const signing = await run(['rotate-signing-key', '--end-tokens'], env)
  expect([signing.code, signing.stdout]).toEqual([0, expect.stringContaining('All issued tokens are invalid.')])
  const sealing = await run(['rotate-sealing-key', '--json'], env)
  expect(JSON.parse(sealing.stdout)).toEqual({
    resealed: 2,
    fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/),
    keysIn: 'file',
  })
  expect(await readFile(file, 'utf8')).not.toBe(before)
  expect((await run(['keys', 'list'], env)).code).toBe(0)
})

test('a sealing key in the environment requires a next one, and the message says how to set it', async () => {
  const key = (await readFile(join(folder.path, 'secret.key'), 'utf8')).trim()
  const alone = await run(['rotate-sealing-key'], { ...env, ROLLCALL_SECRET_KEY: key })
  expect([alone.code, alone.stderr]).toEqual([1, expect.stringContaining('ROLLCALL_SECRET_KEY=OLD,NEW')])
  const both = await run(['rotate-sealing-key'], { ...env, ROLLCALL_SECRET_KEY: `${key},${'cd'.repeat(32)}` })
  expect([both.code, both.stdout]).toEqual([0, expect.stringContaining('Remove the old key from ROLLCALL_SECRET_KEY')])
})

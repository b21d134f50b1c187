import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../src/testing/test-service.ts'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const BUILD = join(ROOT, 'scripts/build-package.ts')
const TSC = join(ROOT, 'node_modules/.bin/tsc')
const run = promisify(execFile)

let service: TestService
/** Somebody's project, far from this repository, with the packages installed. */
let project: string

/** Builds a package, packs it as it would be published, and unpacks it as npm would install it. */
const install = async (name: string) => {
  const built = join(project, 'built', name)
  await run(process.execPath, [BUILD, built], { cwd: join(ROOT, 'packages', name) })
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', project, built])
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }]
  const installed = join(project, 'node_modules/@rollcall', name)
  await mkdir(installed, { recursive: true })
  await run('tar', ['-xzf', join(project, filename), '-C', installed, '--strip-components=1'])
  return installed
}

beforeAll(async () => {
  service = await startTestService()
  project = await mkdtemp(join(tmpdir(), 'rollcall-project-'))
  await install('contract')
  await install('client')
  const typebox = dirname(fileURLToPath(import.meta.resolve('typebox')))
  await cp(dirname(typebox), join(project, 'node_modules/typebox'), { recursive: true })
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await rm(project, { recursive: true, force: true })
})

const FIRST_CALLS = `
import { createClient, createEventSender, RollcallError } from '@rollcall/client'
const [baseUrl, id, secret, auth] = process.argv.slice(2)
const client = createClient({ baseUrl, key: { id, secret }, auth })
const locations = []
for await (const row of client.readLocations()) locations.push(row)
const { bytes, contentType } = await client.open('readUsers', {}, { format: 'csv' })
let size = 0
for await (const piece of bytes) size += piece.length
const results = []
const sender = createEventSender(client, { kind: 'presence', sourceId: 'badges', onResult: (_, { resultCode }) => results.push(resultCode) })
await sender.send({ timestamp: new Date().toISOString(), locationId: 'nowhere', locationType: 'location', eventId: '1', userId: 'nobody' })
await sender.close()
const refused = await client.readChanges({ cursor: 'none' }).catch((error) => error instanceof RollcallError && error.code)
console.log(JSON.stringify({ locations, contentType: contentType.split(';')[0], hasBytes: size > 0, results, refused }))
`

test.each(['hmac', 'client-credentials', 'basic'])(
  'what is packed makes its first calls from plain JavaScript: %s',
  async (auth) => {
    const { keys } = await service.createOrganization()
    const { id, secret } = keys['all-permissions']
    await writeFile(join(project, 'first.mjs'), FIRST_CALLS)
    const { stdout } = await run(process.execPath, ['first.mjs', service.baseUrl, id, secret, auth], { cwd: project })
    expect(JSON.parse(stdout)).toEqual({
      locations: [],
      contentType: 'text/csv',
      hasBytes: true,
      results: [1],
      refused: 'invalid_parameter',
    })
  },
)

const CONSUMER = `
import { createClient, createEventSender, RollcallError, type EventSender } from '@rollcall/client'
import type { PresenceEvent } from '@rollcall/contract'
const client = createClient({ baseUrl: 'http://127.0.0.1:4600', key: { id: 'i', secret: 's' } })
export const names = async (): Promise<string[]> => {
  const found: string[] = []
  for await (const { userName, status } of client.readUsers()) if (status === 'active') found.push(userName)
  return found
}
export const sender: EventSender<PresenceEvent> = createEventSender(client, { kind: 'presence', sourceId: 's' })
export const isGone = (error: unknown): boolean => error instanceof RollcallError && error.status === 404
// @ts-expect-error: both days are required
client.readAttendance({ startDate: '2026-01-01' })
// @ts-expect-error: no such place
sender.send({ timestamp: '', locationId: '', locationType: 'desk', eventId: '' })
`

test.each([['nodenext'], ['bundler']])(
  'its types hold in a project without Node and without our settings: %s',
  async (resolution) => {
    const compilerOptions = {
      ...{ strict: true, noEmit: true, target: 'es2022', lib: ['es2023', 'dom'], types: [] },
      ...{ module: resolution === 'bundler' ? 'esnext' : 'nodenext', moduleResolution: resolution },
    }
    await writeFile(join(project, 'package.json'), JSON.stringify({ type: 'module' }))
    await writeFile(join(project, 'consumer.ts'), CONSUMER)
    await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['consumer.ts'] }))
    const { stdout } = await run(TSC, ['-p', project]).catch((error: { stdout: string }) => error)
    expect(stdout).toBe('')
  },
)

test('nothing but code, types and the manifest is packed, and nothing in it is of Node alone', async () => {
  for (const name of ['client', 'contract']) {
    const installed = join(project, 'node_modules/@rollcall', name)
    const files = (await readdir(installed, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
    for (const file of files) {
      expect(file.name).toMatch(/^package\.json$|\.js$|\.d\.ts$/)
      expect(file.name).not.toMatch(/\.test\./)
      expect(await readFile(join(file.parentPath, file.name), 'utf8')).not.toMatch(/from 'node:|\bBuffer\b|\bprocess\./)
    }
    expect(files.length).toBeGreaterThan(20)
  }
})

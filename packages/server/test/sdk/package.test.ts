import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, glob, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { TestService } from '../../src/testing/test-service.ts'
import { addBuilding } from '../ingest/support.ts'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const PACK = join(ROOT, 'scripts/pack.ts')
const TSC = join(ROOT, 'node_modules/.bin/tsc')
const run = promisify(execFile)

let service: TestService
/** A user's project outside this repository, with the packages installed. */
let project: string

/** Packs as it is published, and unpacks as npm installs. */
const pack = (out: string, ...names: string[]) => run(process.execPath, [PACK, ...names, '--out', out])

const install = async (name: string) => {
  const installed = join(project, 'node_modules/@rollcall', name)
  await mkdir(installed, { recursive: true })
  const [tarball = ''] = await Array.fromAsync(glob(`packed/rollcall-${name}-*.tgz`, { cwd: project }))
  await run('tar', ['-xzf', join(project, tarball), '-C', installed, '--strip-components=1'])
}

beforeAll(async () => {
  service = await shareTestService()
  project = await mkdtemp(join(tmpdir(), 'rollcall-project-'))
  const packed = join(project, 'packed')
  await mkdir(packed)
  // An earlier run left a tarball and its checksum; the other file belongs to another program.
  await writeFile(join(packed, 'SHA256SUMS'), `${'0'.repeat(64)}  rollcall-contract-0.0.1.tgz\n`)
  for (const name of ['rollcall-contract-0.0.1.tgz', 'precious.tgz']) await writeFile(join(packed, name), '')
  await pack(packed, 'contract', 'client')
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

test.each(['client', 'contract'])('the example of the readme runs as it stands, in the packed package: %s', async (name) => {
  const readme = await readFile(join(project, 'node_modules/@rollcall', name, 'README.md'), 'utf8')
  const [, example = ''] = /^```js\n(.*?)^```$/ms.exec(readme) ?? []
  const organization = await service.createOrganization()
  await addBuilding(service, organization.id, 'Europe/Berlin')
  const { id, secret } = organization.keys['all-permissions']
  await writeFile(join(project, 'example.mjs'), example)
  const env = { ...process.env, ROLLCALL_URL: service.baseUrl, KEY_ID: id, KEY_SECRET: secret }
  const { stdout, stderr } = await run(process.execPath, ['example.mjs'], { cwd: project, env })
  expect(stderr).toBe('')
  expect(stdout).toMatch(
    { client: /^Building \S+ Europe\/Berlin\n$/, contract: /^POST \/v1\/presence .*\ntrue\n$/s }[name] as RegExp,
  )
})

test('what an earlier run packed is replaced, and other files stay', async () => {
  const out = join(project, 'packed')
  const names = (await readdir(out)).toSorted()
  const tarballs = names.filter((name) => name.startsWith('rollcall-'))
  expect(names).toEqual(['SHA256SUMS', 'precious.tgz', ...tarballs])
  expect(tarballs).toEqual([expect.stringMatching(/^rollcall-client-/), expect.stringMatching(/^rollcall-contract-/)])
  const sums = tarballs.map(async (name) => {
    const digest = createHash('sha256').update(await readFile(join(out, name)))
    return `${digest.digest('hex')}  ${name}\n`
  })
  expect((await readFile(join(out, 'SHA256SUMS'), 'utf8')).split(/^/m).toSorted()).toEqual((await Promise.all(sums)).toSorted())
})

test('an unknown package is refused with the known ones', async () => {
  await expect(pack(join(project, 'nothing'), 'bench')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('"bench" is not a package that is published: contract, client,'),
  })
})

test('npm does not pack a workspace itself, and names the command that does', async () => {
  const refused = run('npm', ['pack', '--pack-destination', project], { cwd: join(ROOT, 'packages/client') })
  await expect(refused).rejects.toMatchObject({ stderr: expect.stringContaining('npm run pack') })
})

test('only code, types, source maps, manifest, readme and license are packed, and no code needs Node', async () => {
  for (const name of ['client', 'contract']) {
    const installed = join(project, 'node_modules/@rollcall', name)
    const files = (await readdir(installed, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
    expect(files.map((file) => file.name)).toEqual(expect.arrayContaining(['LICENSE', 'README.md']))
    for (const file of files.filter(({ name }) => !['LICENSE', 'README.md'].includes(name))) {
      const content = await readFile(join(file.parentPath, file.name), 'utf8')
      expect(file.name).toMatch(/^package\.json$|\.js$|\.js\.map$|\.d\.ts$/)
      expect(file.name).not.toMatch(/\.test\./)
      if (file.name.endsWith('.map')) expect(JSON.parse(content)).toMatchObject({ sourcesContent: [expect.any(String)] })
      else expect(content).not.toMatch(/from 'node:|\bBuffer\b|\bprocess\./)
    }
    expect(files.length).toBeGreaterThan(20)
  }
})

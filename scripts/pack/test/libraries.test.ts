import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it, test } from 'vitest'
import { findChromium, launchChromium } from '../../../packages/web/test/support/chromium.ts'
import { type Running, start } from './running.ts'
import { attempt, environmentOf, installNode, installTool, NODES, OLDEST_FOR_LIBRARIES, ROOT } from './tools.ts'

const { folder } = inject('whole')
const LIBRARIES = ['@rollcall/contract', '@rollcall/client', '@rollcall/loader']

let demo: Running
let url: string
let key: { id: string; secret: string }
let from: string

beforeAll(async () => {
  const data = await mkdtemp(join(folder, 'libraries-'))
  const env = environmentOf(await installNode('24.21.0'), { ROLLCALL_DATA_DIR: data, PORT: '0' })
  demo = start('npx', ['rollcall', 'demo', '--employees', '20', '--days', '5'], folder, env)
  url = (await demo.until(/demo is ready at (http:\S+)[\s\S]*Stop with Ctrl\+C/))[1] as string
  const [, id = '', secret = ''] = /data-warehouse +([^:]+):(\S+)/.exec(demo.output()) ?? []
  key = { id, secret }
  from = /--from (\S+)/.exec(demo.output())?.[1] as string
})
afterAll(() => demo[Symbol.asyncDispose]())

/** Runs a module in the folder where the packages are installed. */
const runModule = async (node: string, name: string, source: string, ...args: string[]) => {
  await writeFile(join(folder, name), source)
  return attempt(await installNode(node), [name, url, key.id, key.secret, ...args], { cwd: folder, env: environmentOf(node) })
}

const CLIENT = `
import { createClient, createEventSender, RollcallError } from '@rollcall/client'
import { ENDPOINTS } from '@rollcall/contract'
const [, , baseUrl, id, secret] = process.argv
const client = createClient({ baseUrl, key: { id, secret } })
let rows = 0
for await (const { locationId } of client.readLocations()) rows += typeof locationId === 'string' ? 1 : 0
const refused = await client.readChanges({ cursor: 'none' }).catch((error) => error instanceof RollcallError && error.code)
console.log(JSON.stringify({ rows, refused, sends: typeof createEventSender, path: ENDPOINTS.submitPresence.path }))
`

test.each([OLDEST_FOR_LIBRARIES, ...NODES])('the client reads rows on Node %s', async (node) => {
  const { status, stdout, stderr } = await runModule(node, 'client.mjs', CLIENT)
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(JSON.parse(stdout)).toEqual({ rows: 6, refused: 'invalid_parameter', sends: 'function', path: '/v1/presence' })
})

const LOADER = `
import { createClient } from '@rollcall/client'
import { backfill, openDestination, verify } from '@rollcall/loader'
const [, , baseUrl, id, secret, from, into] = process.argv
const client = createClient({ baseUrl, key: { id, secret } })
const destination = await openDestination(into)
const { datasets } = await backfill({ client, destination, from })
const { differences } = await verify({ client, destination })
const written = datasets.filter(({ rowsWritten }) => rowsWritten > 0).map(({ name }) => name)
console.log(JSON.stringify({ written, differences }))
await destination[Symbol.asyncDispose]()
`

test.each(NODES)('the loader copies the warehouse into DuckDB on Node %s, without a difference', async (node) => {
  const { status, stdout, stderr } = await runModule(node, 'loader.mjs', LOADER, from, `library-${node}.duckdb`)
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(JSON.parse(stdout)).toEqual({
    written: expect.arrayContaining(['users', 'user-booking-attendance', 'presence']),
    differences: [],
  })
})

test('the client is bundled for browsers without anything of Node, and reads rows in one', async () => {
  await writeFile(join(folder, 'browser.mjs'), `export { createClient } from '@rollcall/client'\n`)
  const vite = join(ROOT, 'node_modules/vite/dist/node/index.js')
  const { build } = (await import(vite)) as { build: (options: object) => Promise<unknown> }
  const output = await build({
    root: folder,
    logLevel: 'silent',
    build: { write: false, minify: true, lib: { entry: 'browser.mjs', formats: ['iife'], name: 'rollcall' } },
  })
  const [
    {
      output: [chunk],
    },
  ] = output as unknown as [{ output: [{ code: string; imports: string[] }] }]
  console.log(`the client bundled and minified for browsers: ${Math.ceil(chunk.code.length / 1000)} kB`)
  expect(chunk.imports).toEqual([])
  const browser = await launchChromium(await findChromium())
  try {
    const page = await browser.newPage()
    await page.goto(url)
    const rows = await page.evaluate(
      async ({ code, origin, id, secret }) => {
        const { createClient } = new Function(`${code}; return rollcall`)()
        const client = createClient({ baseUrl: origin, key: { id, secret }, auth: 'basic' })
        let count = 0
        for await (const _ of client.readLocations()) count++
        return count
      },
      { code: chunk.code, origin: url, ...key },
    )
    expect(rows).toBe(6)
  } finally {
    await browser.close()
  }
})

describe.each(LIBRARIES)('%s', (name) => {
  it.each(['nodenext', 'bundler'])('has types that hold in a project of its own: %s', async (resolution) => {
    const project = await mkdtemp(join(folder, 'types-'))
    // The loader is for Node, so its users have the types of Node.
    const types =
      name === '@rollcall/loader' ? { types: ['node'], typeRoots: [join(ROOT, 'node_modules/@types')] } : { types: [] }
    const compilerOptions = {
      ...{ strict: true, noEmit: true, skipLibCheck: false, target: 'es2022', lib: ['es2023', 'dom', 'esnext.disposable'] },
      ...{ module: resolution === 'bundler' ? 'esnext' : 'nodenext', moduleResolution: resolution, ...types },
    }
    await writeFile(
      join(project, 'consumer.ts'),
      `import * as library from '${name}'\nexport const names: string[] = Object.keys(library)\n`,
    )
    await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['consumer.ts'] }))
    const { stdout } = await attempt(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', project], {})
    expect(stdout).toBe('')
  })

  it('has nothing that publint reports', async () => {
    const { publint } = await import(join(await installTool('publint', '0.3.25'), 'src/index-node.js'))
    const { messages } = await publint({ pkgDir: join(folder, 'node_modules', name), strict: true, pack: false })
    expect(messages).toEqual([])
  })

  it('has types that arethetypeswrong finds right, in every resolution of ES modules', async () => {
    const cli = join(await installTool('@arethetypeswrong/cli', '0.18.5'), 'dist/index.js')
    const tarball = inject('packed').find((each) => each.name === name)?.filename as string
    const args = [cli, join(inject('tarballs'), tarball), '--profile', 'esm-only', '--format', 'json']
    const { status, stdout } = await attempt(process.execPath, args, {})
    expect(status, stdout).toBe(0)
    const { analysis } = JSON.parse(stdout)
    expect(Object.keys(analysis.entrypoints)).toContain('.')
  })
})

test('every readme names its package', async () => {
  for (const { name } of inject('packed')) {
    expect(await readFile(join(folder, 'node_modules', name, 'README.md'), 'utf8')).toMatch(/^# /)
  }
})

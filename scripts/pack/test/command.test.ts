import { existsSync } from 'node:fs'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, inject, it, test } from 'vitest'
import { start } from './running.ts'
import { attempt, environmentOf, installNode, NODES, OLDEST_FOR_LIBRARIES, ROOT } from './tools.ts'

const { folder } = inject('whole')
const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))

describe.each(NODES)('on Node %s', async (node) => {
  const program = await installNode(node)
  /** A company of the usual size takes half a minute, so only one version simulates it. */
  const size = node === '24.21.0' ? [] : ['--employees', '60', '--days', '8']

  it('prints the version', async () => {
    const { status, stdout } = await attempt('npx', ['rollcall', '--version'], { cwd: folder, env: environmentOf(program) })
    expect({ status, stdout: stdout.trim() }).toEqual({ status: 0, stdout: version })
  })

  it('runs the demo: the web app and the printed lines answer, a copy is loaded and verified, and Ctrl+C stops it', async () => {
    const data = await mkdtemp(join(folder, 'demo-'))
    const env = environmentOf(program, { ROLLCALL_DATA_DIR: data, PORT: '0' })
    const since = performance.now()
    await using demo = start('npx', ['rollcall', 'demo', ...size], folder, env)
    const [, url = ''] = await demo.until(/demo is ready at (http:\S+)[\s\S]*Stop with Ctrl\+C/)
    console.log(`Node ${node}: the demo was ready after ${((performance.now() - since) / 1000).toFixed(0)} s`)

    const lines = [...demo.output().matchAll(/^ {2}(curl .*)$/gm)].map(([, line]) => line as string)
    expect(lines.length).toBe(3)
    for (const line of lines) {
      const { status, stdout } = await attempt('sh', ['-c', `${line} --silent --show-error --fail`], {})
      expect({ line, status, answer: stdout }).toMatchObject({ status: 0, answer: expect.stringMatching(/^[[{]/) })
    }
    for (const path of ['/', '/docs', '/guide/operators/running', '/openapi.json'])
      expect([path, (await fetch(url + path)).status]).toEqual([path, 200])

    const copy = join(data, 'warehouse.duckdb')
    const [, from = ''] = /--from (\S+)/.exec(demo.output()) ?? []
    const load = await attempt('npx', ['rollcall', 'load', 'backfill', '--into', copy, '--from', from], { cwd: folder, env })
    expect(load).toMatchObject({ status: 0 })
    expect(await attempt('npx', ['rollcall', 'load', 'verify', '--into', copy], { cwd: folder, env })).toMatchObject({
      status: 0,
    })

    await demo.interrupt()
    expect(demo.output()).not.toMatch(/Error:|unrecognized|Warning:/)
    await expect(fetch(url)).rejects.toThrow()
    expect(existsSync(join(data, 'postgres/postmaster.pid'))).toBe(false)
  })

  it('serves with the included database, and stops with status 0', async () => {
    const data = await mkdtemp(join(folder, 'serve-'))
    const env = environmentOf(program, { ROLLCALL_DATA_DIR: data, PORT: '0' })
    await using service = start(join(folder, 'node_modules/.bin/rollcall'), ['serve'], folder, env)
    const [, url] = await service.until(/Rollcall is ready at (http:\S+)/)
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    expect(await service.terminate()).toBe(0)
    await expect(fetch(`${url}/readyz`)).rejects.toThrow()
  })
})

test('on an older Node it says which one is needed', async () => {
  const env = environmentOf(await installNode(OLDEST_FOR_LIBRARIES))
  const { status, stderr } = await attempt('npx', ['rollcall', 'serve'], { cwd: folder, env })
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringContaining('Rollcall needs Node 22.15 or newer; this is Node 20.'),
  })
})

test('the Singer tap prints schemas, rows and states of a demo, on the oldest Node', async () => {
  const data = await mkdtemp(join(folder, 'tap-'))
  const env = environmentOf(await installNode('22.23.3'), { ROLLCALL_DATA_DIR: data, PORT: '0' })
  await using demo = start('npx', ['rollcall', 'demo', '--employees', '20', '--days', '3'], folder, env)
  const [, url] = await demo.until(/demo is ready at (http:\S+)[\s\S]*Stop with Ctrl\+C/)
  const [, id, secret] = /data-warehouse +([^:]+):(\S+)/.exec(demo.output()) ?? []
  const [, from] = /--from (\S+)/.exec(demo.output()) ?? []
  const config = join(data, 'config.json')
  await writeFile(config, JSON.stringify({ base_url: url, key_id: id, key_secret: secret, start_date: from }))
  const old = environmentOf(await installNode(NODES[0]))
  const { status, stdout, stderr } = await attempt('npx', ['tap-rollcall', '--config', config], { cwd: folder, env: old })
  expect({ status, stderr }).toEqual({ status: 0, stderr: expect.not.stringMatching(/CRITICAL|WARNING/) })
  const types = Map.groupBy(stdout.trim().split('\n'), (line) => JSON.parse(line).type as string)
  expect([...types.keys()]).toEqual(expect.arrayContaining(['SCHEMA', 'RECORD', 'STATE']))
  expect(types.get('RECORD')?.length).toBeGreaterThan(100)
})

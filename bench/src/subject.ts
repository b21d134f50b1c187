import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from './free-port.ts'

/** The service under test, in a process of its own, as a user starts it. */
export interface Subject extends AsyncDisposable {
  readonly baseUrl: string
  readonly authorization: string
  readonly orgId: string
  /** The same database, for references and checks. */
  readonly pool: pg.Pool
  /** Resident memory of the server process, in MiB. */
  memory(): Promise<number>
  /** CPU time of the server process so far, in seconds. */
  cpuSeconds(): Promise<number>
  readonly node: { readonly id: string; readonly locationId: string }
  readonly userIds: readonly string[]
}

const MAIN = new URL('../../packages/cli/src/main.ts', import.meta.url).pathname
const USERS = 10_000
const POOL = 8

export const startSubject = async (): Promise<Subject> => {
  await using stack = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'rollcall-bench-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  const env = {
    ...process.env,
    ROLLCALL_DATA_DIR: dataDir,
    PORT: String(await freePort()),
    ROLLCALL_LOG_LEVEL: 'warn',
    ROLLCALL_NIGHTLY: 'off',
  }
  const child = spawn(process.execPath, [MAIN, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  stack.defer(async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  })
  await ready(child.stdout)

  const first = JSON.parse(await readFile(join(dataDir, 'first-run.json'), 'utf8')) as {
    baseUrl: string
    organizationId: string
    key: { id: string; secret: string }
  }
  const pool = new pg.Pool({ connectionString: await databaseUrl(dataDir), max: POOL })
  stack.defer(() => pool.end())
  const directory = await seedDirectory(pool, first.organizationId)
  const running = stack.move()
  return {
    ...directory,
    pool,
    baseUrl: first.baseUrl,
    orgId: first.organizationId,
    authorization: `Basic ${Buffer.from(`${first.key.id}:${first.key.secret}`).toString('base64')}`,
    memory: async () => Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    cpuSeconds: async () => {
      const fields = (await readFile(`/proc/${child.pid}/stat`, 'utf8')).split(' ')
      return (Number(fields[13]) + Number(fields[14])) / 100
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

const ready = (output: NodeJS.ReadableStream): Promise<void> =>
  new Promise((resolve, reject) => {
    output.on('data', (chunk) => String(chunk).includes('is ready') && resolve())
    output.on('end', () => reject(new Error('The service did not start.')))
  })

const databaseUrl = async (dataDir: string): Promise<string> => {
  const password = (await readFile(join(dataDir, 'postgres.password'), 'utf8')).trim()
  const port = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[3]
  return `postgres://rollcall:${encodeURIComponent(password)}@127.0.0.1:${port}/rollcall`
}

/** One building with one level, and the users that are seen on it. */
const seedDirectory = async (pool: pg.Pool, orgId: string) => {
  const node = { id: randomUUID(), locationId: randomUUID() }
  const userIds = Array.from({ length: USERS }, () => randomUUID())
  const location = `insert into locations (org_id, id, name, time_zone) values ($1, $2, 'Bench', 'Europe/Berlin')`
  const level = `insert into levels (org_id, id, location_id, name) values ($1, $2, $3, 'Level 1')`
  const users = `insert into users (org_id, id, user_name) select $1, id, 'user-' || id || '@bench.example' from unnest($2::uuid[]) id`
  await pool.query(location, [orgId, node.locationId])
  await pool.query(level, [orgId, node.id, node.locationId])
  await pool.query(users, [orgId, userIds])
  return { node, userIds }
}

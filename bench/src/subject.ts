import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { type CpuSeconds, cpuOf, cpuOfFamily } from './cpu.ts'
import { freePort } from './free-port.ts'

/** The service under test, in a separate process, as a user starts it. */
export interface Subject extends AsyncDisposable {
  readonly baseUrl: string
  readonly authorization: string
  readonly orgId: string
  /** The same database, for references and checks. */
  readonly pool: pg.Pool
  /** The first process of PostgreSQL. */
  readonly postmaster: number
  /** The server process. */
  readonly pid: number
  readonly dataDir: string
  /** Resident memory of the server process, in MiB. */
  memory(): Promise<number>
  /** CPU time so far, in seconds. */
  cpu(): Promise<CpuSeconds>
  readonly node: { readonly id: string; readonly locationId: string }
  readonly userIds: readonly string[]
}

const MAIN = fileURLToPath(new URL('../../packages/cli/src/main.ts', import.meta.url))
const USERS = 10_000
/** Size of the connection pool, as the service uses for requests. */
const POOL = 10

export interface SubjectOptions {
  /** Arguments of Node, for example to write a profile. */
  readonly nodeArguments?: readonly string[]
  /** Statements that change settings of PostgreSQL that need a restart. */
  readonly databaseSettings?: readonly string[]
}

export const startSubject = async ({ nodeArguments = [], databaseSettings = [] }: SubjectOptions = {}): Promise<Subject> => {
  await using stack = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'rollcall-bench-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  if (databaseSettings.length > 0) await changeSettings(dataDir, databaseSettings)
  const child = await startServer(dataDir, nodeArguments)
  stack.defer(() => stopServer(child))

  const first = JSON.parse(await readFile(join(dataDir, 'first-run.json'), 'utf8')) as {
    baseUrl: string
    organizationId: string
    key: { id: string; secret: string }
  }
  const { postmaster, url } = await findDatabase(dataDir)
  const pool = new pg.Pool({ connectionString: url, max: POOL })
  stack.defer(() => pool.end())
  const directory = await seedDirectory(pool, first.organizationId)
  const running = stack.move()
  return {
    ...directory,
    pool,
    postmaster,
    pid: child.pid,
    dataDir,
    // The port changes with each start.
    baseUrl: child.baseUrl,
    orgId: first.organizationId,
    authorization: `Basic ${Buffer.from(`${first.key.id}:${first.key.secret}`).toString('base64')}`,
    memory: async () => Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    cpu: async () => ({ server: await cpuOf(child.pid), database: await cpuOfFamily(postmaster) }),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

interface Server {
  readonly process: ChildProcess
  readonly pid: number
  readonly baseUrl: string
}

const startServer = async (dataDir: string, nodeArguments: readonly string[] = []): Promise<Server> => {
  const port = await freePort()
  const env = {
    ...process.env,
    ROLLCALL_DATA_DIR: dataDir,
    PORT: String(port),
    ROLLCALL_LOG_LEVEL: 'warn',
    ROLLCALL_NIGHTLY: 'off',
    ROLLCALL_READ_AHEAD: 'off',
  }
  const child = spawn(process.execPath, [...nodeArguments, MAIN, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  await ready(child.stdout)
  return { process: child, pid: child.pid as number, baseUrl: `http://127.0.0.1:${port}` }
}

const stopServer = async ({ process: child }: Server): Promise<void> => {
  child.kill('SIGTERM')
  if (child.exitCode === null) await once(child, 'exit')
}

/** Needs another start, because the first one creates the database. */
const changeSettings = async (dataDir: string, statements: readonly string[]): Promise<void> => {
  const server = await startServer(dataDir)
  const client = new pg.Client({ connectionString: (await findDatabase(dataDir)).url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
  await stopServer(server)
}

const ready = (output: NodeJS.ReadableStream): Promise<void> =>
  new Promise((resolve, reject) => {
    output.on('data', (chunk) => String(chunk).includes('is ready') && resolve())
    output.on('end', () => reject(new Error('The service did not start.')))
  })

const findDatabase = async (dataDir: string): Promise<{ postmaster: number; url: string }> => {
  const password = (await readFile(join(dataDir, 'postgres.password'), 'utf8')).trim()
  const [pid, , , port] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  return { postmaster: Number(pid), url: `postgres://rollcall:${encodeURIComponent(password)}@127.0.0.1:${port}/rollcall` }
}

/** One building with one level, and the users seen there. */
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

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { createClient, type RollcallClient } from '../../packages/client/src/index.ts'
import { findRunningPostgres } from '../../packages/embedded-postgres/src/index.ts'
import { addDays } from '../singer/windows.ts'
import { runProgram } from './programs.ts'

export interface Key {
  readonly id: string
  readonly secret: string
}

/** A service as operators run it, in a process and with a database of its own, and the simulated company that it knows. */
export interface Company extends AsyncDisposable {
  readonly baseUrl: string
  readonly metricsToken: string
  /** Folder for files of the tools, which goes with the service. */
  readonly folder: string
  /** First and last day that tools read. */
  readonly days: { readonly first: string; readonly last: string }
  /** Of the role `data-warehouse`. */
  readonly key: Key
  /** Of all permissions. */
  readonly administrator: RollcallClient
  readonly administratorKey: Key
  /** A command of `rollcall`, as its operator types it. */
  rollcall(...args: string[]): Promise<string>
  /** An empty database on the server of the service. */
  createDatabase(name: string): Promise<string>
}

const MAIN = new URL('../../packages/cli/src/main.ts', import.meta.url).pathname
const METRICS_TOKEN = 'metrics-token-of-the-connectors'

export interface CompanyOptions {
  readonly employees: number
  readonly days: number
}

export const startCompany = async ({ employees, days }: CompanyOptions): Promise<Company> => {
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-connectors-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const dataDir = join(folder, 'data')
  const settings = {
    ...{ ROLLCALL_DATA_DIR: dataDir, ROLLCALL_METRICS_TOKEN: METRICS_TOKEN, ROLLCALL_NIGHTLY: 'off' },
    ...{ ROLLCALL_LOG_LEVEL: 'warn', HOST: '127.0.0.1', PORT: '0', DATABASE_URL: '' },
  }
  const baseUrl = await serve(settings, stack)
  const rollcall = (...args: string[]) => runProgram(process.execPath, [MAIN, ...args], { env: settings })

  const last = addDays(new Date().toISOString().slice(0, 10), -1)
  const first = addDays(last, 1 - days)
  const simulation = ['--employees', String(employees), '--from', first]
  const file = join(folder, 'company.json')
  await rollcall('simulate', ...simulation, '--import-file', file)
  await rollcall('import', file)
  await rollcall('simulate', ...simulation)
  await rollcall('refresh')

  const key = JSON.parse(
    await rollcall('keys', 'create', '--role', 'data-warehouse', '--auth', 'basic,hmac', '--name', 'Tools', '--json'),
  ) as Key
  const { key: administratorKey } = JSON.parse(await readFile(join(dataDir, 'first-run.json'), 'utf8')) as { key: Key }
  const postgres = await findRunningPostgres(dataDir, 'postgres')
  if (!postgres) throw new Error('The PostgreSQL of the service does not answer.')
  const running = stack.move()
  return {
    ...{ baseUrl, metricsToken: METRICS_TOKEN, folder, days: { first, last }, key, administratorKey, rollcall },
    administrator: createClient({ baseUrl, key: administratorKey }),
    createDatabase: (name) => createDatabase(postgres, name),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

/** Starts the service as a process, which ends with the stack. @throws Error with its output if it does not start */
const serve = async (settings: Record<string, string>, stack: AsyncDisposableStack): Promise<string> => {
  const env = { ...process.env, ...settings }
  const child: ChildProcess = spawn(process.execPath, [MAIN, 'serve'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const closed = once(child, 'close')
  stack.defer(async () => {
    child.kill('SIGTERM')
    await closed
  })
  let output = ''
  const address = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text
        const ready = /Rollcall is ready at (\S+)/.exec(output)
        if (ready?.[1]) resolve(ready[1])
      })
    }
  })
  const failed = closed.then(() => {
    throw new Error(`The service did not start: ${output}`)
  })
  failed.catch(() => {})
  return Promise.race([address, failed])
}

const createDatabase = async (url: string, name: string): Promise<string> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`create database ${name} template template0`)
  } finally {
    await client.end()
  }
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}

type AttendanceRow = Awaited<ReturnType<typeof attendanceOf>>[number]

const attendanceOf = ({ administrator, days }: Company, startDate = days.first) =>
  Array.fromAsync(administrator.readAttendance({ startDate, endDate: days.last }))

const LATE_DAYS = 10

const officeOf = ({ bookingLocationId, primaryLocationId }: AttendanceRow): string | null =>
  bookingLocationId ?? primaryLocationId

/** A badge event that arrives days late turns a no-show of the last days into an attendance. Returns the corrected day. */
export const correctDay = async (company: Company): Promise<{ userId: string; day: string }> => {
  const rows = await attendanceOf(company, addDays(company.days.last, 1 - LATE_DAYS))
  for (const row of rows.filter(({ attendanceType }) => attendanceType === 'noShow')) {
    const seen = rows.find(
      ({ day, attendanceLocationId }) =>
        day === row.day && attendanceLocationId !== null && attendanceLocationId === officeOf(row),
    )
    if (!seen?.firstSeenAt) continue
    const { userId, day } = row
    const event = { eventId: `late-${userId}`, userId, locationType: 'location', locationId: officeOf(row) as string } as const
    const presenceEvents = [{ ...event, timestamp: seen.firstSeenAt }]
    const { results } = await company.administrator.submitPresence({ sourceId: 'late-badge-reader', presenceEvents })
    if (results.some(({ resultCode }) => resultCode !== 0)) throw new Error(`The event was refused: ${JSON.stringify(results)}`)
    await company.rollcall('refresh')
    return { userId, day: day.slice(0, 10) }
  }
  throw new Error('The simulated company has no no-show of the last days to correct.')
}

const erased = new Set<string>()

/** Erases a person who is not the only one with rows on any day. Returns the id. */
export const erasePerson = async (company: Company): Promise<string> => {
  const { administrator, days } = company
  const rows = await attendanceOf(company)
  const events = await Array.fromAsync(administrator.readPresence({ startDate: days.first, endDate: days.last }))
  const all = [rows, events]
  const isAlone = (userId: string): boolean =>
    all.some((list) =>
      list
        .filter((row) => row.userId === userId)
        .some(({ day }) => !list.some((other) => other.day === day && other.userId !== userId)),
    )
  const users = await Array.fromAsync(administrator.readUsers())
  const left = users.filter(({ userId }) => !erased.has(userId))
  const person = left.find(({ userId }) => all.every((list) => list.some((row) => row.userId === userId)) && !isAlone(userId))
  if (!person) throw new Error('No person of the simulated company can be erased.')
  const { userId, userName } = person
  erased.add(userId)
  await administrator.erasePerson({ userId }, { reason: 'Left the company', confirm: userName })
  await company.rollcall('refresh')
  return userId
}

import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { STREAMS, type Stream } from '../streams.ts'
import { type Company, correctDay, erasePerson } from './company.ts'
import { environment, type Installed } from './install.ts'
import { runProgram } from './programs.ts'
import type { Steps } from './report.ts'
import { expectEqualRows, type Row, readService } from './rows.ts'
import type { Tool } from './tool.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const DELETE_STALE_ROWS = new URL('../singer/delete-stale-rows.sql', import.meta.url)
const PACKAGES = ['contract', 'client', 'singer']

/** Rows by the key of their stream, as targets that upsert have them. */
const upserted = ({ key }: Stream, rows: readonly Row[]): Row[] => [
  ...new Map(rows.map((row) => [JSON.stringify(key.map((field) => row[field])), row])).values(),
]

/** Without the rows that the stream `segments` shows to be deleted: the view of the README. */
const current = ({ dataset }: Stream, rows: readonly Row[], segments: readonly Row[]): Row[] => {
  if (dataset.kind !== 'published') return [...rows]
  const revisions = new Map(
    segments.filter((each) => each.dataset === dataset.dataset).map(({ segment, revision }) => [segment, revision]),
  )
  return rows.filter(({ segment, segmentRevision }) => revisions.get(segment) === segmentRevision)
}

interface Tap {
  readonly program: string
  readonly config: string
}

const installTap = async (folder: string): Promise<string> => {
  await runProgram(process.execPath, [join(ROOT, 'scripts/pack.ts'), ...PACKAGES, '--out', join(folder, 'packed')], { cwd: ROOT })
  const tarballs = (await readdir(join(folder, 'packed'))).filter((name) => name.endsWith('.tgz'))
  await writeFile(join(folder, 'package.json'), '{ "private": true }')
  const files = tarballs.map((name) => join(folder, 'packed', name))
  await runProgram('npm', ['install', '--no-audit', '--no-fund', '--loglevel', 'error', ...files], { cwd: folder })
  return join(folder, 'node_modules', '.bin', 'tap-rollcall')
}

const runSinger = async ({ step }: Steps, company: Company, singer: Installed, postgres: Installed): Promise<void> => {
  const { baseUrl, key, administrator, days } = company
  const folder = join(company.folder, 'singer')
  await mkdir(join(folder, 'jsonl'), { recursive: true })
  const write = async (name: string, content: unknown): Promise<string> => {
    const path = join(folder, name)
    await writeFile(path, JSON.stringify(content))
    return path
  }
  const tap: { -readonly [K in keyof Tap]: Tap[K] } = { program: '', config: '' }
  tap.config = await write('config.json', { base_url: baseUrl, key_id: key.id, key_secret: key.secret, start_date: days.first })

  await step('the tap from its packages', `npm run pack -- ${PACKAGES.join(' ')}; npm install ./*.tgz`, async () => {
    tap.program = await installTap(folder)
    const { streams } = JSON.parse(await runProgram(tap.program, ['--discover'])) as { streams: unknown[] }
    return `is installed in an empty folder, and discovers ${streams.length} streams`
  })
  await step('conformity', 'tap-rollcall | singer-check-tap', async () => {
    const input = await runProgram(tap.program, ['--config', tap.config])
    const output = await runProgram(singer.program('singer-check-tap'), [], { cwd: folder, input })
    return `${/(\d+) messages for (\d+) streams/.exec(output)?.[0]} are valid`
  })

  /** Runs the tap with the state that the target printed last. Returns the number of messages. */
  const sync = async (target: string, targetConfig: string, name: string): Promise<number> => {
    const stateFile = join(folder, `${name}-state.json`)
    const messages = await runProgram(tap.program, ['--config', tap.config, '--state', stateFile])
    const states = await runProgram(target, ['--config', targetConfig], { input: messages })
    const last = states.trim().split('\n').at(-1)
    if (last) await writeFile(stateFile, last)
    return messages.trim().split('\n').length
  }
  const compare = async (read: (name: string) => Promise<readonly Row[]>): Promise<string> => {
    const segments = upserted({ key: ['dataset', 'segment'] } as unknown as Stream, await read('segments'))
    let rows = 0
    for (const stream of STREAMS) {
      const copy = current(stream, upserted(stream, await read(stream.name)), segments)
      rows += expectEqualRows(stream, await readService(administrator, stream, days.first, days.last), copy)
    }
    return `${rows} rows of ${STREAMS.length} streams equal the service`
  }

  const jsonl = await write('target-jsonl.json', { destination_path: join(folder, 'jsonl'), do_timestamp_file: false })
  const readJsonl = async (name: string): Promise<Row[]> =>
    (await readFile(join(folder, 'jsonl', `${name}.jsonl`), 'utf8').catch(() => ''))
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  const toJsonl = () => sync(singer.program('target-jsonl'), jsonl, 'jsonl')
  let all = 0
  await step('first sync into files', 'tap-rollcall | target-jsonl', async () => {
    all = await toJsonl()
    return compare(readJsonl)
  })

  const url = new URL(await company.createDatabase('singer'))
  const postgresConfig = await write('target-postgres.json', {
    ...{ host: url.hostname, port: Number(url.port), user: url.username, password: decodeURIComponent(url.password) },
    ...{ database: url.pathname.slice(1), default_target_schema: 'public', add_record_metadata: true, hard_delete: true },
  })
  const toPostgres = () => sync(postgres.program('target-postgres'), postgresConfig, 'postgres')
  const query = async (sql: string): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: url.href })
    await client.connect()
    try {
      return (await client.query(sql)).rows ?? []
    } finally {
      await client.end()
    }
  }
  const readTable = async (name: string): Promise<Row[]> =>
    (await query(`select to_jsonb(t) as row from public.${name} as t`)).map(({ row }) => row as Row)
  await step('first sync into PostgreSQL', 'tap-rollcall | target-postgres', async () => {
    await toPostgres()
    return compare(readTable)
  })

  await step('a late event, then a sync with the state', 'tap-rollcall --state state.json | target-jsonl', async () => {
    const { day } = await correctDay(company)
    const again = await toJsonl()
    if (again >= all) throw new Error(`The second sync was not incremental: ${again} messages after ${all}.`)
    return `${day} is corrected; ${again} messages instead of ${all}; ${await compare(readJsonl)}`
  })
  const command = 'tap-rollcall --state state.json | target-postgres; psql --file delete-stale-rows.sql'
  await step('a person is erased, then a sync with the state', command, async () => {
    await erasePerson(company)
    await toPostgres()
    await query(await readFile(DELETE_STALE_ROWS, 'utf8'))
    const tables = new Set(['user_booking_attendance', 'presence'])
    for (const stream of STREAMS.filter(({ name }) => tables.has(name))) {
      expectEqualRows(stream, await readService(administrator, stream, days.first, days.last), await readTable(stream.name))
    }
    return `attendance and presence have only current rows; ${await compare(readTable)}`
  })
}

export const SINGER: Tool = {
  name: 'singer',
  about: 'the Singer tap from its packages: singer-check-tap, target-jsonl, target-postgres',
  run: async ({ report, company }) => {
    const [singer, postgres] = await Promise.all([environment('singer'), environment('target-postgres')])
    const title = `target-jsonl ${singer.version('target-jsonl')}, target-postgres ${postgres.version('meltanolabs-target-postgres')}`
    await report.tool(title, async (steps) => runSinger(steps, await company(), singer, postgres))
  },
}

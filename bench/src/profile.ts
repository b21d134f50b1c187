import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { callAsKey } from './caller.ts'
import { circumstancesOf, circumstancesText } from './circumstances.ts'
import { type CpuProfile, selfTimes } from './cpu-profile.ts'
import { download } from './download.ts'
import { throughService } from './ingest.ts'
import { dayFromNow, during, timed } from './measure.ts'
import type { Scale } from './scale.ts'
import { COMPANY, seedCompany } from './seed-company.ts'
import { type Subject, startSubject } from './subject.ts'

const FOLDER = new URL('../profiles/', import.meta.url)

const SETTINGS = [`alter system set shared_preload_libraries = 'pg_stat_statements'`]

/** A profiled load. Its own description comes first in the text. */
type Work = (subject: Subject, scale: Scale) => Promise<string>

/** A text profile under load: the service by package and function, PostgreSQL by statement and function. */
const profile = async (title: string, prepare: Work, work: Work, scale: Scale): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-profile-'))
  try {
    const { circumstances, said, postgres, startedAt, done } = await observe(folder, prepare, work, scale)
    // The profile is written when the server ends, so its samples are counted backwards from there.
    const end = performance.now()
    const [file = ''] = (await readdir(folder)).filter((name) => name.endsWith('.cpuprofile'))
    const profiled = JSON.parse(await readFile(join(folder, file), 'utf8')) as CpuProfile
    const head = [`# ${title}`, circumstances, said]
    const server = selfTimes(profiled, { from: end - startedAt, to: end - done })
    return [...head, '', server, '', '## PostgreSQL', ...postgres, ''].join('\n')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Runs the work with a new service, and returns the activity of PostgreSQL and the start and end times. */
const observe = async (folder: string, prepare: Work, work: Work, scale: Scale) => {
  const nodeArguments = ['--cpu-prof', `--cpu-prof-dir=${folder}`]
  await using subject = await startSubject({ nodeArguments, databaseSettings: SETTINGS })
  await subject.pool.query('create extension if not exists pg_stat_statements')
  const circumstances = circumstancesText(await circumstancesOf(subject.pool))
  await prepare(subject, scale)
  await subject.pool.query('select pg_stat_statements_reset()')
  const before = await subject.cpu()
  const sampled = await samplePostgres(subject, folder)
  const startedAt = performance.now()
  const said = await work(subject, scale)
  const done = performance.now()
  const functions = await sampled()
  const after = await subject.cpu()
  const seconds = (of: 'database' | 'server') => `${(after[of] - before[of]).toFixed(1)} s`
  const cpu = `CPU of PostgreSQL ${seconds('database')}, of the server ${seconds('server')}`
  return {
    circumstances,
    said,
    startedAt,
    done,
    postgres: [cpu, '', await statements(subject), ...(functions === undefined ? [] : ['', functions])],
  }
}

const statements = async ({ pool }: Subject): Promise<string> => {
  const { rows } = await pool.query<{ share: number; calls: number; mean: number; text: string }>(
    `select sum(total_exec_time) / sum(sum(total_exec_time)) over () as share, sum(calls)::integer as calls,
       sum(total_exec_time) / sum(calls) as mean, text
     from pg_stat_statements
     -- COPY takes no parameters: its texts differ in what they are about.
     cross join lateral (select left(trim(regexp_replace(query, '\\s+', ' ', 'g')), 100) as text) t
     where calls > 0 and query not like '%pg_stat_%'
     group by text
     order by share desc
     limit 10`,
  )
  const lines = rows.map(
    ({ share, calls, mean, text }) =>
      `${(share * 100).toFixed(1).padStart(5)} %  ${String(calls).padStart(7)} × ${mean.toFixed(3).padStart(9)} ms  ${text}`,
  )
  return ['Share of execution time by statement:', ...lines].join('\n')
}

/** Uses `perf`, if installed and permitted: 499 samples a second of all PostgreSQL processes. */
const samplePostgres = async ({ postmaster }: Subject, folder: string): Promise<() => Promise<string | undefined>> => {
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
  const pids = [postmaster, ...children.trim().split(' ')].join(',')
  const data = join(folder, 'perf.data')
  const child = spawn('perf', ['record', '-q', '-F', '499', '-o', data, '-p', pids], { stdio: 'ignore' })
  const ended = once(child, 'exit').catch(() => undefined)
  child.on('error', () => {})
  return async () => {
    child.kill('SIGINT')
    if ((await ended) === undefined) return undefined
    const arguments_ = ['report', '-i', data, '--stdio', '-q', '--sort', 'symbol', '--percent-limit', '1']
    const { stdout } = await promisify(execFile)('perf', arguments_).catch(() => ({ stdout: '' }))
    const lines = stdout
      .split('\n')
      .flatMap((line) => line.replace(/[\s-]+$/, '') || [])
      .slice(0, 25)
    return lines.length === 0 ? undefined : ['Share of CPU time by function (perf):', ...lines].join('\n')
  }
}

const warmUp: Work = async (subject) => {
  await throughService(subject, { round: 'warm-up', size: 100, senders: 8, seconds: 3 })
  return ''
}

const ingest =
  (size: number, senders: number): Work =>
  async (subject, { quick }) => {
    const { calls, seconds } = await throughService(subject, { round: 'profile', size, senders, seconds: quick ? 4 : 20 })
    return `Presence, ${size} per call from ${senders} senders: ${Math.round((calls * size) / seconds)} events/s`
  }

const seed: Work = async (subject) => {
  await seedCompany(subject, COMPANY)
  return ''
}

const refresh: Work = async (subject) => {
  const key = await callAsKey(subject)
  const { result, seconds } = await timed(() => key.json<{ rows: number; days: number }>('POST', '/api/refresh-runs', {}))
  key.close()
  return `${result.days} days of ${COMPANY.users} users: ${result.rows} rows in ${seconds.toFixed(1)} s`
}

const seedAndRefresh: Work = async (subject, scale) => {
  await seed(subject, scale)
  return refresh(subject, scale)
}

const read: Work = async ({ baseUrl, authorization }, { quick }) => {
  const url = `${baseUrl}/v1/analytics/user-booking-attendance/basic?startDate=${dayFromNow(-29)}&endDate=${dayFromNow(-1)}`
  let bytes = 0
  const { calls, seconds } = await during(quick ? 3 : 15, 2, async (call) => {
    bytes += (await download(url, { authorization, 'accept-encoding': call % 2 === 0 ? 'gzip' : 'identity' })).bytes
  })
  return `29 days of bookings & attendance, gzip and identity in turn: ${calls} reads in ${seconds.toFixed(1)} s, ${(bytes / 1e6 / seconds).toFixed(0)} MB/s`
}

/** Writes bench/profiles. */
export const writeProfiles = async (scale: Scale): Promise<void> => {
  const texts = {
    'ingest.txt': [
      await profile('Ingest: 1,000 events per call', warmUp, ingest(1000, 8), scale),
      await profile('Ingest: one event per call', warmUp, ingest(1, 4), scale),
    ],
    'warehouse.txt': [
      await profile('Warehouse: first refresh', seed, refresh, scale),
      await profile('Warehouse: reads', seedAndRefresh, read, scale),
    ],
  }
  await mkdir(FOLDER, { recursive: true })
  for (const [name, parts] of Object.entries(texts)) {
    const text = parts.join('\n')
    if (!scale.quick) await writeFile(new URL(name, FOLDER), text)
    console.log(text)
  }
}

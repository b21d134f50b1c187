import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, cp, readlink, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startEmbeddedPostgres } from '@rollcall/embedded-postgres'
import pg from 'pg'
import { findFreePort } from '../../../embedded-postgres/src/port.ts'
import { createTemplates } from '../../src/testing/global-setup.ts'
import { makeScratchFolder } from '../../src/testing/scratch-folder.ts'

/** A PostgreSQL of its own, and a streaming replica of it. */
export interface ReplicatedServer extends AsyncDisposable {
  readonly url: string
  /** Returns the URL of the same database on the replica. */
  replicaUrl(url: string): string
  /** Runs a statement on the replica. */
  onReplica(statement: string): Promise<unknown>
  killReplica(): Promise<void>
  /** Returns whether the replica has replayed everything that the primary has written by now. */
  hasAll(): Promise<boolean>
}

export const startReplicatedServer = async (): Promise<ReplicatedServer> => {
  await using stack = new AsyncDisposableStack()
  const [dataDir, copyDir] = [await makeScratchFolder('rollcall-primary-'), await makeScratchFolder('rollcall-replica-')]
  stack.defer(async () => {
    for (const dir of [dataDir, copyDir]) await rm(dir, { recursive: true, force: true })
  })
  const postgres = stack.use(await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off', full_page_writes: 'off' } }))
  const url = postgres.url('postgres')
  await createTemplates(url)
  const port = await findFreePort()
  const replicaUrl = (of: string) => Object.assign(new URL(of), { port: String(port) }).href

  const folder = join(copyDir, 'postgres')
  await copyFiles(url, join(dataDir, 'postgres'), folder)
  await appendFile(join(folder, 'postgresql.auto.conf'), `primary_conninfo = '${url}'\n`)
  await writeFile(join(folder, 'standby.signal'), '')
  const { uid, gid } = await stat(folder)
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    max_connections: 100,
    hot_standby_feedback: 'on',
  }
  const values = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const user = process.getuid?.() === 0 ? { uid, gid } : {}
  const child = spawn(await readlink(`/proc/${postgres.pid}/exe`), ['-D', folder, ...values], {
    ...user,
    cwd: '/',
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  const kill = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await ended
  }
  stack.defer(() => kill('SIGQUIT'))
  await answers(replicaUrl(url))
  const running = stack.move()
  return {
    url,
    replicaUrl,
    onReplica: (statement) => run(replicaUrl(url), statement),
    killReplica: () => kill('SIGKILL'),
    async hasAll() {
      const [written] = await run(url, 'select pg_current_wal_flush_lsn() as lsn')
      const [replayed] = await run(replicaUrl(url), `select pg_last_wal_replay_lsn() >= '${written?.rows[0]?.lsn}' as has`)
      return replayed?.rows[0]?.has === true
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

const run = async (url: string, ...statements: readonly string[]): Promise<pg.QueryResult[]> => {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    const results: pg.QueryResult[] = []
    for (const statement of statements) results.push(await client.query(statement))
    return results
  } finally {
    await client.end()
  }
}

/** Copies the files of a running server, as a backup does. */
const copyFiles = async (url: string, from: string, to: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`select pg_backup_start('replica', true)`)
  // Keeps the owner, as which the server runs. Files may vanish meanwhile.
  await promisify(execFile)('cp', ['-a', from, to]).catch(() => {})
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  await client.end()
  await writeFile(join(to, 'backup_label'), rows[0]?.labelfile ?? '')
  for (const name of ['postmaster.pid', 'postmaster.opts']) await rm(join(to, name), { force: true })
  // The last segments are copied once more, because the copy is consistent only with what was written during it.
  await cp(join(from, 'pg_wal'), join(to, 'pg_wal'), { recursive: true, force: true })
  const { uid, gid } = await stat(from)
  await promisify(execFile)('chown', ['-R', `${uid}:${gid}`, to])
}

const answers = async (url: string): Promise<void> => {
  for (let attempt = 1; ; attempt++) {
    try {
      await run(url, 'select')
      return
    } catch (error) {
      if (attempt === 300) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { eventually, query, TemporaryFolder, untilGone } from './fixtures/harness.ts'
import { findRunningPostgres, startEmbeddedPostgres } from './index.ts'

vi.setConfig({ testTimeout: 90_000 })

describe('embedded PostgreSQL', () => {
  test('keeps data from one start to the next', async () => {
    await using folder = await TemporaryFolder.create()
    const { dataDir } = folder
    {
      await using postgres = await startEmbeddedPostgres({ dataDir })
      await postgres.ensureDatabase('first "name"')
      await postgres.ensureDatabase('first "name"')
      await query(postgres.url('first "name"'), 'CREATE TABLE t AS SELECT 42 AS n')
      expect(await findRunningPostgres(dataDir, 'first "name"')).toBe(postgres.url('first "name"'))
      expect(await findRunningPostgres(dataDir, 'no_such_database')).toBeUndefined()
    }
    expect(await findRunningPostgres(dataDir, 'postgres')).toBeUndefined()
    await using postgres = await startEmbeddedPostgres({ dataDir })
    expect(await query(postgres.url('first "name"'), 'SELECT n FROM t')).toEqual([{ n: 42 }])
  })

  test('leaves only its own files, and a password nobody else can read', async () => {
    await using folder = await TemporaryFolder.create()
    await using postgres = await startEmbeddedPostgres({ dataDir: folder.dataDir })
    const names = (await readdir(folder.dataDir)).sort()
    expect(names).toEqual(['postgres', 'postgres.log', 'postgres.password'])
    expect((await stat(join(folder.dataDir, 'postgres.password'))).mode & 0o777).toBe(0o600)
    await expect(query(postgres.url('postgres').replace(/:[^:@]+@/, ':wrong@'), 'SELECT 1')).rejects.toThrow(
      'password authentication failed',
    )
  })

  test('is safe and tuned by default, and settings override the tuning', async () => {
    await using folder = await TemporaryFolder.create()
    await using postgres = await startEmbeddedPostgres({
      dataDir: folder.dataDir,
      settings: { max_connections: '33' },
    })
    const rows = await query(postgres.url('postgres'), 'SELECT name, setting FROM pg_settings')
    const settings = new Map(rows.map(({ name, setting }) => [name, setting]))
    const names = ['fsync', 'synchronous_commit', 'data_checksums', 'password_encryption', 'max_connections']
    expect(names.map((name) => settings.get(name))).toEqual(['on', 'on', 'on', 'scram-sha-256', '33'])
    expect(settings.get('listen_addresses')).toBe('127.0.0.1')
    expect(settings.get('unix_socket_directories')).toBe('')
  })

  test('logs an error without the values and the statement that it was about', async () => {
    await using folder = await TemporaryFolder.create()
    await using postgres = await startEmbeddedPostgres({ dataDir: folder.dataDir })
    const url = postgres.url('postgres')
    await query(url, 'CREATE TABLE seen (event_id text PRIMARY KEY)')
    const twice = `INSERT INTO seen VALUES ('badge-of-ada'), ('badge-of-ada')`
    await expect(query(url, twice)).rejects.toThrow('duplicate key')
    await eventually(async () => {
      const log = await readFile(join(folder.dataDir, 'postgres.log'), 'utf8')
      expect(log).toContain('duplicate key value violates unique constraint "seen_pkey"')
      expect(log).not.toMatch(/badge-of-ada|DETAIL|STATEMENT/)
    })
  })

  test('tells why the server does not start', async () => {
    await using folder = await TemporaryFolder.create()
    const start = startEmbeddedPostgres({ dataDir: folder.dataDir, settings: { shared_buffers: 'lots' } })
    await expect(start).rejects.toThrow('invalid value for parameter "shared_buffers": "lots"')
  })

  test('restarts a server that was killed, on the same port and with all committed rows', async () => {
    await using folder = await TemporaryFolder.create()
    const lines: string[] = []
    await using postgres = await startEmbeddedPostgres({
      dataDir: folder.dataDir,
      log: (line) => lines.push(line),
    })
    const url = postgres.url('postgres')
    await query(url, 'CREATE TABLE t AS SELECT 1 AS n')
    const before = postgres.pid
    process.kill(before, 'SIGKILL')
    await untilGone(before)
    expect(await eventually(() => query(url, 'SELECT n FROM t'))).toEqual([{ n: 1 }])
    await eventually(async () => expect(lines.at(-1)).toContain('runs again'))
    expect(postgres.pid).not.toBe(before)
    expect(lines.join('\n')).toContain(`(process ${before}) exited unexpectedly with signal SIGKILL`)
    expect(await countLocks(url)).toBe(1)
  })

  test('takes the lock again when only its connection breaks', async () => {
    await using folder = await TemporaryFolder.create()
    await using postgres = await startEmbeddedPostgres({ dataDir: folder.dataDir })
    const url = postgres.url('postgres')
    const { pid } = postgres
    await query(url, `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'`)
    await eventually(async () => expect(await countLocks(url)).toBe(0))
    await eventually(async () => expect(await countLocks(url)).toBe(1))
    expect(postgres.pid).toBe(pid)
  })
})

async function countLocks(url: string): Promise<number> {
  return (await query(url, `SELECT FROM pg_locks WHERE locktype = 'advisory'`)).length
}

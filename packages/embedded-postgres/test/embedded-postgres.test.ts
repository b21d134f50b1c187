import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findRunningPostgres, startEmbeddedPostgres } from '../src/index.ts'
import { eventually, query, TemporaryFolder, untilGone } from './support/harness.ts'

describe('embedded PostgreSQL', () => {
  test('keeps data from one start to the next', async () => {
    await using folder = await TemporaryFolder.create()
    const { dataDir } = folder
    {
      await using postgres = await startEmbeddedPostgres({ dataDir })
      await postgres.ensureDatabase('first "name"')
      await postgres.ensureDatabase('first "name"')
      await query(postgres.url('first "name"'), 'create table t as select 42 as n')
      expect(await findRunningPostgres(dataDir, 'first "name"')).toBe(postgres.url('first "name"'))
      expect(await findRunningPostgres(dataDir, 'no_such_database')).toBeUndefined()
    }
    expect(await findRunningPostgres(dataDir, 'postgres')).toBeUndefined()
    await using postgres = await startEmbeddedPostgres({ dataDir })
    expect(await query(postgres.url('first "name"'), 'select n from t')).toEqual([{ n: 42 }])
  })

  test('leaves only its own files, and a password that no other user can read', async () => {
    await using folder = await TemporaryFolder.create()
    await using postgres = await startEmbeddedPostgres({ dataDir: folder.dataDir })
    const names = (await readdir(folder.dataDir)).sort()
    expect(names).toEqual(['postgres', 'postgres.log', 'postgres.password'])
    expect((await stat(join(folder.dataDir, 'postgres.password'))).mode & 0o777).toBe(0o600)
    await expect(query(postgres.url('postgres').replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow(
      'password authentication failed',
    )
  })

  test('is safe and tuned by default, and settings override the tuning', async () => {
    await using folder = await TemporaryFolder.create()
    await using postgres = await startEmbeddedPostgres({
      dataDir: folder.dataDir,
      settings: { max_connections: '33' },
    })
    const rows = await query(postgres.url('postgres'), 'select name, setting from pg_settings')
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
    await query(url, 'create table seen (event_id text primary key)')
    const twice = `insert into seen values ('badge-of-ada'), ('badge-of-ada')`
    await expect(query(url, twice)).rejects.toThrow('duplicate key')
    await eventually(async () => {
      const log = await readFile(join(folder.dataDir, 'postgres.log'), 'utf8')
      expect(log).toContain('duplicate key value violates unique constraint "seen_pkey"')
      expect(log).not.toMatch(/badge-of-ada|DETAIL|STATEMENT/)
    })
  })

  test('reports why the server does not start', async () => {
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
    await query(url, 'create table t as select 1 as n')
    const before = postgres.pid
    process.kill(before, 'SIGKILL')
    await untilGone(before)
    expect(await eventually(() => query(url, 'select n from t'))).toEqual([{ n: 1 }])
    await eventually(async () => expect(lines.at(-1)).toContain('runs again'))
    expect(postgres.pid).not.toBe(before)
    expect(lines.join('\n')).toContain(`(process ${before}) exited unexpectedly with signal SIGKILL`)
    expect(await lockHolders(url)).toHaveLength(1)
  })

  test('takes the lock again when only its connection breaks', async () => {
    await using folder = await TemporaryFolder.create()
    await using postgres = await startEmbeddedPostgres({ dataDir: folder.dataDir })
    const url = postgres.url('postgres')
    const { pid } = postgres
    const before = await lockHolders(url)
    expect(before).toHaveLength(1)
    await query(url, `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'`)
    await eventually(async () => {
      const after = await lockHolders(url)
      expect(after).toHaveLength(1)
      expect(after).not.toEqual(before)
    })
    expect(postgres.pid).toBe(pid)
  })
})

const lockHolders = (url: string) => query(url, `select pid from pg_locks where locktype = 'advisory'`)

import { rmSync } from 'node:fs'
import { mkdir, readdir, readFile, readlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DataDirInUseError, startEmbeddedPostgres } from '../src/index.ts'
import { Holder, query, type Report, TemporaryFolder } from './support/harness.ts'

/** A cluster that was started once, and stopped. */
let prepared: TemporaryFolder
beforeAll(async () => {
  prepared = await TemporaryFolder.create()
  await prepared.open()
  await (await startEmbeddedPostgres({ dataDir: prepared.dataDir }))[Symbol.asyncDispose]()
})
afterAll(() => prepared?.[Symbol.asyncDispose]())

describe('exclusive use of a data folder', () => {
  test('a second start is refused and names the first process', async () => {
    await using folder = await prepared.copy()
    await using holder = new Holder(folder.dataDir)
    const report = await holder.report
    const second = await startEmbeddedPostgres({ dataDir: folder.dataDir }).catch((error: unknown) => error)
    expect(second).toBeInstanceOf(DataDirInUseError)
    expect(String(second)).toContain(
      `${folder.dataDir} is in use by another running Rollcall (process ${holder.pid}). Stop that one first`,
    )
    if (report.outcome === 'running') expect(await query(report.url, 'select 1 as n')).toEqual([{ n: 1 }])
  })

  test('the server of a killed process is replaced, its data stays', async () => {
    await using folder = await prepared.copy()
    await using holder = new Holder(folder.dataDir)
    const report = await holder.report
    if (report.outcome !== 'running') throw new Error(report.message)
    await query(report.url, 'create table t as select 7 as n')
    await holder.end('SIGKILL')
    await using postgres = await startEmbeddedPostgres({ dataDir: folder.dataDir })
    expect(postgres.pid).not.toBe(report.pid)
    expect(await query(postgres.url('postgres'), 'select n from t')).toEqual([{ n: 7 }])
  })

  test('of several first starts at once, one succeeds', async () => {
    await using folder = await TemporaryFolder.create()
    expect(await race(folder.dataDir, 3)).toEqual(['refused', 'refused', 'running'])
    const names = (await readdir(folder.dataDir)).sort()
    expect(names).toEqual(['postgres', 'postgres.log', 'postgres.password'])
  })

  test('of several starts at once that find an orphan, one succeeds', async () => {
    await using folder = await prepared.copy()
    await using holder = new Holder(folder.dataDir)
    await holder.report
    await holder.end('SIGKILL')
    expect(await race(folder.dataDir, 3)).toEqual(['refused', 'refused', 'running'])
  })

  test('a process id that now belongs to another program does not block the start', async () => {
    await using folder = await prepared.copy()
    const { dataDir } = folder
    const file = join(dataDir, 'postgres', 'postmaster.pid')
    await writeFile(file, `${process.pid}\n${join(dataDir, 'postgres')}\n1700000000\n20000\n\n127.0.0.1\n`)
    await using postgres = await startEmbeddedPostgres({ dataDir })
    expect((await readFile(file, 'utf8')).split('\n')[0]).toBe(String(postgres.pid))
  })

  test('a rival that has made its process id file, and not filled it yet, is waited for', async () => {
    await using folder = await prepared.copy()
    const { dataDir } = folder
    const file = join(dataDir, 'postgres', 'postmaster.pid')
    await writeFile(file, '')
    const lines: string[] = []
    const log = (line: string) => {
      lines.push(line)
      // The rival gives up.
      if (line.includes('folder-in-use')) rmSync(file, { force: true })
    }
    await using postgres = await startEmbeddedPostgres({ dataDir, log })
    expect(lines).toContain('starting the database server again (folder-in-use)')
    expect(await query(postgres.url('postgres'), 'select 1 as n')).toEqual([{ n: 1 }])
  })

  test('leftovers of a first start that was killed are removed', async () => {
    await using folder = await TemporaryFolder.create()
    const { dataDir } = folder
    await mkdir(join(dataDir, 'postgres.new.2147483647.0123456789ab', 'data'), { recursive: true })
    await using _ = await startEmbeddedPostgres({ dataDir })
    expect((await readdir(dataDir)).some((name) => name.includes('.new.'))).toBe(false)
  })

  test.runIf(process.getuid?.() === 0)('root uses a folder that no other user can reach', async () => {
    await using folder = await TemporaryFolder.create()
    await using postgres = await startEmbeddedPostgres({ dataDir: folder.dataDir })
    expect(await query(postgres.url('postgres'), 'select 1 as n')).toEqual([{ n: 1 }])
    expect(await readlink(join(folder.dataDir, 'postgres'))).toMatch(/^\/var\/lib\/rollcall\/[0-9a-f]{16}$/)
  })
})

/** The outcomes of that many processes that start at the same moment, sorted. */
const race = async (dataDir: string, count: number): Promise<Report['outcome'][]> => {
  await using holders = new AsyncDisposableStack()
  const reports = Array.from({ length: count }, () => holders.use(new Holder(dataDir)).report)
  return (await Promise.all(reports)).map(({ outcome }) => outcome).sort()
}

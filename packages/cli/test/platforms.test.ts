import { readdir } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../../server/src/testing/test-database.ts'
import { keyOf } from '../../server/src/warehouse/lake/folder-storage.ts'
import { stopSignals } from '../src/until-stopped.ts'
import { runApart, serve, temporaryFolder } from './support.ts'

/** Makes the program believe that it runs on Windows. */
const WINDOWS = `--import=data:text/javascript,Object.defineProperty(process,'platform',{value:'win32'})`

it.each([['serve'], ['demo']])(
  '%s on Windows without DATABASE_URL says in one sentence what to do, as wrong usage',
  async (command) => {
    await using folder = await temporaryFolder()
    const { code, stderr } = await runApart([command], { ROLLCALL_DATA_DIR: folder.path, NODE_OPTIONS: WINDOWS, PORT: '0' })
    expect(stderr).toBe(
      'rollcall: There is no embedded database for Windows. Set DATABASE_URL to a PostgreSQL 15 or newer, such as ' +
        'postgres://rollcall:secret@db.example/rollcall.\n',
    )
    expect(code).toBe(2)
    expect(await readdir(folder.path)).toEqual([])
  },
)

it('the service and the doctor work on Windows with DATABASE_URL, as far as the name of the system decides', async () => {
  await using folder = await temporaryFolder()
  await using database = await createTestDatabase()
  const env = { ROLLCALL_DATA_DIR: folder.path, DATABASE_URL: database.url, NODE_OPTIONS: WINDOWS, PORT: '0' }
  await using service = await serve(env)
  expect((await fetch(`${service.baseUrl}/readyz`)).status).toBe(200)
  const { stdout } = await runApart(['doctor', '--json'], env)
  const found = (JSON.parse(stdout) as { check: string; level: string; found: string }[]).filter(
    ({ check }) => check === 'data-folder',
  )
  expect(found).toEqual([{ check: 'data-folder', level: 'ok', found: `The service may write to ${folder.path}.` }])
})

it('stops by the signals that the system has', () => {
  expect(stopSignals('linux')).toEqual(['SIGINT', 'SIGTERM'])
  expect(stopSignals('darwin')).toEqual(['SIGINT', 'SIGTERM'])
  expect(stopSignals('win32')).toEqual(expect.arrayContaining(['SIGINT', 'SIGBREAK', 'SIGHUP']))
})

it('files of the lake have the same names on every system', () => {
  expect(keyOf('attendance\\day=2026-01-05\\part.parquet', '\\')).toBe('attendance/day=2026-01-05/part.parquet')
  expect(keyOf('attendance/day=2026-01-05/part.parquet')).toBe('attendance/day=2026-01-05/part.parquet')
})

import { spawn } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'vitest'
import { createTestDatabase } from '../../../src/testing/test-database.ts'

test('tells what it has started, and never ends', async () => {
  await using database = await createTestDatabase()
  await writeFile(join(await mkdtemp(join(tmpdir(), 'rollcall-hanging-')), 'left'), '')
  const { rows } = await database.pool.query(`select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid`)
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore', detached: true })
  const started = { pids: [rows[0].pid, child.pid, process.pid], folders: [tmpdir(), process.env.SCRATCH_DIR] }
  await writeFile(process.env.TELL_FILE as string, JSON.stringify(started))
  await new Promise(() => {})
})

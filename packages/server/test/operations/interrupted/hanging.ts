import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { test } from 'vitest'
import { startTestService } from '../../../src/testing/test-service.ts'

test('tells what it has started, and never ends', async () => {
  await using service = await startTestService()
  const { rows } = await service.database.pool.query(`select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid`)
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore', detached: true })
  const started = { pids: [rows[0].pid, child.pid, process.pid], folders: [tmpdir(), process.env.SCRATCH_DIR] }
  await writeFile(process.env.TELL_FILE as string, JSON.stringify(started))
  await new Promise(() => {})
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { startEmbeddedPostgres } from '../src/index.ts'
import { isPostmasterOf } from '../src/postmaster-file.ts'
import { TemporaryFolder } from './support/harness.ts'

test('where there is no /proc, as on macOS, another program with the process id of an old server is not taken for it', async () => {
  await using folder = await TemporaryFolder.create()
  await using postgres = await startEmbeddedPostgres({ dataDir: folder.dataDir })
  const nowhere = `${folder.dataDir}/no-proc`
  await mkdir(nowhere)
  expect(await isPostmasterOf(postgres.pid, folder.dataDir, nowhere)).toBe(true)

  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  await once(other, 'spawn')
  expect(await isPostmasterOf(other.pid as number, folder.dataDir, nowhere)).toBe(false)
  other.kill('SIGKILL')
  await once(other, 'close')
  expect(await isPostmasterOf(other.pid as number, folder.dataDir, nowhere)).toBe(false)
})

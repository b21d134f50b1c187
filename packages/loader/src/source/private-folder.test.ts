import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPrivateFolder } from './private-folder.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-test-'))
  vi.stubEnv('TMPDIR', folder)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

/** Creates a folder as left behind by a load that was killed this many hours ago. */
const leave = async (name: string, hours: number): Promise<string> => {
  const path = join(folder, name)
  await mkdir(path)
  await writeFile(join(path, '1.ndjson'), '{}\n')
  const time = new Date(Date.now() - hours * 3_600_000)
  for (const each of [join(path, '1.ndjson'), path]) await utimes(each, time, time)
  return path
}

test('a load removes only what a killed load left behind', async () => {
  const abandoned = await leave('rollcall-load-a', 25)
  const others = [await leave('rollcall-load-b', 23), await leave('rollcall-lake', 25)]
  const own = await createPrivateFolder()
  expect(existsSync(abandoned)).toBe(false)
  for (const path of [...others, own]) expect(existsSync(path)).toBe(true)
  expect((await stat(own)).mode & 0o777).toBe(0o700)
})

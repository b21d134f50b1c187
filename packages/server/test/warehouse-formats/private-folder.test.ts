import { mkdir, mkdtemp, readdir, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createPrivateFolder } from '../../src/warehouse/formats/parquet-file.ts'

it('no other account can read temporary files, and files of killed processes are removed after a day', async () => {
  process.env.TMPDIR = await mkdtemp(join(tmpdir(), 'rollcall-test-'))
  const make = async (name: string, age: number) => {
    const path = join(tmpdir(), name)
    await mkdir(path)
    await writeFile(join(path, 'rows'), 'x')
    const moment = Date.now() / 1000 - age
    await utimes(path, moment, moment)
  }
  await make('rollcall-rows-abandoned', 86_500)
  await make('rollcall-rows-of-another', 86_300)
  await make('something-else', 86_500)

  const folder = await createPrivateFolder()
  expect((await stat(folder.path)).mode & 0o777).toBe(0o700)
  await folder[Symbol.asyncDispose]()
  expect((await readdir(tmpdir())).sort()).toEqual(['rollcall-rows-of-another', 'something-else'])
})

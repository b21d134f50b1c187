import { execFile } from 'node:child_process'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../../../..')
const VITEST = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs')

const filesOf = async (...options: string[]): Promise<string[]> => {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV$|TEST$)/.test(name))
  const { stdout } = await promisify(execFile)(process.execPath, [VITEST, 'list', '--filesOnly', '--json', ...options], {
    ...{ cwd: ROOT, env: Object.fromEntries(inherited), maxBuffer: 2 ** 24 },
  })
  return (JSON.parse(stdout) as { file: string }[]).map(({ file }) => file)
}

it('the shards of a run are together the whole, and each file is in one of them', async () => {
  const patterns = ['packages', 'bench', 'connectors'].map((folder) => `${folder}/**/*.test.ts`)
  const exclude = ['**/node_modules/**']
  const whole = (await Array.fromAsync(glob(patterns, { cwd: ROOT, exclude }))).map((file) => join(ROOT, file))
  const shards = await Promise.all(['1/3', '2/3', '3/3'].map((shard) => filesOf('--shard', shard)))
  expect(shards.flat().sort()).toEqual(whole.sort())
  const sizes = shards.map(({ length }) => length)
  expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
})

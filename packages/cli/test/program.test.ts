import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { nearest } from '../src/nearest.ts'
import { createPercentage } from '../src/progress.ts'
import { run } from './support.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

test.each(['--version', '-V'])('%s prints the version', async (flag) => {
  expect(await run([flag])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
})

test('the nearest candidate is suggested, and none if all are too different', () => {
  expect(nearest('--form', ['--from', '--format'])).toBe('--from')
  expect(nearest('warehose.duckdb', ['copy.duckdb', 'warehouse.duckdb'])).toBe('warehouse.duckdb')
  expect(nearest('abcde', ['abxye'])).toBe('abxye')
  expect(nearest('abcde', ['axyze'])).toBe(undefined)
  expect(nearest('anything', [])).toBe(undefined)
})

test('progress never decreases, even if the total grows', () => {
  const percentage = createPercentage()
  const shown = [
    [0, 0],
    [5, 10],
    [6, 60],
    [40, 60],
    [1, 5],
    [60, 60],
    [61, 60],
  ].map(([done, total]) => percentage(done as number, total as number))
  expect(shown).toEqual([0, 50, 50, 66, 66, 100, 100])
})

const offered = (script: string, ...words: string[]): string => {
  const list = words.map((word) => JSON.stringify(word)).join(' ')
  const ask = `COMP_WORDS=(${list}); COMP_CWORD=${words.length - 1}; _rollcall; echo "\${COMPREPLY[*]}"`
  return spawnSync('bash', ['--norc', '-c', `${script}\n${ask}`], { encoding: 'utf8' }).stdout.trim()
}

test('the completion for bash knows commands, their options and allowed values', async () => {
  const { code, stdout: script } = await run(['completion', 'bash'])
  expect(code).toBe(0)
  expect(offered(script, 'rollcall', 'lo')).toBe('load')
  expect(offered(script, 'rollcall', 'load', '')).toMatch(/^backfill incremental future verify status /)
  expect(offered(script, 'rollcall', 'load', 'backfill', '--fr')).toBe('--from')
  expect(offered(script, 'rollcall', 'load', 'backfill', '--format', '')).toBe('parquet csv ndjson')
  expect(offered(script, 'rollcall', 'keys', 'create', '--name', 'x', '--role', 'data')).toBe('data-warehouse')
  expect(offered(script, 'rollcall', 'load', 'backfill', '--into', 'war')).toBe('')
  expect(offered(script, 'rollcall', 'completion', 'f')).toBe('fish')
})

test.each(['zsh', 'fish'])('the completion for %s contains every command', async (shell) => {
  const { stdout } = await run(['completion', shell])
  for (const word of ['load backfill', 'keys create', 'privacy erase', 'rotate-sealing-key']) expect(stdout).toContain(word)
  expect((await run(['completion', 'tcsh'])).code).toBe(2)
})

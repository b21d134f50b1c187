import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { JOBS } from './clicks.ts'

it('every job of the document is done by a test', () => {
  const files = globSync('*.test.ts', { cwd: import.meta.dirname })
  const sources = files.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
  const done = sources.flatMap((text) => [...text.matchAll(/^job\(\s*'([^']+)'/gm)].map(([, name]) => name))
  expect(JOBS.size).toBeGreaterThan(20)
  expect(done.sort()).toEqual([...JOBS.keys()].sort())
})

it('every row of its tables is read', () => {
  const document = readFileSync(join(import.meta.dirname, '../../../../docs/jobs.md'), 'utf8')
  const rows = document.split('\n').filter((line) => /^\| (?!Job )/.test(line))
  expect(rows).toHaveLength(JOBS.size)
})

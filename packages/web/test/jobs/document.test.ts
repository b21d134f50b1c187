import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { JOBS } from './clicks.ts'

/** The names of the jobs that the files of a folder test by this function, and what the files say. */
const readTests = (folder: string, test: string): { readonly names: string[]; readonly sources: string[] } => {
  const files = globSync('*.test.ts', { cwd: folder })
  const sources = files.map((file) => readFileSync(join(folder, file), 'utf8'))
  const calls = sources.flatMap((text) => [...text.matchAll(new RegExp(`^${test}\\(\\s*'([^']+)'`, 'gm'))])
  return { names: calls.map(([, name = '']) => name).sort(), sources }
}
const CLICKED = readTests(import.meta.dirname, 'job')
const BY_KEYBOARD = readTests(join(import.meta.dirname, 'keyboard'), 'jobByKeyboard')

it('every job of the document is done by a test', () => {
  expect(JOBS.size).toBeGreaterThan(20)
  expect(CLICKED.names).toEqual([...JOBS.keys()].sort())
})

it('every job of the document is done by keyboard alone too', () => {
  expect(BY_KEYBOARD.names).toEqual([...JOBS.keys()].sort())
})

it('the tests by keyboard use nothing but keys', () => {
  const others =
    /(?<!keyboard)\.(?:click|dblclick|tap|hover|dragTo|fill|clear|focus|blur|press|pressSequentially|check|uncheck|setChecked|selectOption|dispatchEvent|mouse)\b/
  expect(CLICKED.sources.filter((text) => others.test(text)).length).toBeGreaterThan(0)
  for (const text of BY_KEYBOARD.sources) expect(text).not.toMatch(others)
  expect(readFileSync(join(import.meta.dirname, 'keyboard/keys.ts'), 'utf8')).not.toMatch(others)
})

it('every row of its tables is read', () => {
  const document = readFileSync(join(import.meta.dirname, '../../../../docs/jobs.md'), 'utf8')
  const rows = document.split('\n').filter((line) => /^\| (?!Job )/.test(line))
  expect(rows).toHaveLength(JOBS.size)
})

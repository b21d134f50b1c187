import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ENDPOINTS } from '@rollcall/contract'
import { expect, test } from 'vitest'

const SOURCE = join(import.meta.dirname, '../src')

const readSources = async (): Promise<[path: string, text: string][]> => {
  const paths = (await readdir(SOURCE, { recursive: true })).filter((path) => /\.tsx?$/.test(path))
  return Promise.all(paths.map(async (path) => [path, await readFile(join(SOURCE, path), 'utf8')] as [string, string]))
}

/** Parts that run what they are given as an action. */
const RUNS_AS_ACTION = /\b(useAction|useDayCommand|DayCommand|FormModal|ConfirmModal)\b/

/** Modules whose functions are called by the action of the form beside them. */
const CALLED_BY_ACTION = ['pages/me/events/save-event.ts']

test('everything that changes something on the service goes through the guard against repeated clicks', async () => {
  const writing = Object.entries(ENDPOINTS).flatMap(([operation, { method }]) => (method === 'GET' ? [] : [operation]))
  const writers = new RegExp(`\\bcall\\(\\s*(?:'(?:${writing.join('|')})'|[a-z])`)
  const unguarded: string[] = []
  let guarded = 0
  for (const [path, text] of await readSources()) {
    if (path.startsWith('api/')) continue
    if (/\buseMutation\b/.test(text)) unguarded.push(`${path} uses useMutation`)
    if (!writers.test(text)) continue
    if (RUNS_AS_ACTION.test(text) || CALLED_BY_ACTION.includes(path)) guarded++
    else unguarded.push(`${path} calls a writing operation outside useAction`)
  }
  expect(unguarded).toEqual([])
  expect(guarded).toBeGreaterThan(20)
})

test('days and times are written in one module and chosen in our own fields, whatever language the browser speaks', async () => {
  const strays: string[] = []
  for (const [path, text] of await readSources()) {
    if (/type="(?:date|time|datetime-local|month|week)"/.test(text)) strays.push(`${path} has a field of the browser`)
    if (/toLocale(?:Date|Time)?String/.test(text)) strays.push(`${path} writes in the language of the browser`)
    if (!path.startsWith('time/') && /new Intl\.DateTimeFormat/.test(text)) strays.push(`${path} writes days itself`)
  }
  expect(strays).toEqual([])
})

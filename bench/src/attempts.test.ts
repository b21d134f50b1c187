import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Attempt, attemptAll } from './attempts.ts'

const told: string[] = []

beforeEach(() => {
  told.length = 0
  vi.spyOn(console, 'error').mockImplementation((line) => void told.push(line))
})
afterEach(() => vi.restoreAllMocks())

test('a part that fails takes nothing with it, and is named', async () => {
  const done: string[] = []
  const part = (name: string, isGood = true): Attempt => ({
    name,
    about: `all of ${name}`,
    work: async () => {
      if (!isGood) throw new Error(`${name} cannot be measured`)
      done.push(name)
    },
  })
  expect(await attemptAll([part('ingest', false), part('lists'), part('pages', false), part('peers')])).toEqual([
    'ingest',
    'pages',
  ])
  expect(done).toEqual(['lists', 'peers'])
  expect(told.slice(0, 4)).toEqual([
    '[1/4] ingest: all of ingest …',
    '[1/4] ingest failed after 0 s:',
    '[2/4] lists: all of lists …',
    '[2/4] lists took 0 s',
  ])
})

import { expect, test } from 'vitest'
import { attemptAll } from './attempts.ts'

test('a part that fails takes nothing with it, and is named', async () => {
  const done: string[] = []
  const part = (name: string, isGood = true) =>
    [
      name,
      async () => {
        if (!isGood) throw new Error(`${name} cannot be measured`)
        done.push(name)
      },
    ] as const
  expect(await attemptAll([part('ingest', false), part('lists'), part('pages', false), part('peers')])).toEqual([
    'ingest',
    'pages',
  ])
  expect(done).toEqual(['lists', 'peers'])
})

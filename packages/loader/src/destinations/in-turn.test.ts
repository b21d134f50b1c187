import { expect, test, vi } from 'vitest'
import { ATTENDANCE } from '../datasets/datasets.ts'
import type { Replacement } from './destination.ts'
import { inTurn, type Store } from './in-turn.ts'

test('a transaction that has been open for five seconds takes no later replacements', async () => {
  let now = 0
  using _clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  const replacement: Replacement = { dataset: ATTENDANCE, scope: { kind: 'all' }, state: [] }
  const takenBy: number[] = []
  let later: Promise<void> | undefined
  const store: Pick<Store, 'title' | 'replaceTogether'> = {
    title: 'a store',
    replaceTogether: async (replacements) => {
      const transaction = takenBy.push(0) - 1
      for await (const _ of replacements) {
        takenBy[transaction] = (takenBy[transaction] ?? 0) + 1
        now += 3_000
        // Arrives while the transaction could wait for it.
        if (now === 6_000) setTimeout(() => (later = destination.replace(replacement)), 20)
      }
    },
  }
  const destination = inTurn(store as Store)
  await Promise.all([destination.replace(replacement), destination.replace({ ...replacement, isFollowed: () => !later })])
  await vi.waitFor(() => expect(later).toBeDefined())
  await later
  expect(takenBy).toEqual([2, 1])
})

import { setTimeout as delay } from 'node:timers/promises'
import type { KyselyPlugin } from 'kysely'
import type { Fairness } from './fairness.ts'

/** Longer work counts as this much, so that no pause is longer: locks are held meanwhile. */
const MAX_MS = 250
/** How long it takes until the organization is looked at again. */
const LOOK_AGAIN_MS = 10

/** Long work awaits it between two of its statements. */
export type Pause = () => Promise<void>

/** For work that no request of an organization started, and for commands. */
export const NO_PAUSE: Pause = async () => {}

/**
 * Creates the pauses of long work, such as an import: it holds its connection for longer than a lane lasts. While its organization gives
 * way to another one, it leaves that one its share of the time, as a lane does. Each pause ends after the
 * time that the work before it took, at most 250 ms: what waits for locks of the work waits twice as long at most.
 */
export const createPauses = (
  { givingWay, share }: Pick<Fairness, 'givingWay' | 'share'>,
  orgId: string,
  { now, wait }: { now: () => number; wait: (ms: number) => Promise<unknown> } = { now: () => performance.now(), wait: delay },
): Pause => {
  const pausePerMs = (1 - share) / share
  let since = now()
  return async () => {
    const worked = Math.min(now() - since, MAX_MS)
    givingWay.used(orgId, worked)
    const until = now() + Math.min(worked * pausePerMs, MAX_MS)
    while (now() < until && givingWay.isDue(orgId)) await wait(Math.min(LOOK_AGAIN_MS, until - now()))
    since = now()
  }
}

/** Pauses after each statement of a handle. */
export const pausing = (pause: Pause): KyselyPlugin => ({
  transformQuery: ({ node }) => node,
  async transformResult({ result }) {
    await pause()
    return result
  },
})

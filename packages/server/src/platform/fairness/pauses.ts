import { setTimeout as delay } from 'node:timers/promises'
import type { KyselyPlugin } from 'kysely'
import type { Fairness } from './fairness.ts'
import type { ShareOwner } from './work-owner.ts'

/** Longer work counts as this much, so that no pause is longer: locks are held meanwhile. */
const MAX_MS = 250
/** How long it takes until the organization is looked at again. */
const LOOK_AGAIN_MS = 10
/** Within this time, a statement that waits for a lane starts. It is also how long it takes until the lanes are looked at again. */
const TURN_MS = 2

/** Long work awaits it between two of its statements. */
export type Pause = () => Promise<void>

/** For work that no request of an organization started, and for commands. */
export const NO_PAUSE: Pause = async () => {}

/** Disposing it ends the last part of the work. */
export interface Pauses extends Disposable {
  readonly pause: Pause
}

/**
 * Creates the pauses of long work, such as an import: it holds its connection for longer than a lane lasts. While its organization gives
 * way to another one, each of its parts occupies a lane, so that little else of the organization runs beside it, and the pause between
 * two parts leaves the other organization its share of the time. What waits for the lane goes first. Each pause ends after the
 * time that the work before it took, at most 250 ms: what waits for locks of the work waits twice as long at most.
 */
export const createPauses = (
  { givingWay, share, statements }: Pick<Fairness, 'givingWay' | 'share' | 'statements'>,
  owner: ShareOwner,
  { now, wait }: { now: () => number; wait: (ms: number) => Promise<unknown> } = { now: () => performance.now(), wait: delay },
): Pauses => {
  const { orgId } = owner
  const pausePerMs = (1 - share) / share
  let since = now()
  let isOver = false
  /** Ends the part in progress. The first part has the lane of its connection. */
  let leave: (() => void) | undefined
  const end = (): void => {
    leave?.()
    leave = undefined
  }
  const waitUntil = async (until: number, stepMs: number, isTime: () => boolean): Promise<void> => {
    for (let left = until - now(); left > 0 && !isTime(); left = until - now()) await wait(Math.min(stepMs, left))
  }

  const pause = async (): Promise<void> => {
    const worked = Math.min(now() - since, MAX_MS)
    if (leave) end()
    else givingWay.used(orgId, worked)
    const until = now() + Math.min(worked * pausePerMs, MAX_MS)
    await waitUntil(until, LOOK_AGAIN_MS, () => !givingWay.isDue(orgId))
    if (givingWay.isExpected(orgId)) await wait(TURN_MS)
    await waitUntil(until, TURN_MS, () => statements.mayResume(owner))
    end()
    if (!isOver) leave = statements.resume(owner)
    since = now()
  }
  return {
    pause,
    [Symbol.dispose]() {
      isOver = true
      end()
    },
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

import { createSlowDown, type SlowDown } from '../../../src/gate/authentication/slow-down.ts'

/**
 * Slows guessing down as in production, but says how long each attempt waits instead of waiting: waits end at once, or all
 * together once they are released. So a slow machine cannot end a wait before what has to happen meanwhile.
 */
export const createHeldSlowDown = () => {
  let held: PromiseWithResolvers<void> | undefined
  const waits: number[] = []
  const arrived: string[] = []
  const checked: string[] = []
  const inner = createSlowDown(async (ms) => {
    waits.push(ms)
    await held?.promise
  })
  const slowDown: SlowDown = {
    failed: inner.failed,
    attempt(address, account, check) {
      const attempt = inner.attempt(address, account, () => {
        checked.push(address)
        return check()
      })
      arrived.push(address)
      return attempt
    },
  }
  return {
    slowDown,
    /** How long attempts wait, in milliseconds, in the order in which they start to wait. */
    waits,
    /** The addresses of attempts with a password, in the order in which they came. */
    arrived,
    /** The addresses of passwords, in the order in which they are checked. */
    checked,
    hold: () => {
      held = Promise.withResolvers()
    },
    release: () => {
      held?.resolve()
      held = undefined
    },
  }
}

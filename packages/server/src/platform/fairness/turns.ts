import type { Lanes } from './lanes.ts'
import type { ShareOwner } from './work-owner.ts'

/** Starts the work at once, or in a later turn of the event loop. What it returns is awaited before more of the organization starts. */
export type Turns = (owner: ShareOwner, size: number, start: () => unknown) => void

interface Waiting {
  readonly owner: ShareOwner
  readonly size: number
  readonly start: () => unknown
  readonly since: number
}

/** How long it takes until organizations that give way are looked at again. */
const LOOK_AGAIN_MS = 1

/**
 * Spreads heavy work over turns of the event loop, so that a short request never waits for more than one piece of it. In one turn,
 * work up to the given size starts, or a single larger piece. Organizations take turns, and pause while they give way to others.
 */
export const createTurns = (sizePerTurn: number, lanes: Lanes, now = () => performance.now()): Turns => {
  /** What waits of each organization, in the order of their turns. */
  const waiting = new Map<string, Waiting[]>()
  /** Ends the pieces that last for the whole turn. */
  const ending: (() => void)[] = []
  let started = 0
  let willLookAgain = false

  const mayStart = ({ owner, size }: Waiting): boolean => (started === 0 || started + size <= sizePerTurn) && lanes.isFree(owner)

  const begin = ({ owner, size, start, since }: Waiting): void => {
    if (started === 0) setImmediate(startNext)
    started += size
    const leave = lanes.enter(owner, now() - since)
    const result = start()
    if (result instanceof Promise) result.then(leave, leave)
    // What a large body causes before it waits for the database takes longer than to parse it, and runs after `start` has returned.
    else if (size >= sizePerTurn) ending.push(leave)
    else leave()
  }

  const startNext = (): void => {
    started = 0
    for (const leave of ending.splice(0)) leave()
    for (const [orgId, pieces] of waiting) {
      const [next] = pieces
      if (!next || !mayStart(next)) continue
      pieces.shift()
      waiting.delete(orgId)
      if (pieces.length > 0) waiting.set(orgId, pieces)
      begin(next)
    }
    lookAgain()
  }

  /** If something has started, the next turn looks. */
  const lookAgain = (): void => {
    if (started > 0 || waiting.size === 0 || willLookAgain) return
    willLookAgain = true
    setTimeout(() => {
      willLookAgain = false
      startNext()
    }, LOOK_AGAIN_MS)
  }

  return (owner, size, start) => {
    const piece = { owner, size, start, since: now() }
    const before = waiting.get(owner.orgId)
    if (before) before.push(piece)
    else if (mayStart(piece)) return begin(piece)
    else waiting.set(owner.orgId, [piece])
    lookAgain()
  }
}

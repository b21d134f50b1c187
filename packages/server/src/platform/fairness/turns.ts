/** Starts the work at once, or in a later turn of the event loop. */
export type Turns = (owner: string, size: number, start: () => void) => void

interface Waiting {
  readonly size: number
  readonly start: () => void
}

/**
 * Spreads heavy work over turns of the event loop, so that a short request never waits for more than one piece of it. In one turn,
 * work up to the given size starts, or a single larger piece. Owners take turns.
 */
export const createTurns = (sizePerTurn: number): Turns => {
  /** The owners in the order of their turns. */
  const waiting = new Map<string, Waiting[]>()
  let started = 0

  const mayStart = (size: number): boolean => started === 0 || started + size <= sizePerTurn

  const begin = ({ size, start }: Waiting): void => {
    if (started === 0) setImmediate(startNext)
    started += size
    start()
  }

  const startNext = (): void => {
    started = 0
    for (let [first] = waiting; first; [first] = waiting) {
      const [owner, [next, ...later]] = first
      if (!next || !mayStart(next.size)) return
      waiting.delete(owner)
      if (later.length > 0) waiting.set(owner, later)
      begin(next)
    }
  }

  return (owner, size, start) => {
    if (waiting.size === 0 && mayStart(size)) return begin({ size, start })
    waiting.set(owner, [...(waiting.get(owner) ?? []), { size, start }])
  }
}

/** Runs the work that it is given after all earlier work of the same key has ended. */
export type Turns = <T>(key: string, work: () => Promise<T>) => Promise<T>

/**
 * Calls of one organisation have to wait for each other anyway. Waiting here instead of in the database, they hold no
 * connection, so many calls at once cannot use up the pool.
 */
export const createTurns = (): Turns => {
  const last = new Map<string, Promise<void>>()
  return (key, work) => {
    const mine = (last.get(key) ?? Promise.resolve()).then(work)
    const ended = mine.then(
      () => {},
      () => {},
    )
    last.set(key, ended)
    void ended.then(() => {
      if (last.get(key) === ended) last.delete(key)
    })
    return mine
  }
}

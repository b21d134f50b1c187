/**
 * Runs the works of one key one after the other. Waiting for a lock of the database takes a connection for as long;
 * waiting here takes none, so that a pile of replacements cannot keep events from being stored.
 */
export const createTurns = () => {
  const last = new Map<string, Promise<unknown>>()
  return <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const before = last.get(key) ?? Promise.resolve()
    const mine = before.then(work)
    const settled = mine
      .then(
        () => {},
        () => {},
      )
      .finally(() => {
        if (last.get(key) === settled) last.delete(key)
      })
    last.set(key, settled)
    return mine
  }
}

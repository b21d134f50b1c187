import type { Destination, Replacement } from './destination.ts'

/** The operations of a kind of destination; calls are sequential. */
export interface Store extends Destination {
  /** Makes all replacements or none, in order. If absent, or if it fails, they are made one by one. */
  replaceTogether?(replacements: readonly Replacement[]): Promise<void>
}

interface Waiting {
  readonly replacement: Replacement
  readonly resolve: () => void
  readonly reject: (reason: unknown) => void
}

/**
 * Runs calls one after the other, in order, because a destination has one connection and one transaction. Replacements that
 * arrive during another one are made together, because a commit may take as long as writing the rows.
 */
export const inTurn = (store: Store): Destination => {
  let last: Promise<unknown> = Promise.resolve()
  /** Replacements that arrived since the last other call. */
  let waiting: Waiting[] = []
  const queue = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work)
    last = turn.catch(() => {})
    return turn
  }
  const next = <T>(work: () => Promise<T>): Promise<T> => {
    waiting = []
    return queue(work)
  }
  const replace = (replacement: Replacement): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    waiting.push({ replacement, resolve, reject })
    const together = waiting
    if (together.length === 1) {
      void queue(() => {
        if (waiting === together) waiting = []
        return replaceAll(store, together)
      })
    }
    return promise
  }
  return {
    title: store.title,
    prepare: () => next(() => store.prepare()),
    readState: () => next(() => store.readState()),
    writeState: (entries) => next(() => store.writeState(entries)),
    replace,
    countSegments: (dataset) => next(() => store.countSegments(dataset)),
    countRows: (table) => next(() => store.countRows(table)),
    [Symbol.asyncDispose]: () => next(async () => store[Symbol.asyncDispose]()),
  }
}

const replaceAll = async (store: Store, together: readonly Waiting[]): Promise<void> => {
  if (together.length > 1 && (await isReplacedTogether(store, together))) {
    for (const { resolve } of together) resolve()
    return
  }
  for (const { replacement, resolve, reject } of together) await store.replace(replacement).then(resolve, reject)
}

/** After a failure they are made one by one, which shows the failing one and keeps the others. */
const isReplacedTogether = async (store: Store, together: readonly Waiting[]): Promise<boolean> => {
  if (!store.replaceTogether) return false
  try {
    await store.replaceTogether(together.map(({ replacement }) => replacement))
    return true
  } catch {
    return false
  }
}

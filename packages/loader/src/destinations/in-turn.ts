import type { Destination, Replacement } from './destination.ts'

/** What a kind of destination does; calls come one after the other. */
export interface Store extends Destination {
  /** All of them or none, in their order. Where it is absent, or fails, they are made one by one. */
  replaceTogether?(replacements: readonly Replacement[]): Promise<void>
}

interface Waiting {
  readonly replacement: Replacement
  readonly resolve: () => void
  readonly reject: (reason: unknown) => void
}

/**
 * One call after the other, in the order in which they were made: a destination has one connection, and one transaction on it.
 * Replacements that have come in while another one was made are made together, as a commit may take as long as the rows before it.
 */
export const inTurn = (store: Store): Destination => {
  let last: Promise<unknown> = Promise.resolve()
  /** Those that have come in since anything else did. */
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

/** What fails is made anew one by one: so it shows which of them it was, and the others are kept. */
const isReplacedTogether = async (store: Store, together: readonly Waiting[]): Promise<boolean> => {
  if (!store.replaceTogether) return false
  try {
    await store.replaceTogether(together.map(({ replacement }) => replacement))
    return true
  } catch {
    return false
  }
}

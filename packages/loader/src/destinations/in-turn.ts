import { setTimeout as sleep } from 'node:timers/promises'
import type { Destination, Replacement } from './destination.ts'

/** The operations of a kind of destination; calls are sequential. */
export interface Store extends Destination {
  /**
   * Makes the replacements in order, each completely or not at all, and several by one transaction. Taking the next one also returns
   * those that arrived since the call. If it fails, all of them are made again, one by one. If absent, they are made one by one.
   */
  replaceTogether?(replacements: AsyncIterable<Replacement>): Promise<void>
}

/** How long a transaction stays open for rows that are being downloaded: longer than the next ones take from a service nearby. */
const MAX_GAP_MS = 250
const CHECK_MS = 5
/** How long a transaction takes in more rows. A load that is stopped or killed loses little work then, and its progress is shown. */
const MAX_OPEN_MS = 5_000

interface Waiting {
  readonly replacement: Replacement
  readonly resolve: () => void
  readonly reject: (reason: unknown) => void
}

/** Replacements that are made together. It is closed once the store has taken all of them, or another call has arrived. */
interface Batch {
  readonly waiting: Waiting[]
  isOpen: boolean
}

/**
 * Runs calls one after the other, in order, because a destination has one connection and one transaction. Replacements that
 * arrive during another one are made together, because a commit may take as long as writing the rows.
 */
export const inTurn = (store: Store): Destination => {
  let last: Promise<unknown> = Promise.resolve()
  let batch: Batch | undefined
  const queue = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work)
    last = turn.catch(() => {})
    return turn
  }
  const next = <T>(work: () => Promise<T>): Promise<T> => {
    if (batch) batch.isOpen = false
    return queue(work)
  }
  const replace = (replacement: Replacement): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    if (!batch?.isOpen) {
      const opened: Batch = { waiting: [], isOpen: true }
      batch = opened
      void queue(() => replaceAll(store, opened))
    }
    batch.waiting.push({ replacement, resolve, reject })
    return promise
  }
  return {
    title: store.title,
    isJoining: store.replaceTogether !== undefined,
    prepare: () => next(() => store.prepare()),
    readState: () => next(() => store.readState()),
    writeState: (entries) => next(() => store.writeState(entries)),
    replace,
    countSegments: (dataset) => next(() => store.countSegments(dataset)),
    countRows: (table) => next(() => store.countRows(table)),
    [Symbol.asyncDispose]: () => next(async () => store[Symbol.asyncDispose]()),
  }
}

const replaceAll = async (store: Store, batch: Batch): Promise<void> => {
  if (store.replaceTogether && (await areReplacedTogether(store.replaceTogether, batch))) return
  batch.isOpen = false
  for (const { replacement, resolve, reject } of batch.waiting) await store.replace(replacement).then(resolve, reject)
}

/** After a failure they are made one by one, which shows the failing one and keeps the others. */
const areReplacedTogether = async (replaceTogether: NonNullable<Store['replaceTogether']>, batch: Batch): Promise<boolean> => {
  try {
    await replaceTogether(takenFrom(batch))
  } catch (error) {
    batch.isOpen = false
    if (batch.waiting.length > 1) return false
    batch.waiting[0]?.reject(error)
    return true
  }
  for (const { resolve } of batch.waiting) resolve()
  return true
}

/** Also yields what is added while the store replaces what it has taken, and shortly after that. */
async function* takenFrom(batch: Batch): AsyncGenerator<Replacement> {
  const closesAt = performance.now() + MAX_OPEN_MS
  for (let index = 0; ; index++) {
    // Those that wait already are still taken; later ones start the next batch.
    if (performance.now() >= closesAt) batch.isOpen = false
    const taken = batch.waiting[index - 1]?.replacement
    const isExpected = () => index === batch.waiting.length && batch.isOpen && taken?.isFollowed?.()
    for (let waitedMs = 0; isExpected() && waitedMs < MAX_GAP_MS; waitedMs += CHECK_MS) await sleep(CHECK_MS)
    const next = batch.waiting[index]
    if (!next) break
    yield next.replacement
  }
  batch.isOpen = false
}

import type { Destination } from './destination.ts'

/** One call after the other, in the order in which they were made: a destination has one connection, and one transaction on it. */
export const inTurn = (destination: Destination): Destination => {
  let last: Promise<unknown> = Promise.resolve()
  const next = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work)
    last = turn.catch(() => {})
    return turn
  }
  return {
    title: destination.title,
    prepare: () => next(() => destination.prepare()),
    readState: () => next(() => destination.readState()),
    writeState: (entries) => next(() => destination.writeState(entries)),
    replace: (replacement) => next(() => destination.replace(replacement)),
    countSegments: (dataset) => next(() => destination.countSegments(dataset)),
    countRows: (table) => next(() => destination.countRows(table)),
    [Symbol.asyncDispose]: () => next(async () => destination[Symbol.asyncDispose]()),
  }
}

/** A queue of items by due time. */
export interface DueQueue<T> {
  add(items: readonly T[]): void
  takeDue(now: number): T[]
  /** When the next item is due; infinity if none is left. */
  nextAt(): number
}

export const createDueQueue = <T>(timeOf: (item: T) => number): DueQueue<T> => {
  let list: T[] = []
  return {
    add: (items) => {
      list = [...list, ...items].sort((a, b) => timeOf(a) - timeOf(b))
    },
    takeDue: (now) => {
      const later = list.findIndex((item) => timeOf(item) > now)
      return list.splice(0, later < 0 ? list.length : later)
    },
    nextAt: () => (list[0] === undefined ? Number.POSITIVE_INFINITY : timeOf(list[0])),
  }
}

/** The fate of the events of one kind that one organization sent. */
export class Book {
  readonly sent = new Set<string>()
  readonly acknowledged = new Set<string>()
  /** Calls that are not repeated when no answer comes: each is stored as a whole or not at all. */
  readonly sentOnce: string[][] = []
}

/** Describes each discrepancy between sent, stored and published events; empty when there is none. */
export const findDiscrepancies = (
  { sent, acknowledged, sentOnce }: Book,
  stored: ReadonlyMap<string, number>,
  published: ReadonlyMap<string, number> | undefined,
): string[] => {
  const once = new Set(sentOnce.flat())
  const few = (what: string, ids: Iterable<string>): string[] => {
    const all = [...ids]
    return all.length === 0 ? [] : [`${all.length} ${what}, among them ${all.slice(0, 3).join(', ')}`]
  }
  const doubled = (times: ReadonlyMap<string, number>) => [...times].filter(([, count]) => count !== 1).map(([id]) => id)
  const inPart = sentOnce.filter((ids) => {
    const there = ids.filter((id) => stored.has(id)).length
    return there > 0 && there < ids.length
  })
  return [
    ...few('acknowledged and not stored', acknowledged.difference(stored as ReadonlyMap<string, unknown>)),
    ...few('stored more than once', doubled(stored)),
    ...few('stored and never sent', new Set(stored.keys()).difference(sent)),
    ...few('stored without an answer, though repeated', new Set(stored.keys()).difference(acknowledged).difference(once)),
    ...few('repeated and never acknowledged', sent.difference(acknowledged).difference(once)),
    ...few(
      'calls stored in part',
      inPart.map((ids) => ids[0] as string),
    ),
    ...(published
      ? [
          ...few('stored and not published', new Set(stored.keys()).difference(published as ReadonlyMap<string, unknown>)),
          ...few('published and not stored', new Set(published.keys()).difference(stored as ReadonlyMap<string, unknown>)),
          ...few('published more than once', doubled(published)),
        ]
      : []),
  ]
}

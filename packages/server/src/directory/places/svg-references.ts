/** An element in the order of the document, and the ids of what it draws again. */
export interface Reference {
  readonly depth: number
  readonly id: string | undefined
  readonly uses: readonly string[]
}

/**
 * Counts the elements that a browser draws when it follows all references. Ten symbols that each use the one before ten times are
 * ten billion, so counting stops above the limit. A reference in a circle counts as more than the limit.
 */
export const expandedElements = (elements: readonly Reference[], limit: number): number => {
  const indexOf = new Map<string, number>()
  for (const [index, { id }] of elements.entries()) if (id !== undefined && !indexOf.has(id)) indexOf.set(id, index)
  const counts = new Map<number, number>()
  const counting = new Set<number>()
  const countAt = (start: number): number => {
    const known = counts.get(start)
    if (known !== undefined) return known
    if (counting.has(start) || counting.size > MAX_CHAIN) return limit + 1
    counting.add(start)
    let count = 0
    const depth = elements[start]?.depth ?? 0
    for (let index = start; index < elements.length && count <= limit; index++) {
      const element = elements[index] as Reference
      if (index > start && element.depth <= depth) break
      count += 1
      for (const id of element.uses) {
        const used = indexOf.get(id)
        if (used !== undefined) count += countAt(used)
      }
    }
    counting.delete(start)
    counts.set(start, count)
    return count
  }
  return elements.length === 0 ? 0 : countAt(0)
}

/** The longest chain of references; a browser follows them on its stack. */
const MAX_CHAIN = 100

/** The cycles among groups of which each has at most one parent. Each walk ends where one has been before. */
export const cyclesOf = (parents: ReadonlyMap<string, { readonly parent: string | null }>): string[][] => {
  const walkOf = new Map<string, number>()
  const cycles: string[][] = []
  let walk = 0
  for (const start of parents.keys()) {
    walk++
    const path: string[] = []
    let current: string | null = start
    while (current !== null && !walkOf.has(current)) {
      walkOf.set(current, walk)
      path.push(current)
      current = parents.get(current)?.parent ?? null
    }
    if (current !== null && walkOf.get(current) === walk) cycles.push(path.slice(path.indexOf(current)))
  }
  return cycles
}

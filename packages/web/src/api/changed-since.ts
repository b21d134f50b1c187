/**
 * The fields of a body that differ from before, so that changes that others made to other fields stay; undefined if none does.
 * Fields that say one thing together, such as a begin and an end, go together.
 */
export const changedSince = <B extends object>(
  before: B,
  after: B,
  ...together: readonly (readonly (keyof B)[])[]
): Partial<B> | undefined => {
  const differs = (name: keyof B): boolean => JSON.stringify(before[name]) !== JSON.stringify(after[name])
  const changed = Object.entries(after).filter(([key]) => {
    const name = key as keyof B
    return (together.find((names) => names.includes(name)) ?? [name]).some(differs)
  })
  return changed.length > 0 ? (Object.fromEntries(changed) as Partial<B>) : undefined
}

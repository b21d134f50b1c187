/** Does one after the other, those too that come after one that fails, and gives back the names of those that failed. */
export const attemptAll = async (works: readonly (readonly [name: string, work: () => Promise<void>])[]): Promise<string[]> => {
  const failed: string[] = []
  for (const [name, work] of works) {
    try {
      await work()
    } catch (error) {
      console.error(`${name} failed:`, error)
      failed.push(name)
    }
  }
  return failed
}

/** A step that takes minutes. */
export interface Attempt {
  readonly name: string
  readonly about: string
  readonly work: () => Promise<void>
}

/** `4 min 31 s` */
const durationText = (milliseconds: number): string => {
  const seconds = Math.round(milliseconds / 1000)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/**
 * Runs steps one after the other, even after a failure, and returns the names of failed ones. Prints progress to stderr, because
 * nothing else is visible for minutes.
 */
export const attemptAll = async (attempts: readonly Attempt[]): Promise<string[]> => {
  const failed: string[] = []
  for (const [index, { name, about, work }] of attempts.entries()) {
    const place = `[${index + 1}/${attempts.length}] ${name}`
    console.error(`${place}: ${about} …`)
    const startedAt = performance.now()
    try {
      await work()
      console.error(`${place} took ${durationText(performance.now() - startedAt)}`)
    } catch (error) {
      console.error(`${place} failed after ${durationText(performance.now() - startedAt)}:`, error)
      failed.push(name)
    }
  }
  return failed
}

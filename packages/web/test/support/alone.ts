import { open, readdir, rm, writeFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { inject, vi } from 'vitest'

/** The files of those who wait for this, the first of them first. */
const turnsFor = async (lock: string): Promise<string[]> => {
  const names = await readdir(dirname(lock))
  return names.filter((name) => name.startsWith(`${basename(lock)}.`)).sort()
}

/**
 * Waits until no other test of the project does this, in hooks too, and keeps others from it until it is disposed of. Tests take turns
 * in the order in which they came: else a file that does it in each of its tests would leave others no moment for it.
 */
const alone = (what: string) => async (): Promise<AsyncDisposable> => {
  const lock = `${inject('demoFile')}.${what}`
  const turn = `${lock}.${Date.now()}-${process.pid}`
  const take = async (): Promise<void> => {
    const [first] = await turnsFor(lock)
    if (first !== basename(turn)) throw new Error(`Another test comes first: ${first}.`)
    await open(lock, 'wx').then((file) => file.close())
  }
  await writeFile(turn, '')
  await vi.waitFor(take, { interval: 200, timeout: 120_000 }).finally(() => rm(turn))
  return { [Symbol.asyncDispose]: () => rm(lock) }
}

/** The service refuses a second refresh of the warehouse at a time. A test that needs presence too asks for it after this. */
export const refreshAlone = alone('refresh')

/** The service refuses a second import at a time, even if one is a dry run. */
export const importAlone = alone('import')

/** Who of the company came on which day depends on when its buildings report presence, which a test changes for a while. */
export const presenceAlone = alone('presence')

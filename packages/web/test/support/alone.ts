import { open, rm } from 'node:fs/promises'
import { inject, vi } from 'vitest'

/** Waits until no other test of the project does this, in hooks too, and keeps others from it until it is disposed of. */
const alone = (what: string) => async (): Promise<AsyncDisposable> => {
  const lock = `${inject('demoFile')}.${what}`
  await vi.waitFor(() => open(lock, 'wx').then((file) => file.close()), { interval: 200, timeout: 120_000 })
  return { [Symbol.asyncDispose]: () => rm(lock) }
}

/** The service refuses a second refresh of the warehouse at a time. A test that needs presence too asks for it after this. */
export const refreshAlone = alone('refresh')

/** The service refuses a second import at a time, even if one is a dry run. */
export const importAlone = alone('import')

/** Who of the company came on which day depends on when its buildings report presence, which a test changes for a while. */
export const presenceAlone = alone('presence')

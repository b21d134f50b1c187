import { open, rm } from 'node:fs/promises'
import { expect, inject } from 'vitest'

/** Keeps other tests of the project from refreshing the warehouse meanwhile, as the service refuses a second refresh at a time. */
export const refreshAlone = async (): Promise<AsyncDisposable> => {
  const lock = `${inject('demoFile')}.refresh`
  const take = () =>
    open(lock, 'wx').then(
      (file) => file.close().then(() => true),
      () => false,
    )
  await expect.poll(take, { interval: 200, timeout: 120_000 }).toBe(true)
  return { [Symbol.asyncDispose]: () => rm(lock) }
}

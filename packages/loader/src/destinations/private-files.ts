import { isMainThread } from 'node:worker_threads'

const OWNER_ALONE = 0o077
let holders = 0
let before = 0

/**
 * Copies are personal data, so files created until disposal are readable only by their owner. It sets the umask of the whole
 * process, because DuckDB creates files at any time and has no setting for their mode. Existing files keep their modes.
 */
export const keepPrivate = (): Disposable => {
  // Worker threads share the umask of their process and may not set it.
  if (!isMainThread) return { [Symbol.dispose]: () => {} }
  if (holders === 0) before = process.umask(OWNER_ALONE)
  holders += 1
  let isHeld = true
  return {
    [Symbol.dispose]: () => {
      if (!isHeld) return
      isHeld = false
      holders -= 1
      if (holders === 0) process.umask(before)
    },
  }
}

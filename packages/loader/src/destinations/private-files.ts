import { isMainThread } from 'node:worker_threads'

const OWNER_ALONE = 0o077
let holders = 0
let before = 0

/**
 * Copies are personal data: whatever is created until this is disposed of is for its owner alone. It is the mask of the whole process,
 * since DuckDB creates files at times of its own, and has no setting for it. Files that are there keep their modes.
 */
export const keepPrivate = (): Disposable => {
  // Threads have the mask of their process, and may not set it.
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

import { createSlowDown, type SlowDown } from '../gate/authentication/slow-down.ts'
import { startTestService, type TestService } from './test-service.ts'

/** It starts with the first file that asks for it, and ends with the process. */
let shared: Promise<TestService> | undefined

/** All tests have the same address, and those of one file would wait for the failed attempts of another. */
let attempts = createSlowDown()
const attemptsOfFile: SlowDown = {
  failed: (...attempt) => attempts.failed(...attempt),
  attempt: (...attempt) => attempts.attempt(...attempt),
}

/**
 * The service that all files of a process share, each with organizations of its own: most files cost less than a start. A file starts
 * its own service (test-service.ts) where it has other settings, looks at all organizations, changes the schema, or writes much.
 */
export const shareTestService = async (slowDown = createSlowDown()): Promise<TestService> => {
  attempts = slowDown
  shared ??= startTestService({ slowDown: attemptsOfFile })
  return {
    ...(await shared),
    drain: () => Promise.reject(new Error('Other files use this service as well. Start one of your own to drain it.')),
    // Other files go on using it.
    async [Symbol.asyncDispose]() {},
  }
}

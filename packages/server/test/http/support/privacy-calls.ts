import type { GoodCalls } from './good-calls.ts'

/** The person is not erased, because all other calls are about the same person. */
export const PRIVACY: GoodCalls = {
  bodies: {
    erasePerson: () => ({ reason: 'Request 4711', dryRun: true }),
  },
}

import { defineConfig } from 'vitest/config'

/** A run of one test that never ends. */
export default defineConfig({
  test: {
    include: ['packages/server/test/operations/interrupted/hanging.ts'],
    globalSetup: ['packages/server/src/testing/global-setup.ts'],
    pool: 'forks',
    testTimeout: 0,
  },
})

import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.ts', 'packages/*/test/**/*.test.ts', 'bench/src/**/*.test.ts', 'connectors/**/*.test.ts'],
    globalSetup: ['packages/server/src/testing/global-setup.ts'],
    pool: 'forks',
    // One of two cores would be left idle otherwise: most tests wait for the database.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // What is waited for comes when it comes: a busy machine is no fault.
    expect: { poll: { timeout: 20_000 } },
  },
})

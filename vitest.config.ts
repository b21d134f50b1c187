import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'service',
          include: [
            'packages/*/src/**/*.test.ts',
            'packages/*/test/**/*.test.ts',
            'bench/src/**/*.test.ts',
            'connectors/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', 'packages/web/test/**'],
          globalSetup: ['packages/server/src/testing/global-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: ['packages/web/test/**/*.test.ts'],
          globalSetup: ['packages/web/test/support/global-setup.ts'],
        },
      },
    ],
    pool: 'forks',
    // More than cores: most tests wait for the database, or for a process.
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // What is waited for comes when it comes: a busy machine is no fault.
    expect: { poll: { timeout: 20_000 } },
  },
})

import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** Apart from `npm test`, because these need Patroni, etcd and HAProxy, and take minutes. */
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    include: ['deploy/availability/test/*.test.ts'],
    globalSetup: ['deploy/availability/test/global-setup.ts'],
    pool: 'forks',
    experimental: { viteModuleRunner: false, nodeLoader: false },
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
  },
})

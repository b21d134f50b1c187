import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** Apart from `npm test`, because these install a conformance test from the Python registry, and Keycloak from Maven Central. */
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    include: ['scripts/identity/*.test.ts'],
    globalSetup: ['packages/server/src/testing/global-setup.ts'],
    pool: 'forks',
    experimental: { viteModuleRunner: false, nodeLoader: false },
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 900_000,
  },
})

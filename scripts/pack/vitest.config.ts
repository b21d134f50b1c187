import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** Apart from `npm test`, because these install the packed packages and several versions of Node from the registry. */
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    include: ['scripts/pack/test/*.test.ts'],
    globalSetup: ['scripts/pack/test/global-setup.ts'],
    pool: 'forks',
    experimental: { viteModuleRunner: false, nodeLoader: false },
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 1_200_000,
  },
})

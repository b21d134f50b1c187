import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** Apart from `npm test`, because these need tools of other ecosystems: Go, Python, Debian. */
export default defineConfig({
  root: join(import.meta.dirname, '..'),
  test: {
    include: ['deploy/test/**/*.test.ts'],
    pool: 'forks',
    experimental: { viteModuleRunner: false, nodeLoader: false },
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 1_200_000,
  },
})

import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Tests of how much memory something takes, and of what a process does once: others must not have run in it before. */
const ALONE = [
  'http/body',
  'http/streaming',
  'warehouse/streaming',
  'warehouse-formats/many-rows',
  'warehouse-formats/private-folder',
].map((name) => `packages/server/test/${name}.test.ts`)

const FAULTS = 'packages/server/test/faults/*.test.ts'

const SERVER_SETUP = ['packages/server/src/testing/global-setup.ts']

/**
 * Mostly those that start processes, and those that wait: none of them should be the last that everybody waits for. Pages are not among
 * them, as at first they would wait for the web app and their company to be made.
 */
const SLOW =
  /\/(cli|embedded-postgres|loader)\/test\/|\/(accounts|faults|hostile|imports|live|operations)\/|\/(concurrency|copy|killed|metering\/warehouse|outage|property|simulated-history|slow-readers|streaming|updated-at)\.test\./

/** It needs the web app, which tests of pages build at the beginning: later it does not build it once more. */
const NEEDS_APP = /\/cli\/test\/npm-start\./

/** Node cannot run the macros of the web app's words by itself. */
const WEB_ARGUMENTS = ['--import', join(import.meta.dirname, 'packages/web/macros-in-node.ts')]
const WEB_SETUP = ['packages/web/test/support/global-setup.ts']
/** The hooks of the first files wait until the web app is built and the company made, which takes minutes on a busy machine. */
const COMPANY_TIMEOUT = 600_000
const pagesOf = (...parts: string[]): string[] => parts.map((part) => `packages/web/test/${part}/**/*.test.ts`)

/** Tests outside of the folders of those that change the company, which make buildings or zones. */
const CHANGING = ['kiosk', ...['explorer', 'refresh-runs', 'refusals', 'take-along'].map((name) => `data/${name}`)].map(
  (name) => `packages/web/test/${name}.test.ts`,
)

const slowFirst = (files: readonly TestSpecification[]): TestSpecification[] => {
  const {
    slow = [],
    later = [],
    quick = [],
  } = Object.groupBy(files, ({ moduleId }) => (NEEDS_APP.test(moduleId) ? 'later' : SLOW.test(moduleId) ? 'slow' : 'quick'))
  return [...slow, ...later, ...quick]
}

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return slowFirst(await super.sort(files))
  }

  /** Deals the files out in turn, so that no shard gets all of the slow ones. */
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index, count } = this.ctx.config.shard ?? { index: 1, count: 1 }
    const inOrder = slowFirst(files.toSorted((a, b) => compare(nameOf(a), nameOf(b))))
    return inOrder.filter((_, position) => position % count === index - 1)
  }
}

const nameOf = ({ moduleId, project }: TestSpecification): string => `${project.name} ${moduleId}`
const compare = (a: string, b: string): number => (a < b ? -1 : 1)

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
          exclude: ['**/node_modules/**', 'packages/web/**', FAULTS, ...ALONE],
          globalSetup: SERVER_SETUP,
          // A process of its own for each file spends more on loading modules than on most tests.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          include: ALONE,
          globalSetup: SERVER_SETUP,
        },
      },
      // What happens to processes, disks, clocks and networks, with programs as operators run them.
      {
        extends: true,
        test: {
          name: 'faults',
          include: [FAULTS],
          globalSetup: ['packages/server/test/faults/support/global-setup.ts'],
        },
      },
      // What people do in the web app, in Chromium, and scans of each page. Where they change the company, they have one to themselves,
      // as the others compare whole pages with it. A process keeps its Chromium for all of its files.
      {
        extends: true,
        test: {
          name: 'pages',
          include: ['packages/web/{src/**,test}/*.test.ts', ...pagesOf('analytics', 'data')],
          exclude: CHANGING,
          globalSetup: WEB_SETUP,
          hookTimeout: COMPANY_TIMEOUT,
          execArgv: WEB_ARGUMENTS,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'pages-changing',
          include: [...pagesOf('me', 'admin', 'admin-places', 'jobs', 'troubleshooting'), ...CHANGING],
          globalSetup: WEB_SETUP,
          hookTimeout: COMPANY_TIMEOUT,
          execArgv: WEB_ARGUMENTS,
          isolate: false,
        },
      },
    ],
    pool: 'forks',
    // Node loads the modules itself, as in production, which saves a quarter of the processor time.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // More than cores: most tests wait for the database, a process or a timeout. With one more than cores, a fifth of the time was idle.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: SlowFirst },
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // What is waited for comes when it comes: a busy machine is no fault.
    expect: { poll: { timeout: 120_000 } },
    coverage: {
      provider: 'v8',
      include: ['packages/server/src/**/*.ts'],
      exclude: ['packages/server/src/testing/**', '**/*.test.ts'],
      reporter: ['text-summary', 'html', 'json-summary'],
      reportOnFailure: true,
      reportsDirectory: 'node_modules/.cache/coverage',
    },
  },
})

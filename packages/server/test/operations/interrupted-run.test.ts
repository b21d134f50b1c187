import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, type ExpectStatic, it } from 'vitest'
import { isRunning } from '../../src/testing/clear-run.ts'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const VITEST = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs')
const CONFIG = join(ROOT, 'packages/server/test/operations/interrupted/vitest.config.ts')

interface Started {
  /** PostgreSQL, a process that the test has started, and the worker. */
  readonly pids: number[]
  readonly folders: string[]
}

/** A run with what it started. Its disposal ends all of it, also where a test fails before that. */
interface StartedRun extends Started, AsyncDisposable {
  readonly run: ChildProcess
}

const end = (pid: number | undefined): void => {
  if (pid !== undefined && isRunning(pid)) process.kill(pid, 'SIGKILL')
}

/** Each run that starts clears what it finds of dead ones, also where another test looks at that. */
const starts: Promise<StartedRun>[] = []

/** A run of the tests with a PostgreSQL, a database, a folder and a process of its own, in the middle of its test. */
const startRun = (expect: ExpectStatic, temporary: string): Promise<StartedRun> => {
  const start = openRun(expect, temporary)
  starts.push(start)
  return start
}

const openRun = async (expect: ExpectStatic, temporary: string): Promise<StartedRun> => {
  await using stack = new AsyncDisposableStack()
  const file = join(temporary, 'started.json')
  await rm(file, { force: true })
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|NODE_ENV$|SCRATCH_DIR$|TEST$|ROLLCALL_TEST_)/.test(name),
  )
  const run = spawn(process.execPath, [VITEST, 'run', '--config', CONFIG, '--root', ROOT], {
    env: { ...Object.fromEntries(inherited), TMPDIR: temporary, TELL_FILE: file },
    stdio: 'ignore',
  })
  const isOver = once(run, 'exit')
  stack.defer(() => isOver.then(() => {}))
  stack.defer(() => end(run.pid))
  const ended = isOver.then(([code]) => Promise.reject(new Error(`The run ended with ${code}`)))
  ended.catch(() => {})
  await Promise.race([ended, expect.poll(() => existsSync(file), { timeout: 120_000 }).toBe(true)])
  await expect.poll(async () => (await readFile(file, 'utf8')).length).toBeGreaterThan(10)
  const started: Started = JSON.parse(await readFile(file, 'utf8'))
  // Its watchdog ends by itself once the run is gone.
  stack.defer(() => started.pids.forEach(end))
  expect(started.pids.map(isRunning)).toEqual([true, true, true])
  const running = stack.move()
  return { ...started, run, [Symbol.asyncDispose]: () => running.disposeAsync() }
}

const temporaryFolder = async (): Promise<AsyncDisposable & { readonly path: string }> => {
  const path = await mkdtemp(join(tmpdir(), 'rollcall-interrupted-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

const remains = ({ pids, folders }: Started) => [...pids.filter(isRunning), ...folders.filter((folder) => existsSync(folder))]

const watchdogsOf = async ({ folders }: Started): Promise<number[]> => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(
    pids.map(async (pid) => {
      const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0')
      return words.some((word) => word.endsWith('watchdog.ts')) && folders.every((folder) => words.includes(folder))
        ? Number(pid)
        : 0
    }),
  )
  return found.filter((pid) => pid > 0)
}

// Each run has a folder of its own, and waits for its processes.
describe.concurrent('an interrupted run', () => {
  // SIGTERM ends the second run of the last test.
  it.for(['SIGINT', 'SIGKILL'] as const)(
    'a run that is ended by %s leaves no process and no folder',
    async (signal, { expect }) => {
      await using temporary = await temporaryFolder()
      await using started = await startRun(expect, temporary.path)
      started.run.kill(signal)
      await expect.poll(() => remains(started), { timeout: 60_000 }).toEqual([])
    },
  )

  it.runIf(process.platform === 'linux')(
    'what a run leaves whose watchdog was killed too, the next one clears',
    async ({ expect }) => {
      await using temporary = await temporaryFolder()
      await using first = await startRun(expect, temporary.path)
      await Promise.allSettled(starts)
      const [watchdog] = await watchdogsOf(first)
      process.kill(watchdog as number, 'SIGKILL')
      first.run.kill('SIGKILL')
      await once(first.run, 'exit')
      expect(remains(first)).toEqual(expect.arrayContaining([first.pids[0], ...first.folders]))
      await using second = await startRun(expect, temporary.path)
      expect(remains(first)).toEqual([])
      second.run.kill('SIGTERM')
      await expect.poll(() => remains(second), { timeout: 60_000 }).toEqual([])
    },
  )
})

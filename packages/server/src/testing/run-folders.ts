import { spawn } from 'node:child_process'
import { chmod, mkdtemp, readdir } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { clearRun, isRunning, RUN_PREFIX } from './clear-run.ts'
import { memoryFolder } from './scratch-folder.ts'

/** The compile cache of Node, shared by all processes of all runs: it halves the cost of starting one. */
const COMPILED = fileURLToPath(new URL('../../../../node_modules/.cache/rollcall-test', import.meta.url))

const WATCHDOG = fileURLToPath(new URL('./watchdog.ts', import.meta.url))

/** The flag is global because every project loads its own copy of this module. */
const everywhere = globalThis as { [OPENING]?: Promise<void> }
const OPENING = Symbol.for('rollcall.run-folders')

/**
 * Gives this test run its own folder for everything temporary, and a watchdog that clears it when this process ends, however
 * it ends: servers that tests have started do not outlive a run that was interrupted or killed. Leftovers of runs whose
 * watchdog was killed as well are cleared first.
 */
export const openRunFolders = (): Promise<void> => {
  everywhere[OPENING] ??= open()
  return everywhere[OPENING]
}

const open = async (): Promise<void> => {
  const parents = [...new Set([tmpdir(), (await memoryFolder()) ?? tmpdir()])]
  await clearDeadRuns(parents)
  const env = { ...process.env }
  const folders = await Promise.all(parents.map((parent) => mkdtemp(join(parent, `${RUN_PREFIX}${process.pid}-`))))
  // PostgreSQL runs as another user when the tests run as root.
  for (const folder of folders) await chmod(folder, 0o711)
  const watchdog = spawn(process.execPath, [WATCHDOG, ...folders], { detached: true, env, stdio: ['pipe', 'ignore', 'ignore'] })
  watchdog.unref()
  // Neither of the two keeps this process from ending.
  ;(watchdog.stdin as Socket).unref()
  process.env.TMPDIR = folders[0]
  process.env.SCRATCH_DIR = folders.at(-1)
  process.env.NODE_COMPILE_CACHE ??= COMPILED
}

const clearDeadRuns = async (parents: readonly string[]): Promise<void> => {
  const dead: string[] = []
  for (const parent of parents) {
    for (const name of await readdir(parent)) {
      const pid = name.startsWith(RUN_PREFIX) ? Number.parseInt(name.slice(RUN_PREFIX.length), 10) : Number.NaN
      if (pid > 0 && !isRunning(pid)) dead.push(join(parent, name))
    }
  }
  if (dead.length > 0) await clearRun(dead)
}

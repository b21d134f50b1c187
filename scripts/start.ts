/**
 * `npm start` and `npm run demo`: runs the command, and ends it when npm was killed. npm starts scripts by a shell, which only some
 * systems replace by the command; so the parent of this process may be that shell, which outlives npm.
 */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const CHECK_MS = 1000

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Undefined where neither /proc nor `ps` exists, as on Windows, which closes the window with all of its programs. */
const parentOf = async (pid: number): Promise<number | undefined> => {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const [, parent] = /\) \S (\d+) /.exec(status) ?? []
  if (parent !== undefined) return Number(parent)
  const { stdout } = await promisify(execFile)('ps', ['-o', 'ppid=', '-p', String(pid)]).catch(() => ({ stdout: '' }))
  return Number(stdout) > 1 ? Number(stdout) : undefined
}

const npm = await parentOf(process.ppid)
if (npm !== undefined) {
  const timer = setInterval(() => {
    if (isRunning(npm)) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, CHECK_MS).unref()
}
const command = new URL('../packages/cli/bin/rollcall.js', import.meta.url)
await import(command.href)

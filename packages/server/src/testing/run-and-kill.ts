import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * Runs a script in its own process and ends it by kill -9 the given number of milliseconds after it has printed "ready". The
 * script prints "done" after its work.
 * @returns whether the script had finished before
 */
export const runAndKill = async (script: string, args: readonly string[], afterMs: number): Promise<boolean> => {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    said += text
  })
  const closed = once(child, 'close')
  while (!said.includes('ready') && child.exitCode === null) await Promise.race([once(child.stdout, 'data'), closed])
  await Promise.race([delay(afterMs), closed])
  child.kill('SIGKILL')
  await closed
  return said.includes('done')
}

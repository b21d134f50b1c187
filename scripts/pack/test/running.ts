import { spawn } from 'node:child_process'
import { once } from 'node:events'

export interface Running extends AsyncDisposable {
  readonly output: () => string
  /** Waits for text in the output; fails with all of it if the command ends before. */
  until(text: RegExp): Promise<RegExpExecArray>
  /** What Ctrl+C does in a terminal: the signal reaches npm and the command. Returns the exit status. */
  interrupt(): Promise<number | null>
  /** What a service manager does. */
  terminate(): Promise<number | null>
}

/** Starts a command in a process group of its own. */
export const start = (command: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Running => {
  const child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const pid = child.pid as number
  let output = ''
  let changed = Promise.withResolvers<void>()
  const notify = () => {
    changed.resolve()
    changed = Promise.withResolvers()
  }
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      notify()
    })
  }
  const ended = once(child, 'close')
  const isRunning = () => child.exitCode === null && child.signalCode === null
  const end = async (signal: () => void): Promise<number | null> => {
    if (isRunning()) signal()
    const [status] = await ended
    return status
  }
  return {
    output: () => output,
    async until(text) {
      for (;;) {
        const found = text.exec(output)
        if (found) return found
        if (!isRunning()) throw new Error(`${command} ${args.join(' ')} ended with ${child.exitCode}:\n${output}`)
        await Promise.race([changed.promise, ended])
      }
    },
    interrupt: () => end(() => process.kill(-pid, 'SIGINT')),
    terminate: () => end(() => child.kill('SIGTERM')),
    async [Symbol.asyncDispose]() {
      await end(() => process.kill(-pid, 'SIGINT'))
    },
  }
}

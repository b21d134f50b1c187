import { type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'

export interface Finished {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

interface RunOptions extends Pick<SpawnOptions, 'cwd'> {
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string
}

const LINES = 12

/** Runs a program to its end, whatever its exit status. */
export const tryProgram = async (
  file: string,
  args: readonly string[],
  { cwd, env, input = '' }: RunOptions = {},
): Promise<Finished> => {
  const child = spawn(file, args, { cwd, env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'pipe'] })
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (chunk: string) => {
      output[name] += chunk
    })
  }
  // A program that ends before it read its input is judged by its exit status.
  child.stdin.on('error', () => {}).end(input)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...output }
}

export const lastLines = (text: string): string => text.trimEnd().split('\n').slice(-LINES).join('\n')

/**
 * Runs a program that must succeed.
 * @throws Error with the last lines of its output
 */
export const runProgram = async (file: string, args: readonly string[], options: RunOptions = {}): Promise<string> => {
  const { code, stdout, stderr } = await tryProgram(file, args, options)
  if (code !== 0) throw new Error(`${file} ${args.join(' ')} ended with ${code}:\n${lastLines(stdout)}\n${lastLines(stderr)}`)
  return stdout
}

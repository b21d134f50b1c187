import { spawn } from 'node:child_process'

/** The user a process runs as; undefined means the user we are. */
export interface ServerUser {
  readonly uid: number
  readonly gid: number
}

interface CommandResult {
  readonly code: number | null
  readonly output: string
}

/**
 * The environment of every process we start. Nothing is inherited: PGDATA, PGOPTIONS, a HOME the user cannot
 * read, or a locale that is not installed would all change what PostgreSQL does.
 */
export const CLEAN_ENV: Record<string, string> = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
}

/** Runs a program to its end, in `/` because the user may have no right to be in our working directory. */
export const runCommand = (file: string, args: string[], user?: ServerUser): Promise<CommandResult> => {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      ...user,
      cwd: '/',
      env: CLEAN_ENV,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const collect = (chunk: Buffer) => {
      output += chunk.toString()
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output: output.trim() }))
  })
}

/** Runs `test OPERATOR path` for each path as that user: rights are found out by trying, not by computing. */
export const userCan = async (user: ServerUser | undefined, operator: '-x' | '-r', ...paths: string[]) => {
  const script = 'operator=$1; shift; for path do test "$operator" "$path" || exit 1; done'
  const { code } = await runCommand('/bin/sh', ['-c', script, 'sh', operator, ...paths], user)
  return code === 0
}

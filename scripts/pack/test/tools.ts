import { type ExecFileOptions, execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'

export const ROOT = join(import.meta.dirname, '../../..')
const CACHE = join(ROOT, 'node_modules/.cache/pack-tools')

/** The oldest version that the packages name, and the newest of each line. The repository's own is the last one. */
export const NODES = ['22.15.0', '22.23.3', '24.21.0', '26.10.0'] as const
export const OLDEST_FOR_LIBRARIES = '20.20.2'

const run = promisify(execFile)

/** Runs npm as its users do, without what an npm that started this test passes on. */
export const npm = (cwd: string, ...args: string[]): Promise<{ stdout: string; stderr: string }> =>
  run('npm', args, { cwd, env: plainEnvironment(), maxBuffer: 64 * 1024 * 1024 })

export const plainEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(npm_|ROLLCALL_|DATABASE_URL|NODE_OPTIONS$|NODE_ENV$|NODE_COMPILE_CACHE$|VITEST|TEST$|PORT$)/.test(name),
    ),
  )

/** A package of tools in a folder of its own, which stays for later runs. */
export const installTool = async (name: string, version: string): Promise<string> => {
  const folder = join(CACHE, `${name.replaceAll('/', '-')}-${version}`)
  if (!existsSync(folder)) {
    const draft = `${folder}.${process.pid}`
    await mkdir(draft, { recursive: true })
    await writeFile(join(draft, 'package.json'), '{}')
    await npm(draft, 'install', '--no-audit', '--no-fund', '--ignore-scripts', `${name}@${version}`)
    await rename(draft, folder).catch(() => rm(draft, { recursive: true }))
  }
  return join(folder, 'node_modules', name)
}

/** The program of a version of Node. */
export const installNode = async (version: string): Promise<string> =>
  join(await installTool(`node-${process.platform}-${process.arch}`, version), 'bin/node')

/** The environment of a machine that has this version of Node, and npm. */
export const environmentOf = (node: string, more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  ...plainEnvironment(),
  PATH: `${dirname(node)}${delimiter}${process.env.PATH}`,
  ...more,
})

/** The status and the output of a command that ends by itself. */
export const attempt = async (
  file: string,
  args: readonly string[],
  options: ExecFileOptions,
): Promise<{ status: number; stdout: string; stderr: string }> => {
  try {
    const { stdout, stderr } = await run(file, args, { ...options, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
    return { status: 0, stdout, stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { status: code, stdout, stderr }
  }
}

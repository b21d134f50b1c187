import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runProgram, tryProgram } from './programs.ts'

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/connectors/', import.meta.url))
const REQUIREMENTS = fileURLToPath(new URL('requirements/', import.meta.url))
const PROMTOOL = 'v0.316.0'
const READY = 'installed'

/** Programs of one tool, in a virtual environment of its own: their requirements contradict each other. */
export interface Installed {
  /** Version of a package. */
  version(name: string): string
  program(name: string): string
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Makes the folder once per content of the requirements, and again if the last attempt was interrupted. */
const installOnce = async (name: string, pins: string, install: (folder: string) => Promise<void>): Promise<string> => {
  const folder = join(CACHE, `${name}-${createHash('sha256').update(pins).digest('hex').slice(0, 12)}`)
  if (await exists(join(folder, READY))) return folder
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await install(folder)
  await writeFile(join(folder, READY), '')
  return folder
}

const findPython = async (): Promise<string> => {
  for (const name of ['python3', 'python']) {
    const found = await tryProgram(name, ['-c', 'import sys; print(sys.version_info >= (3, 11))']).catch(() => undefined)
    if (found?.stdout.trim() === 'True') return name
  }
  throw new Error('Python 3.11 or newer is needed, with its module venv (Debian: apt-get install python3-venv).')
}

const pinsOf = (name: string): Promise<string> => readFile(join(REQUIREMENTS, `${name}.txt`), 'utf8')

/** The installer of the others, which is much faster than pip. */
const installUv = async (): Promise<string> => {
  const folder = await installOnce('uv', await pinsOf('uv'), async (to) => {
    await runProgram(await findPython(), ['-m', 'venv', to])
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', join(REQUIREMENTS, 'uv.txt')]
    await runProgram(join(to, 'bin', 'python'), pip)
  })
  return join(folder, 'bin', 'uv')
}

const environments = new Map<string, Promise<Installed>>()

const createEnvironment = async (name: string, uv: Promise<string>): Promise<Installed> => {
  const pins = await pinsOf(name)
  const folder = await installOnce(name, pins, async (to) => {
    const env = { UV_CACHE_DIR: join(CACHE, 'downloads'), UV_PYTHON_DOWNLOADS: 'never' }
    await runProgram(await uv, ['venv', '--quiet', '--clear', '--python', await findPython(), to], { env })
    const sync = ['pip', 'sync', '--quiet', '--compile-bytecode', '--python', join(to, 'bin', 'python')]
    await runProgram(await uv, [...sync, join(REQUIREMENTS, `${name}.txt`)], { env })
  })
  return {
    version: (of) => new RegExp(`^${of}==(\\S+)`, 'm').exec(pins)?.[1] ?? 'unknown',
    program: (of) => join(folder, 'bin', of),
  }
}

let uv: Promise<string> | undefined

/** The virtual environment of `requirements/<name>.txt`. */
export const environment = (name: string): Promise<Installed> => {
  uv ??= installUv()
  const known = environments.get(name) ?? createEnvironment(name, uv)
  environments.set(name, known)
  return known
}

/** Prometheus without its service discoveries, which `promtool` does not need and take most of the compilation. */
export const installPromtool = async (): Promise<Installed> => {
  const folder = await installOnce('promtool', PROMTOOL, async (to) => {
    const module = `github.com/prometheus/prometheus/cmd/promtool@${PROMTOOL}`
    const env = { GOBIN: to, CGO_ENABLED: '0', GOFLAGS: '-buildvcs=false', GOTOOLCHAIN: 'auto' }
    await runProgram('go', ['install', '-tags', 'remove_all_sd', module], { env }).catch((error: Error) => {
      throw 'code' in error ? new Error('Go 1.21 or newer is needed to build promtool.') : error
    })
  })
  return { version: () => PROMTOOL, program: (of) => join(folder, of) }
}

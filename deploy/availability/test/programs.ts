/** The programs of Debian that keep a service available: installed where that is possible. */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { once, run } from '../../test/tools.ts'

const POSTGRES = '/usr/lib/postgresql/*/bin/postgres'

/** What a program is called, and the package of Debian that has it. */
const PACKAGES = { haproxy: 'haproxy', etcd: 'etcd-server', '/usr/bin/pip3': 'python3-pip' }

/** From its own registry: Debian 12 has 3.0.2, which lets a primary that stood still take its lock back from its successor. */
const PATRONI = 'patroni[etcd3]==4.1.5'
/** That of Debian: any other might be in a folder that the user of PostgreSQL cannot read. */
export const PYTHON = '/usr/bin/python3'
const DRIVER = 'psycopg2-binary==2.9.13'

const missing = (): string[] => {
  const programs = Object.entries(PACKAGES).filter(([program]) => spawnSync(program, ['--version']).error)
  const postgres = globSync(POSTGRES).length > 0 ? [] : ['postgresql']
  return [...new Set([...programs.map(([, name]) => name), ...postgres])]
}

/** @throws Error that says what to install */
export const ensurePrograms = (): void => {
  if (missing().length > 0 && process.getuid?.() === 0) {
    const options = ['install', '--yes', '--no-install-recommends', ...missing()]
    execFileSync('apt-get', options, { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  }
  if (missing().length > 0) throw new Error(`These tests need Debian's packages: apt-get install ${missing().join(' ')}`)
}

/** The folder of the newest PostgreSQL here. */
export const postgresFolder = (): string => {
  const versions = globSync(POSTGRES).map((path) => path.slice(0, path.lastIndexOf('/')))
  const numberOf = (path: string) => Number(/\/(\d+)\/bin$/.exec(path)?.[1])
  return versions.toSorted((a, b) => numberOf(b) - numberOf(a))[0] as string
}

/** Puts Patroni into a folder that the user of PostgreSQL can read; returns it. Its programs are in `bin`. */
export const copyPatroni = (to: string): string => {
  const packages = once(`${PATRONI}-${DRIVER}`, (partial) => {
    run(PYTHON, ['-m', 'pip', 'install', '--quiet', '--target', partial, PATRONI, DRIVER])
  })
  const folder = join(to, 'patroni')
  cpSync(packages, folder, { recursive: true })
  return folder
}

/** The versions of all programs, for the results. */
export const listVersions = (): string => {
  const numberOf = (program: string, option: string) => /\d+(?:\.\d+)+/.exec(run(program, [option]))?.[0]
  const postgres = numberOf(join(postgresFolder(), 'postgres'), '--version')
  const patroni = PATRONI.slice(PATRONI.lastIndexOf('=') + 1)
  return `PostgreSQL ${postgres}, Patroni ${patroni}, etcd ${numberOf('etcd', '--version')}, HAProxy ${numberOf('haproxy', '-v')}`
}

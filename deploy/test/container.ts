/** Runs a built image as Docker does with the settings of compose.yaml: its user, its limits, a root file system that is read-only. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Image } from './build-image.ts'

export interface Options {
  readonly env?: Readonly<Record<string, string>>
  /** Arguments instead of CMD. */
  readonly args?: readonly string[]
  readonly tmpfs?: readonly string[]
  /** Folders and files of this machine by their path in the container. */
  readonly volumes?: Readonly<Record<string, string>>
  /** Names of hosts, all of which are this machine. */
  readonly hosts?: readonly string[]
  readonly memoryBytes?: number
}

interface Finished {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface Container extends AsyncDisposable {
  /** Everything that it printed. */
  output(): string
  /** Runs a program inside, as its user. */
  exec(...args: string[]): Finished
  /** Sends SIGTERM and returns the exit status. */
  stop(): Promise<number | null>
  readonly ended: Promise<number | null>
  /** The most memory that it used. */
  peakBytes(): number
}

const MEMORY = '/sys/fs/cgroup/memory'
const isVersion1 = existsSync(MEMORY)
let number = 0

/** A control group with a limit of memory, of either version. */
const createGroup = (bytes: number): string => {
  const folder = join(isVersion1 ? MEMORY : '/sys/fs/cgroup', `rollcall-test-${process.pid}-${number++}`)
  if (!isVersion1) writeFileSync('/sys/fs/cgroup/cgroup.subtree_control', '+memory')
  mkdirSync(folder)
  writeFileSync(join(folder, isVersion1 ? 'memory.limit_in_bytes' : 'memory.max'), String(bytes))
  return folder
}

/** Becomes the user of the image, without any rights of root, in its folder. */
const asUser = ({ root, user, workdir, env }: Image, more: Options['env']): string[] => {
  const [uid, gid] = user.split(':') as [string, string]
  const drop = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--no-new-privs', '--bounding-set=-all', '--inh-caps=-all']
  const settings = Object.entries({ ...env, ...more }).map(([name, value]) => `${name}=${value}`)
  return ['chroot', root, 'setpriv', ...drop, '--', 'env', '-i', ...settings, 'sh', '-c', `cd ${workdir} && exec "$@"`, 'sh']
}

const mountsOf = ({ tmpfs = [], volumes = {} }: Options, hosts: string): string[] => [
  'mount --bind "$ROOT" "$ROOT"',
  'mount --options remount,bind,ro "$ROOT"',
  'mount -t proc proc "$ROOT/proc"',
  'mount --rbind /dev "$ROOT/dev"',
  'mount --rbind /sys "$ROOT/sys"',
  `mount --bind "${hosts}" "$ROOT/etc/hosts"`,
  ...tmpfs.map((path) => `mount -t tmpfs -o mode=1777 tmpfs "$ROOT${path}"`),
  ...Object.entries(volumes).map(([target, source]) => `mount --bind "${source}" "$ROOT${target}"`),
]

/** Makes a volume with what the image has at its path, as Docker does. */
export const createVolume = ({ root }: Image, path: string, folder: string): string => {
  execFileSync('cp', ['--archive', join(root, path), folder])
  return folder
}

/** Mount points have to exist before the file system is read-only. */
const prepare = ({ root }: Image, { volumes = {} }: Options, hosts: readonly string[]): string => {
  const file = join(root, 'etc/hosts')
  writeFileSync(`${root}.hosts`, `127.0.0.1 localhost ${hosts.join(' ')}\n`)
  writeFileSync(file, '')
  for (const target of Object.keys(volumes)) {
    if (existsSync(join(root, target))) continue
    mkdirSync(join(root, target, '..'), { recursive: true })
    writeFileSync(join(root, target), '')
  }
  return `${root}.hosts`
}

const innerPid = (child: ChildProcess): string => readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim()

export const runContainer = (image: Image, options: Options = {}): Container => {
  const group = createGroup(options.memoryBytes ?? 2 ** 31)
  const hosts = prepare(image, options, options.hosts ?? [])
  const script = ['set -e', `echo $$ > "${group}/cgroup.procs"`, ...mountsOf(options, hosts), 'exec "$@"'].join('\n')
  const command = [...asUser(image, options.env), ...image.entrypoint, ...(options.args ?? image.cmd)]
  const child = spawn('unshare', ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', script, 'sh', ...command], {
    env: { ...process.env, ROOT: image.root },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const ended = once(child, 'close').then(([code]) => {
    rmdirSync(group)
    return code as number | null
  })
  const stop = async (): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) process.kill(Number(innerPid(child)), 'SIGTERM')
    return ended
  }
  return {
    output: () => output,
    exec: (...args) => {
      const enter = [
        '--target',
        innerPid(child),
        '--mount',
        '--pid',
        '--',
        'sh',
        '-c',
        `echo $$ > "${group}/cgroup.procs"; exec "$@"`,
        'sh',
      ]
      const { status, stdout, stderr } = spawnSync('nsenter', [...enter, ...asUser(image, options.env), ...args], {
        encoding: 'utf8',
      })
      return { code: status, stdout, stderr }
    },
    stop,
    ended,
    peakBytes: () => Number(readFileSync(join(group, isVersion1 ? 'memory.max_usage_in_bytes' : 'memory.peak'), 'utf8')),
    [Symbol.asyncDispose]: async () => void (await stop()),
  }
}

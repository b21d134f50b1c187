/** Follows a Dockerfile without a container engine: each stage is a folder, in which its commands run. */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, matchesGlob, resolve } from 'node:path'
import { type Instruction, isIgnored, pairsOf, parseDockerfile, type Stage } from './dockerfile.ts'
import { CACHE_OF_NPM, debianWithNode, ROOT } from './tools.ts'

/** What the last stage says about running it. */
export interface Image {
  readonly root: string
  readonly env: Readonly<Record<string, string>>
  readonly user: string
  readonly workdir: string
  readonly entrypoint: readonly string[]
  readonly cmd: readonly string[]
  readonly healthcheck: readonly string[]
  readonly volumes: readonly string[]
}

interface Building {
  readonly root: string
  readonly env: Record<string, string>
  workdir: string
  user: string
  entrypoint: string[]
  cmd: string[]
  healthcheck: string[]
  volumes: string[]
}

const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
/** The architecture of this machine, as Docker calls it. */
export const ARCHITECTURE = process.arch === 'x64' ? 'amd64' : process.arch
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'

/** Runs a command in a folder as its root, with the network of this machine. */
const runIn = ({ root, env, workdir }: Building, command: string, cache: string | undefined): void => {
  const mounts = [
    'mount -t proc proc "$ROOT/proc"',
    'mount --rbind /dev "$ROOT/dev"',
    'mount --bind /etc/resolv.conf "$ROOT/etc/resolv.conf"',
  ]
  if (cache !== undefined) {
    mkdirSync(CACHE_OF_NPM, { recursive: true })
    mkdirSync(join(root, cache), { recursive: true })
    mounts.push(`mount --bind "${CACHE_OF_NPM}" "$ROOT${cache}"`)
  }
  // Machines behind a proxy of their own have its certificate in this file; the official image has none, and Node its own.
  if (existsSync(CERTIFICATES)) {
    mkdirSync(join(root, dirname(CERTIFICATES)), { recursive: true })
    cpSync(CERTIFICATES, join(root, CERTIFICATES), { dereference: true })
  }
  const inside = ['env', '-i', `PATH=${PATH}`, 'HOME=/root', `NODE_EXTRA_CA_CERTS=${CERTIFICATES}`]
  const settings = Object.entries(env).map(([name, value]) => `${name}=${value}`)
  const script = `set -e; ${mounts.join('; ')}; exec chroot "$ROOT" "$@"`
  const args = ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', script, 'sh', ...inside, ...settings]
  execFileSync('unshare', [...args, 'sh', '-c', `cd ${workdir} && ${command}`], {
    env: { ...process.env, ROOT: root },
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 1e9,
  })
  if (existsSync(CERTIFICATES)) rmSync(join(root, CERTIFICATES), { force: true })
}

const contextFiles = (): string[] => {
  const patterns = readFileSync(join(ROOT, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const git = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  return git.split('\0').filter((path) => path !== '' && existsSync(join(ROOT, path)) && !isIgnored(path, patterns, matchesGlob))
}

const copy = (from: string, to: string): void => {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
}

/** COPY copies the content of a folder, and a file to a name or, if the target ends with a slash, into a folder. */
const copyFiles = (building: Building, { flags, text }: Instruction, stages: ReadonlyMap<string, Building>): void => {
  const paths = text.split(/\s+/)
  const target = paths.pop() as string
  const to = join(building.root, resolve(building.workdir, target))
  const from = flags.get('from')
  if (from === undefined) {
    for (const path of paths) {
      const files = path === '.' ? contextFiles() : contextFiles().filter((file) => file === path || file.startsWith(`${path}/`))
      if (files.length === 0) throw new Error(`The context has no ${path}: COPY ${text}`)
      const isFolder = files[0] !== path
      for (const file of files) {
        const name = isFolder ? (path === '.' ? file : file.slice(path.length + 1)) : (file.split('/').at(-1) as string)
        copy(join(ROOT, file), isFolder || /\/$|^\.$/.test(target) ? join(to, name) : to)
      }
    }
  } else {
    const source = stages.get(from)
    if (!source) throw new Error(`There is no stage ${from}: COPY ${text}`)
    for (const path of paths) copy(join(source.root, path), to)
  }
  const owner = flags.get('chown')
  if (owner !== undefined) execFileSync('chown', ['--recursive', owner, to])
}

const follow = (
  building: Building,
  instruction: Instruction,
  stages: ReadonlyMap<string, Building>,
  architecture: string,
): void => {
  const { name, flags, text } = instruction
  if (name === 'WORKDIR') {
    building.workdir = resolve(building.workdir, text)
    mkdirSync(join(building.root, building.workdir), { recursive: true })
  } else if (name === 'ARG' && text === 'TARGETARCH') building.env[text] = architecture
  else if (name === 'ENV') Object.assign(building.env, Object.fromEntries(pairsOf(text)))
  else if (name === 'COPY') copyFiles(building, instruction, stages)
  else if (name === 'RUN') runIn(building, text, /^type=cache,target=(\S+)$/.exec(flags.get('mount') ?? '')?.[1])
  else if (name === 'USER') building.user = text
  else if (name === 'VOLUME') building.volumes.push(text)
  else if (name === 'ENTRYPOINT') building.entrypoint = JSON.parse(text) as string[]
  else if (name === 'CMD') building.cmd = JSON.parse(text) as string[]
  else if (name === 'HEALTHCHECK') building.healthcheck = JSON.parse(text.replace(/^CMD /, '')) as string[]
}

const start = ({ base, name }: Stage, folder: string, stages: ReadonlyMap<string, Building>): Building => {
  const [, version] = /^node:([\d.]+)-slim@/.exec(base) ?? []
  const earlier = stages.get(base)
  if (version === undefined && !earlier) throw new Error(`There is no stand-in for the image ${base}.`)
  const root = join(folder, name)
  execFileSync('cp', ['--archive', '--reflink=auto', earlier?.root ?? debianWithNode(version as string), root])
  const { env = {}, workdir = '/' } = earlier ?? {}
  return { root, env: { ...env }, workdir, user: '0:0', entrypoint: [], cmd: [], healthcheck: [], volumes: [] }
}

/** Stages that are the same for every architecture: those that do not ask for it, except the last. */
const sharedOf = (stages: readonly Stage[]): string[] =>
  stages.slice(0, -1).flatMap(({ name, instructions }) => (instructions.some((each) => each.name === 'ARG') ? [] : [name]))

/** Builds the image of the repository for several architectures, each in a folder of its name. */
export const buildImages = (folder: string, architectures: readonly string[]): Image[] => {
  const parsed = parseDockerfile(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'))
  const shared = new Map<string, Building>()
  return architectures.map((architecture) => {
    const stages = new Map(shared)
    mkdirSync(join(folder, architecture))
    for (const stage of parsed.filter(({ name }) => !shared.has(name))) {
      const building = start(stage, join(folder, architecture), stages)
      for (const instruction of stage.instructions) follow(building, instruction, stages, architecture)
      stages.set(stage.name, building)
    }
    for (const name of sharedOf(parsed)) shared.set(name, stages.get(name) as Building)
    const last = stages.get(parsed.at(-1)?.name as string) as Building
    return { ...last, env: { PATH, ...last.env } }
  })
}

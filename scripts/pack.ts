/**
 * Packs the workspaces as they are published: compiled JavaScript with types and source maps, the built web app and guide, README and license.
 * Inside this repository nothing is compiled; the sources run as they are. `npm run pack -- --help` says how.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { compile } from './pack/compile.ts'
import { type Manifest, publishedManifest } from './pack/manifest.ts'
import { PUBLISHED, type Published } from './pack/packages.ts'

const HELP = `Usage: npm run pack -- [PACKAGE…] [--out FOLDER] [--repository URL]

Packs the named packages, or all: ${PUBLISHED.map(({ folder }) => basename(folder)).join(', ')}.
Writes their tarballs and a list of their checksums, SHA256SUMS, to the folder, where it replaces what an earlier run wrote.

  --out FOLDER      where to write (dist)
  --repository URL  of the source code, for the manifests: npm asks for it if packages are published with provenance
  --help            this text`

const ROOT = join(import.meta.dirname, '..')
const CHECKSUMS = 'SHA256SUMS'
const run = promisify(execFile)

export interface Packed {
  readonly name: string
  readonly filename: string
  readonly size: number
  readonly unpackedSize: number
  readonly entryCount: number
}

/** Runs npm without a shell: with the npm that started this script, or the one on the path. */
const npm = (...args: string[]): Promise<{ stdout: string }> => {
  const { npm_execpath: cli } = process.env
  return cli?.endsWith('.js') ? run(process.execPath, [cli, ...args]) : run('npm', args)
}

const pack = async (published: Published, staging: string, out: string, repository: string | undefined): Promise<Packed> => {
  const source = join(ROOT, published.folder)
  const target = join(staging, basename(published.folder))
  await mkdir(target)
  const manifest = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as Manifest
  await compile(published, 'exports' in manifest, staging, join(target, 'dist'))
  await writeFile(
    join(target, 'package.json'),
    `${JSON.stringify(publishedManifest(manifest, published, repository), null, 2)}\n`,
  )
  await cp(join(source, 'README.md'), join(target, 'README.md'))
  await cp(join(ROOT, 'LICENSE'), join(target, 'LICENSE'))
  for (const [path, from] of Object.entries(published.assets)) {
    await cp(join(ROOT, from), join(target, path), { recursive: true, filter: (each) => basename(each) !== '.built-from' })
  }
  const { stdout } = await npm('pack', '--json', '--pack-destination', out, target)
  const [packed] = JSON.parse(stdout) as [Packed]
  return packed
}

/** Removes only files that the list of an earlier run names, because the folder may hold others as well. */
const removeEarlier = async (out: string): Promise<void> => {
  const list = await readFile(join(out, CHECKSUMS), 'utf8').catch(() => '')
  const files = [...list.matchAll(/^[0-9a-f]{64} {2}([^/\\\s]+\.tgz)$/gm)].map(([, file]) => file as string)
  for (const file of [...files, CHECKSUMS]) await rm(join(out, file), { force: true })
}

const checksumsOf = async (out: string, packages: readonly Packed[]): Promise<string> => {
  const lines = packages.map(async ({ filename }) => {
    const digest = createHash('sha256').update(await readFile(join(out, filename)))
    return `${digest.digest('hex')}  ${filename}\n`
  })
  return (await Promise.all(lines)).join('')
}

const kilobytes = (bytes: number): string => `${Math.ceil(bytes / 1000)} kB`

/** Packs into a folder, and says what it wrote. */
export const packInto = async (out: string, names: readonly string[], repository?: string): Promise<Packed[]> => {
  const wanted = PUBLISHED.filter(({ folder }) => names.length === 0 || names.includes(basename(folder)))
  const cache = join(ROOT, 'node_modules/.cache')
  await mkdir(cache, { recursive: true })
  await mkdir(out, { recursive: true })
  await removeEarlier(out)
  const staging = await mkdtemp(join(cache, 'pack-'))
  try {
    for (const built of ['web', 'guide']) {
      if (wanted.some(({ assets }) => built in assets)) await run(process.execPath, [join(ROOT, `packages/${built}/build.ts`)])
    }
    const packed: Packed[] = []
    for (const published of wanted) packed.push(await pack(published, staging, out, repository))
    await writeFile(join(out, CHECKSUMS), await checksumsOf(out, packed))
    return packed
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

const main = async (): Promise<void> => {
  const { values, positionals } = parseArgs({
    options: { out: { type: 'string' }, repository: { type: 'string' }, help: { type: 'boolean' } },
    allowPositionals: true,
  })
  if (values.help) return console.log(HELP)
  const known = PUBLISHED.map(({ folder }) => basename(folder))
  const unknown = positionals.find((name) => !known.includes(name))
  if (unknown !== undefined) throw new Error(`"${unknown}" is not a package that is published: ${known.join(', ')}.`)
  const out = resolve(values.out ?? 'dist')
  const packed = await packInto(out, positionals, values.repository)
  console.table(
    Object.fromEntries(
      packed.map(({ name, filename, size, unpackedSize, entryCount }) => [
        name,
        { tarball: filename, packed: kilobytes(size), unpacked: kilobytes(unpackedSize), files: entryCount },
      ]),
    ),
  )
  console.log(`Written to ${out}, with ${CHECKSUMS}`)
}

if (import.meta.main) {
  try {
    await main()
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}

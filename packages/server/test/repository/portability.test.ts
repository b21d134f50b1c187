import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../../../..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

const [PLATFORM, FOLDER, PROGRAM] = ['asks for the operating system', 'names a folder of Unix', 'runs a program by its name']
const [SIGNAL, MODES] = ['sends a signal that Windows does not have', 'changes modes or owners']

/** What holds on one operating system only. */
const ASSUMPTIONS: Readonly<Record<string, RegExp>> = {
  [PLATFORM]: /process\.platform\b|\bplatform\b[^}]*\} = process\b/,
  [FOLDER]: /['"`]\/(?:proc|tmp|dev|etc|var|bin|usr)\b/,
  'runs a shell': /\bshell: (?!false)|(?<![.\w])exec(?:Sync)?\(|['"`]\/bin\/sh/,
  [PROGRAM]: /\b(?:spawn|spawnSync|execFile|execFileSync|runCommand)\)?\(\s*['"`](?!git['"`])[\w./]/,
  [SIGNAL]: /\.kill\([^)]*['"`]SIG(?:TERM|HUP|QUIT|INT|USR[12])['"`]/,
  [MODES]: /\b(?:chmod|chown)(?:Sync)?\(/,
  'makes a symbolic link': /\bsymlink(?:Sync)?\(/,
  'takes the path of a URL for a path of files': /import\.meta\.url\)\.pathname/,
  'joins a folder and a name by a slash': /`\$\{(?:\w+\.)?(?:dataDir|dir|folder|root|tmpdir\(\)|ROOT)\}\//,
}

/** The embedded database is for Linux and macOS: `availability.ts` refuses the rest, before any of this runs. */
const EMBEDDED = 'runs only where the embedded database is available'

/** The places that may, each with its reason. One that no longer does is removed from here. */
const ALLOWED: Readonly<Record<string, readonly [reason: string, ...assumptions: (keyof typeof ASSUMPTIONS)[]]>> = {
  'packages/cli/bin/pinned-node.js': ['names the program as npm installs it, and passes signals on', PLATFORM, SIGNAL],
  'packages/cli/bin/rollcall.js': ['passes signals on, which Windows never delivers', SIGNAL],
  'packages/cli/src/commands/completion.ts': ['prints a script for fish', 'runs a shell'],
  'packages/cli/src/notify-systemd.ts': ['runs only where systemd started the service', PROGRAM],
  'packages/cli/src/until-stopped.ts': ['chooses the signals of the system, and ends itself', PLATFORM, SIGNAL],
  'packages/embedded-postgres/src/availability.ts': ['decides where the embedded database is available', PLATFORM],
  'packages/embedded-postgres/src/binaries.ts': [EMBEDDED, PLATFORM, MODES, 'makes a symbolic link'],
  'packages/embedded-postgres/src/cluster.ts': [EMBEDDED, MODES, 'makes a symbolic link'],
  'packages/embedded-postgres/src/command.ts': [EMBEDDED, FOLDER, PROGRAM, 'runs a shell'],
  'packages/embedded-postgres/src/layout.ts': [EMBEDDED, FOLDER],
  'packages/embedded-postgres/src/postmaster-file.ts': [`${EMBEDDED}; asks ps where there is no /proc`, FOLDER, PROGRAM],
  'packages/embedded-postgres/src/server-log.ts': [EMBEDDED, MODES],
  'packages/embedded-postgres/src/server-process.ts': [EMBEDDED, SIGNAL],
  'packages/embedded-postgres/src/server-user.ts': [EMBEDDED, FOLDER, PROGRAM],
  'packages/embedded-postgres/src/takeover.ts': [EMBEDDED, SIGNAL],
  'packages/loader/src/destinations/folder/durable.ts': ['keeps the mode of a file; Windows keeps its list of access', MODES],
  'packages/server/src/gate/sealing/sealing-keys.ts': [
    'changes the owner only as root; Windows syncs no folders',
    PLATFORM,
    MODES,
  ],
  'packages/server/src/operations/doctor/check-data-folder.ts': ['Windows has no modes to check', PLATFORM],
}

/** What is installed. Measurements, and the scripts of this repository, may need Linux. */
const sources = globSync(['packages/*/src/**/*.{ts,tsx}', 'packages/*/bin/*.js', 'packages/*/*.ts', 'connectors/**/*.ts'], {
  cwd: ROOT,
})
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !/\.test\.ts$|\/(?:test|testing|node_modules)\/|^connectors\/tools\//.test(path))

it('sources assume an operating system only where a reason is given', () => {
  expect(sources.length).toBeGreaterThan(1000)
  const found = sources.flatMap((path) => {
    const code = read(path).replaceAll(/^\s*(?:\/\/|\*|\/\*).*$/gm, '')
    const assumptions = Object.keys(ASSUMPTIONS).filter((name) => ASSUMPTIONS[name]?.test(code))
    return assumptions.length > 0 ? [[path, assumptions.toSorted()] as const] : []
  })
  const allowed = Object.entries(ALLOWED).map(([path, [, ...assumptions]]) => [path, assumptions.toSorted()])
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(allowed))
})

it('scripts of npm use nothing that only some shells have', () => {
  const manifests = globSync(['package.json', 'bench/package.json', 'packages/*/package.json'], { cwd: ROOT })
  const scripts = manifests.flatMap((path) => Object.entries((JSON.parse(read(path)) as { scripts?: object }).scripts ?? {}))
  expect(scripts.length).toBeGreaterThan(20)
  // `&&` is known to all of them; variables, quotes, builtins, files and pipes are not.
  const special = /(?<!&)&(?!&)|[|;$'`*<>\\]|^\w+=|\b(?:exec|export|if|test|rm|cp|mv|mkdir|cat|chmod|true)\s/
  expect(scripts.filter(([, command]) => special.test(String(command).replace(/^vitest .*$/, '')))).toEqual([])
})

it('files have names that every file system takes, and lines that end the same everywhere', () => {
  const listed = execFileSync('git', ['ls-files', '--eol', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  const files = listed
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t') as [string, string])
  expect(files.length).toBeGreaterThan(1000)
  const names = [...new Set(files.map(([, path]) => path))]
  const reserved = /[<>:"|?*\\]|[. ]$|(?:^|\/)(?:aux|con|nul|prn|com\d|lpt\d)(?:\.|\/|$)/i
  expect(names.filter((path) => reserved.test(path))).toEqual([])
  expect(names.filter((path) => path.length > 150)).toEqual([])
  expect(new Set(names.map((path) => path.toLowerCase())).size).toBe(names.length)
  const endings = files.filter(([eol]) => !/^i\/(?:lf|none|-text|\s)/.test(eol)).map(([, path]) => path)
  expect(endings).toEqual([])
})

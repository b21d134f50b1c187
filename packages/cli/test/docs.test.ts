import { execFile } from 'node:child_process'
import { glob, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DocsOffice, openDocsOffice } from './docs-office.ts'

const ROOT = new URL('../../../', import.meta.url).pathname
const run = promisify(execFile)

interface Example {
  readonly language: string
  readonly block: string
}

/** Blocks in these languages are executed; others, including `sh` and `ts`, are only for reading. */
const examplesOf = (markdown: string): Example[] =>
  [...markdown.matchAll(/^```(bash|mts|python)\n(.*?)^```$/gms)].map(([, language = '', block = '']) => ({ language, block }))

/** The command that runs an example. The first line of a TypeScript example names its file and its command. */
const commandOf = async ({ language, block }: Example, folder: string): Promise<[file: string, ...args: string[]]> => {
  if (language === 'bash') return ['bash', '-euo', 'pipefail', '-c', block]
  if (language === 'python') return ['python3', '-c', block]
  const [, command = '', file = ''] = /^\/\/ (npx node (\S+\.mts))\n/.exec(block) ?? []
  expect(command, `the first line of: ${block}`).not.toBe('')
  await writeFile(join(folder, file), block)
  return command.split(' ') as [string, ...string[]]
}

/** A reader's shell has the Node of the machine, which may be old, not the Node of these tests. */
const readersPath = (): string =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !/node_modules|node-gyp-bin/.test(folder))
    .join(delimiter)

/** Runs what `npx` would find in the packages, in a tenth of its time. */
const NPX = `#!/bin/sh
PATH="$PWD/node_modules/.bin:$PATH"
exec "$@"
`

const guides = await Array.fromAsync(glob('docs/integrators/*.md', { cwd: ROOT }))

describe('the guides for integrators', () => {
  let office: DocsOffice
  let env: NodeJS.ProcessEnv
  /** A folder in which a reader may have installed the product. */
  let folder: string
  /** The path with a quick `npx`; the first program of the guide of first calls has the one of npm. */
  let quickPath: string

  beforeAll(async () => {
    office = await openDocsOffice()
    const { id, secret } = office.key
    const credentials = { KEY_ID: id, KEY_SECRET: secret, ROLLCALL_KEY_ID: id, ROLLCALL_KEY_SECRET: secret }
    env = { ...process.env, PATH: readersPath(), ROLLCALL_URL: office.baseUrl, ...credentials }
    folder = await mkdtemp(join(tmpdir(), 'rollcall-docs-'))
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    await mkdir(join(folder, 'bin'))
    await writeFile(join(folder, 'bin', 'npx'), NPX, { mode: 0o755 })
    quickPath = `${join(folder, 'bin')}${delimiter}${readersPath()}`
  })
  afterAll(async () => {
    await office[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })

  it('exist', () => {
    expect(guides.length).toBeGreaterThan(2)
  })

  for (const guide of guides) {
    it(`contain only commands that work: ${guide}`, async () => {
      const examples = examplesOf(await readFile(ROOT + guide, 'utf8'))
      expect(examples.length).toBeGreaterThan(0)
      const first = guide.endsWith('/first-calls.md') ? examples.find(({ language }) => language === 'mts') : undefined
      for (const example of examples) {
        const [file, ...args] = await commandOf(example, folder)
        const { stdout } = await run(file, args, { env: example === first ? env : { ...env, PATH: quickPath }, cwd: folder })
        expect(stdout).not.toContain('"status":4')
      }
    })
  }
})

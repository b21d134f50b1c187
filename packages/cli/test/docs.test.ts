import { execFile } from 'node:child_process'
import { glob, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import {
  MAX_ATTRIBUTE_UPDATES,
  MAX_CHANGES,
  MAX_CREDENTIAL_UPDATES,
  MAX_CREDENTIALS,
  MAX_EVENT_RANGE_DAYS,
  MAX_EVENTS,
  MAX_FUTURE_MS,
  MAX_GROUP_RELATIONSHIPS,
  MAX_LISTED_IDS,
  MAX_RANGE_DAYS,
} from '@rollcall/contract'
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

const guides = await Array.fromAsync(glob('docs/integrators/*.md', { cwd: ROOT }))

describe('the guides for integrators', () => {
  let office: DocsOffice
  let env: NodeJS.ProcessEnv
  /** A folder in which a reader may have installed the product. */
  let folder: string

  beforeAll(async () => {
    office = await openDocsOffice()
    const { id, secret } = office.key
    const credentials = { KEY_ID: id, KEY_SECRET: secret, ROLLCALL_KEY_ID: id, ROLLCALL_KEY_SECRET: secret }
    env = { ...process.env, PATH: readersPath(), ROLLCALL_URL: office.baseUrl, ...credentials }
    folder = await mkdtemp(join(tmpdir(), 'rollcall-docs-'))
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
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
      for (const example of examples) {
        const [file, ...args] = await commandOf(example, folder)
        const { stdout } = await run(file, args, { env, cwd: folder })
        expect(stdout).not.toContain('"status":4')
      }
    })
  }
})

describe('the limits in the guide', () => {
  it('match the contract', async () => {
    const guide = await readFile(`${ROOT}docs/integrators/errors-and-limits.md`, 'utf8')
    const limits = [
      ['events in a call', MAX_EVENTS],
      ['updates of access credentials in a call, credentials in an update', `${MAX_CREDENTIAL_UPDATES}, ${MAX_CREDENTIALS}`],
      ['updates of user attributes in a call', MAX_ATTRIBUTE_UPDATES],
      ['group relationships in a call', MAX_GROUP_RELATIONSHIPS],
      ['days between `startDate` and `endDate`', `${MAX_RANGE_DAYS}; ${MAX_EVENT_RANGE_DAYS} on \`events\``],
      ['ids in a comma list', MAX_LISTED_IDS],
      ['segments in an answer of the change feed', MAX_CHANGES],
      ["an event's time in the future", `${MAX_FUTURE_MS / 3_600_000} hours`],
    ] as const
    for (const [what, limit] of limits) expect(guide).toContain(`| ${what} | ${limit.toLocaleString('en')} |`)
  })
})

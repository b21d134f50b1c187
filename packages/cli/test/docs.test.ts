import { execFile } from 'node:child_process'
import { glob, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../server/src/testing/test-service.ts'

const ROOT = new URL('../../../', import.meta.url).pathname
const run = promisify(execFile)

/** Blocks marked `bash` are meant to be executed as they stand; `sh` blocks are for people only. */
const commandsOf = (markdown: string): string[] =>
  [...markdown.matchAll(/^```bash\n(.*?)^```$/gms)].map(([, block]) => block ?? '')

const guides = await Array.fromAsync(glob('docs/integrators/*.md', { cwd: ROOT }))

describe('the guides for integrators', () => {
  let service: TestService
  let env: NodeJS.ProcessEnv

  beforeAll(async () => {
    service = await startTestService()
    const { keys } = await service.createOrganization()
    const { id, secret } = keys['all-permissions']
    env = { ...process.env, ROLLCALL_URL: service.baseUrl, KEY_ID: id, KEY_SECRET: secret }
  })
  afterAll(() => service[Symbol.asyncDispose]())

  it('exist', () => {
    expect(guides.length).toBeGreaterThan(2)
  })

  for (const guide of guides) {
    it(`hold only commands that work: ${guide}`, async () => {
      const commands = commandsOf(await readFile(ROOT + guide, 'utf8'))
      expect(commands.length).toBeGreaterThan(0)
      for (const command of commands) {
        const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', command], { env })
        expect(stdout).not.toContain('"status":4')
      }
    })
  }
})

describe('links between documents', () => {
  it('lead to files that exist', async () => {
    const documents = await Array.fromAsync(glob(['*.md', 'docs/**/*.md', 'bench/*.md'], { cwd: ROOT }))
    for (const document of documents) {
      const links = [...(await readFile(ROOT + document, 'utf8')).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(
        ([, target]) => target ?? '',
      )
      for (const link of links) {
        const target = new URL(link, `file://${ROOT}${document}`)
        const exists = await readFile(target).then(
          () => true,
          (error: NodeJS.ErrnoException) => error.code === 'EISDIR',
        )
        expect(exists, `${document} links to ${link}`).toBe(true)
      }
    }
  })
})

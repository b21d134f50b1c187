import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import accepted from '../schemathesis/accepted.json' with { type: 'json' }
import type { Company } from './company.ts'
import { environment } from './install.ts'
import { lastLines, tryProgram } from './programs.ts'
import type { Steps } from './report.ts'
import { type Caller, openCallers } from './schemathesis-callers.ts'
import type { Tool } from './tool.ts'

const HOOKS = fileURLToPath(new URL('../schemathesis/rules.py', import.meta.url))
const LOGS = fileURLToPath(new URL('../../node_modules/.cache/connectors/', import.meta.url))
const COMPANY = { employees: 20, days: 8 }
/** The short form ends after so many scenarios, however slow the machine is; the long form after a time. */
const SHORT = ['--phases', 'examples,stateful', '--max-examples', '10', '--seed', '1']
const LONG = ['--phases', 'examples,coverage,fuzzing,stateful', '--max-time', '300']
/** `rules.py` judges in the place of `positive_data_acceptance`. */
const SETTINGS = `[phases.examples]
fill-missing = true
[checks.positive_data_acceptance]
enabled = false
`

/** Operations that may take away the access of their caller. They run last. */
const ACCESS = [
  ...['DELETE /api/session', 'PUT /api/session/password', 'POST /api/users/{userId}/erasure', 'PATCH /api/users/{userId}'],
  ...['PUT /api/users/{userId}/account', 'DELETE /api/users/{userId}/account', 'POST /api/imports'],
  ...['PATCH /api/keys/{keyId}', 'DELETE /api/keys/{keyId}', 'POST /api/keys/{keyId}/rotate'],
]

const text = (value: string): string => JSON.stringify(value)

/** The ids of the company, by the names that parameters and fields have. */
const dictionaries = (ids: Readonly<Record<string, readonly string[]>>): string =>
  Object.entries(ids)
    .filter(([, values]) => values.length > 0)
    .map(([name, values]) => `[dictionaries.${name}]\nvalues = [${values.map(text).join(', ')}]\n`)
    .join('\n')

const bindings = (ids: Readonly<Record<string, readonly string[]>>): string => {
  const names = Object.entries(ids).flatMap(([name, values]) => (values.length > 0 ? [name] : []))
  const lines = names.flatMap((name) =>
    ['path', 'query', 'body'].map((where) => `${text(`${where}.${name}`)} = { dictionary = "${name}", probability = 0.8 }`),
  )
  return `[parameters]\n${lines.join('\n')}\n`
}

const exceptions = (): string => {
  const operations = accepted.operations.map(
    ({ operation, check, reason }) =>
      `# ${reason}\n[[operations]]\ninclude-name = ${text(operation)}\nchecks.${check}.enabled = false\n`,
  )
  const statuses = Object.entries(accepted.statuses).map(
    ([check, more]) =>
      `[checks.${check}]\nexpected-statuses = ["400", "401", "403", "404", "405", "406", "409", "415", "429", ${more.map(text).join(', ')}]\n`,
  )
  return [SETTINGS, ...statuses, ...operations].join('\n')
}

/** What the summary of Schemathesis says in one line. */
const summaryOf = (output: string): string => {
  const tested = /Tested: (\d+)/.exec(output)?.[1] ?? '?'
  const cases = /(\d+) generated/.exec(output)?.[1] ?? '?'
  return `${tested} operations, ${cases} requests, seed ${/Seed: (\d+)/.exec(output)?.[1] ?? 'unknown'}`
}

const findingsIn = (output: string): string[] => {
  let operation = ''
  return output.split('\n').flatMap((line) => {
    operation = /^_{2,} (.+) _{2,}$/.exec(line)?.[1] ?? operation
    const finding = /^- (ST\d+ .+)$/.exec(line)?.[1]
    return finding ? [`${operation}: ${finding}`] : []
  })
}

const runSchemathesis = async ({ step }: Steps, company: Company, program: string, isLong: boolean): Promise<void> => {
  const extent = isLong ? LONG : SHORT
  const folder = join(company.folder, 'schemathesis')
  await mkdir(folder)
  await mkdir(LOGS, { recursive: true })

  const call = async (caller: Caller, name: string, filters: readonly string[]): Promise<string> => {
    const config = join(folder, `${name}.toml`)
    const { ids, authentication } = caller
    await writeFile(config, [`hooks = ${text(HOOKS)}`, bindings(ids), authentication, dictionaries(ids), exceptions()].join('\n'))
    const options = [...extent, '--continue-on-failure', '--warnings', 'off']
    const where = [`${company.baseUrl}/openapi.json`, '--url', company.baseUrl]
    const args = ['--no-color', '--config-file', config, 'run', ...where, ...options, ...filters]
    const { code, stdout, stderr } = await tryProgram(program, args, { cwd: folder })
    const log = join(LOGS, `schemathesis-${name}.txt`)
    await writeFile(log, stdout + stderr)
    const findings = findingsIn(stdout)
    if (code !== 0)
      throw new Error(`${findings.length || 'no'} findings, see ${log}\n${findings.join('\n') || lastLines(stdout + stderr)}`)
    return summaryOf(stdout)
  }

  const command = `st run /openapi.json ${extent.join(' ')}`
  const callers = await openCallers(company)
  for (const caller of callers) {
    await step(`every operation as ${caller.name}`, command, async () => {
      const filters = ACCESS.flatMap((name) => ['--exclude-name', name])
      const result = await call(caller, caller.name.replaceAll(' ', '-'), filters)
      await caller.expectAccess()
      return result
    })
  }
  const [last] = callers
  if (!last) return
  const filters = ACCESS.flatMap((name) => ['--include-name', name])
  await step('operations that may end the access of their caller', `${command} --include-name …`, () =>
    call(last, 'access', filters),
  )
}

export const SCHEMATHESIS: Tool = {
  name: 'schemathesis',
  about: 'every operation of /openapi.json as a key, an administrator and an employee; at a service of its own',
  run: async ({ report, long, another }) => {
    const schemathesis = await environment('schemathesis')
    const title = `schemathesis ${schemathesis.version('schemathesis')}`
    await report.tool(title, async (steps) => {
      await runSchemathesis(steps, await another(COMPANY), schemathesis.program('st'), long)
    })
  },
}

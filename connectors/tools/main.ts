import { parseArgs } from 'node:util'
import { AIRBYTE } from './airbyte.ts'
import { type Company, type CompanyOptions, startCompany } from './company.ts'
import { DBT } from './dbt.ts'
import { DLT } from './dlt.ts'
import { PROMTOOL } from './promtool.ts'
import { createReport } from './report.ts'
import { keepResults } from './results.ts'
import { SCHEMATHESIS } from './schemathesis.ts'
import { SINGER } from './singer.ts'
import type { Tool } from './tool.ts'

/** Runs the connectors, the alert rules and the OpenAPI document by the tools that they are made for. */
const TOOLS: readonly Tool[] = [DLT, AIRBYTE, SINGER, DBT, PROMTOOL, SCHEMATHESIS]

const NAMES = TOOLS.map(({ name }) => name)

const HELP = `Usage: npm run test:connectors -- [options]

Runs what Rollcall offers to other tools by these tools, against a service with a simulated company:

${TOOLS.map(({ name, about }) => `  ${name.padEnd(14)}${about}`).join('\n')}

Options:
  --only NAME   only this one; may be repeated
  --long        call every operation for several minutes each, instead of one
  -h, --help    print this

Needs Python 3.11 with venv, and Go for promtool. The tools are installed once, in node_modules/.cache/connectors,
with the versions of connectors/tools/requirements. bench/results/connectors.txt keeps the last run of each.

Exit status: 0 all is well, 1 something failed, 2 wrong usage.
`

const COMPANY = { employees: 60, days: 28 }

const parse = () => {
  try {
    const options = {
      only: { type: 'string', multiple: true },
      long: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    } as const
    const { values } = parseArgs({ options })
    const unknown = values.only?.find((name) => !NAMES.includes(name))
    if (unknown !== undefined) throw new Error(`There is no tool ${unknown}. Choose from ${NAMES.join(', ')}.`)
    return values
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exit(2)
  }
}

const { only, long, help } = parse()
if (help) {
  process.stdout.write(HELP)
  process.exit(0)
}

await using stack = new AsyncDisposableStack()
const another = async (options: CompanyOptions): Promise<Company> => stack.use(await startCompany(options))
// Interrupted, the services end and their folders go all the same.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void stack.disposeAsync().finally(() => process.exit(130)))
}
let started: Promise<Company> | undefined
const company = (): Promise<Company> => {
  if (!started) process.stdout.write('…       a service with a simulated company is started\n')
  started ??= another(COMPANY)
  return started
}
let failures = 0
for (const tool of TOOLS.filter(({ name }) => !only || only.includes(name))) {
  const report = createReport((line) => process.stdout.write(`${line}\n`))
  await tool.run({ report, long, company, another })
  failures += report.failures
  await keepResults(NAMES, tool.name, report.text())
}
process.stdout.write(failures === 0 ? 'All is well.\n' : `${failures} failed.\n`)
process.exitCode = failures === 0 ? 0 : 1

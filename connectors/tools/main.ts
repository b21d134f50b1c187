import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { AIRBYTE } from './airbyte.ts'
import { type Company, startCompany } from './company.ts'
import { DBT } from './dbt.ts'
import { DLT } from './dlt.ts'
import { PROMTOOL } from './promtool.ts'
import { createReport } from './report.ts'
import { SCHEMATHESIS } from './schemathesis.ts'
import { SINGER } from './singer.ts'
import type { Tool } from './tool.ts'

/** Runs the connectors, the alert rules and the OpenAPI document by the tools that they are made for. */
const TOOLS: readonly Tool[] = [DLT, AIRBYTE, SINGER, DBT, PROMTOOL, SCHEMATHESIS]

const HELP = `Usage: npm run test:connectors -- [options]

Runs what Rollcall offers to other tools by these tools, against a service with a simulated company:

${TOOLS.map(({ name, about }) => `  ${name.padEnd(14)}${about}`).join('\n')}

Options:
  --only NAME   only this one; may be repeated
  --long        call every operation for several minutes each, instead of one
  -h, --help    print this

Needs Python 3.11 with venv, and Go for promtool. The tools are installed once, in node_modules/.cache/connectors,
with the versions of connectors/tools/requirements. A run of all tools writes bench/results/connectors.txt.

Exit status: 0 all is well, 1 something failed, 2 wrong usage.
`

const RESULTS = new URL('../../bench/results/connectors.txt', import.meta.url)
const COMPANY = { employees: 60, days: 28 }

const parse = () => {
  try {
    const options = {
      only: { type: 'string', multiple: true },
      long: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    } as const
    const { values } = parseArgs({ options })
    const unknown = values.only?.find((name) => !TOOLS.some((tool) => tool.name === name))
    if (unknown !== undefined)
      throw new Error(`There is no tool ${unknown}. Choose from ${TOOLS.map(({ name }) => name).join(', ')}.`)
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

const report = createReport((line) => process.stdout.write(`${line}\n`))
await using stack = new AsyncDisposableStack()
let started: Promise<Company> | undefined
const company = (): Promise<Company> => {
  if (!started) process.stdout.write('…       a service with a simulated company is started\n')
  started ??= startCompany(COMPANY).then((running) => stack.use(running))
  return started
}
for (const tool of TOOLS.filter(({ name }) => !only || only.includes(name))) await tool.run({ report, long, company })

if (!only) await writeFile(RESULTS, report.text())
process.stdout.write(report.failures === 0 ? 'All is well.\n' : `${report.failures} failed.\n`)
process.exitCode = report.failures === 0 ? 0 : 1

import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { addDays } from '../singer/windows.ts'
import { STREAMS } from '../streams.ts'
import { type Company, correctDay, erasePerson } from './company.ts'
import { environment, type Installed } from './install.ts'
import { runProgram } from './programs.ts'
import type { Steps } from './report.ts'
import { expectEqualRows, type Row, readService } from './rows.ts'
import type { Tool } from './tool.ts'

const SCRIPT = fileURLToPath(new URL('../dlt/rollcall.py', import.meta.url))
const TABLES = fileURLToPath(new URL('duckdb_tables.py', import.meta.url))
const LAST_DAYS = 14

/** dlt does not select the change log by default: it asks for one user at a time. */
const LOADED = STREAMS.filter(({ name }) => name !== 'user_change_log')

const snake = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** dlt names columns in its own way. */
const renamed = (row: Row, fields: readonly string[]): Row => Object.fromEntries(fields.map((name) => [name, row[snake(name)]]))

const runDlt = async ({ step }: Steps, company: Company, dlt: Installed): Promise<void> => {
  const { baseUrl, key, administrator, days } = company
  const folder = join(company.folder, 'dlt')
  await mkdir(folder)
  const load = (first: string, last: string) =>
    runProgram(dlt.program('python'), [SCRIPT, first, last], {
      cwd: folder,
      env: {
        ...{ ROLLCALL_URL: baseUrl, ROLLCALL_KEY_ID: key.id, ROLLCALL_KEY_SECRET: key.secret },
        ...{ DLT_DATA_DIR: join(folder, 'state'), RUNTIME__DLTHUB_TELEMETRY: 'false' },
      },
    })

  /** Compares every table with what the service has now. */
  const compare = async (): Promise<string> => {
    const names = LOADED.map(({ name }) => name)
    const output = await runProgram(dlt.program('python'), [
      TABLES,
      join(folder, 'rollcall_warehouse.duckdb'),
      'rollcall',
      ...names,
    ])
    const tables = JSON.parse(output) as Record<string, Row[]>
    let rows = 0
    for (const stream of LOADED) {
      const copy = (tables[stream.name] ?? []).map((row) => renamed(row, Object.keys(stream.fields)))
      rows += expectEqualRows(stream, await readService(administrator, stream, days.first, days.last), copy)
    }
    return `${rows} rows of ${LOADED.length} tables equal the service`
  }

  const command = (first: string) => `python rollcall.py ${first} ${days.last}`
  await step('full load into DuckDB', command(days.first), async () => {
    await load(days.first, days.last)
    return compare()
  })
  const recent = addDays(days.last, 1 - LAST_DAYS)
  await step('a late event, then the last days', command(recent), async () => {
    const { day } = await correctDay(company)
    await load(recent, days.last)
    return `${day} is corrected; ${await compare()}`
  })
  await step('a person is erased, then all days', command(days.first), async () => {
    await erasePerson(company)
    await load(days.first, days.last)
    return compare()
  })
}

export const DLT: Tool = {
  name: 'dlt',
  about: 'the dlt source into DuckDB: all days, a late event, an erased person',
  run: async ({ report, company }) => {
    const dlt = await environment('dlt')
    const title = `dlt ${dlt.version('dlt')}, DuckDB ${dlt.version('duckdb')}`
    await report.tool(title, async (steps) => runDlt(steps, await company(), dlt))
  },
}

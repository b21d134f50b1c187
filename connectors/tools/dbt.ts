import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { Company } from './company.ts'
import { environment, type Installed } from './install.ts'
import { runProgram } from './programs.ts'
import type { Steps } from './report.ts'
import { missingFrom, type Row } from './rows.ts'
import type { Tool } from './tool.ts'

const PROJECT = fileURLToPath(new URL('../dbt/', import.meta.url))
const TABLES = fileURLToPath(new URL('duckdb_tables.py', import.meta.url))
const PARTS = ['dbt_project.yml', 'models', 'tests']
const MARTS =
  'kpi_locations kpi_location_months kpi_location_weeks kpi_planned_and_seen kpi_group_months kpi_location_hours fct_location_days fct_location_peaks fct_occupancy_days fct_visits'.split(
    ' ',
  )

/** A profile for each database, as the README of the project describes one of them. */
const profiles = (file: string, url: URL) => ({
  rollcall: {
    target: 'duckdb',
    outputs: {
      duckdb: { type: 'duckdb', path: file, schema: 'analytics' },
      postgres: {
        ...{ type: 'postgres', host: url.hostname, port: Number(url.port), dbname: url.pathname.slice(1), schema: 'analytics' },
        ...{ user: url.username, password: decodeURIComponent(url.password), threads: 2 },
      },
    },
  },
})

interface RunResults {
  readonly results: readonly { readonly unique_id: string; readonly status: string }[]
}

const runDbt = async ({ step }: Steps, company: Company, dbt: Installed): Promise<void> => {
  const folder = join(company.folder, 'dbt')
  await mkdir(folder)
  for (const part of PARTS) await cp(join(PROJECT, part), join(folder, part), { recursive: true })
  const file = join(folder, 'warehouse.duckdb')
  const url = await company.createDatabase('warehouse')
  // JSON is YAML.
  await writeFile(join(folder, 'profiles.yml'), JSON.stringify(profiles(file, new URL(url))))
  const env = { DBT_SEND_ANONYMOUS_USAGE_STATS: 'false', DBT_PROFILES_DIR: folder }
  const call = (...args: string[]) => runProgram(dbt.program('dbt'), ['--no-use-colors', ...args], { cwd: folder, env })

  for (const [into, shown] of [
    [file, 'warehouse.duckdb'],
    [url, 'postgres://…'],
  ] as const) {
    const command = `rollcall load backfill --into ${shown} --from ${company.days.first}`
    await step(`a copy by rollcall load in ${shown}`, command, async () => {
      await company.rollcall('load', 'backfill', '--into', into, '--from', company.days.first)
      return 'loaded'
    })
  }

  for (const target of ['duckdb', 'postgres']) {
    await step(`models and tests in ${target}`, `dbt build --target ${target}`, async () => {
      await call('build', '--target', target)
      const { results } = JSON.parse(await readFile(join(folder, 'target', 'run_results.json'), 'utf8')) as RunResults
      const count = (kind: string, status: string) =>
        results.filter((each) => each.unique_id.startsWith(`${kind}.`) && each.status === status).length
      const [models, tests] = [count('model', 'success'), count('test', 'pass')]
      if (models + tests !== results.length || models === 0 || tests === 0)
        throw new Error(`${results.length} results, not all good`)
      return `${models} models are built, ${tests} tests pass`
    })
  }
  await step(
    'the figures are the same in both',
    `select * from analytics.${MARTS[0]} and ${MARTS.length - 1} others`,
    async () => {
      const output = await runProgram(dbt.program('python'), [TABLES, file, 'analytics', ...MARTS])
      const inDuckDb = JSON.parse(output) as Record<string, Row[]>
      const inPostgres = await readPostgres(url)
      for (const model of MARTS) {
        const [one, other] = [canonical(inDuckDb[model] ?? []), canonical(inPostgres[model] ?? [])]
        if (one.length === 0 || one.join('\n') !== other.join('\n')) {
          throw new Error(`${model} differs: ${missingFrom(one, other)[0]} ${missingFrom(other, one)[0]}`)
        }
      }
      return `${MARTS.reduce((sum, model) => sum + (inDuckDb[model]?.length ?? 0), 0)} rows of ${MARTS.length} models`
    },
  )
  await step('the documentation', 'dbt docs generate', async () => {
    await call('docs', 'generate', '--target', 'duckdb')
    const { nodes } = JSON.parse(await readFile(join(folder, 'target', 'catalog.json'), 'utf8')) as { nodes: object }
    return `${Object.keys(nodes).length} models in the catalog`
  })
  await step('the freshness of the copy', 'dbt source freshness', async () => {
    await call('source', 'freshness', '--target', 'duckdb')
    return 'passes'
  })
}

const DIGITS = 9

/** Rows in one order, and numbers without the last digits, which databases compute differently. */
const canonical = (rows: readonly Row[]): string[] => {
  const plain = (value: unknown): unknown => (typeof value === 'number' ? Number(value.toPrecision(DIGITS)) : value)
  return rows
    .map((row) => Object.entries(row).map(([name, value]) => [name, plain(value)]))
    .map((entries) => JSON.stringify(Object.fromEntries(entries.sort())))
    .sort()
}

const readPostgres = async (url: string): Promise<Record<string, Row[]>> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const tables: Record<string, Row[]> = {}
    for (const model of MARTS) {
      const { rows } = await client.query<{ row: Row }>(`select to_jsonb(model) as row from analytics.${model} as model`)
      tables[model] = rows.map(({ row }) => row)
    }
    return tables
  } finally {
    await client.end()
  }
}

export const DBT: Tool = {
  name: 'dbt',
  about: 'the dbt project over copies by rollcall load, in DuckDB and PostgreSQL',
  run: async ({ report, company }) => {
    const dbt = await environment('dbt')
    const title = `dbt-core ${dbt.version('dbt-core')}, dbt-duckdb ${dbt.version('dbt-duckdb')}, dbt-postgres ${dbt.version('dbt-postgres')}`
    await report.tool(title, async (steps) => runDbt(steps, await company(), dbt))
  },
}

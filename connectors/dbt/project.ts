import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import nunjucks from 'nunjucks'
import { parse } from 'yaml'

/** What dbt calls the database and schema that it builds in. */
export interface Target {
  readonly type: 'duckdb' | 'postgres'
  readonly schema: string
}

export interface Model {
  readonly name: string
  readonly sql: string
  readonly materialized: 'table' | 'view'
}

/** A statement that returns what is wrong: no row where all is well. */
export interface DataTest {
  readonly name: string
  readonly sql: string
}

export interface Project {
  /** Each after those that it refers to. */
  readonly models: readonly Model[]
  readonly tests: readonly DataTest[]
  readonly sourceTables: readonly string[]
  /** Names that are described, model or `model.column`. */
  readonly described: readonly string[]
}

type GenericTest = string | Record<string, { values?: unknown[]; quote?: boolean; to?: string; field?: string }>

interface Described {
  readonly name: string
  readonly description?: string
  readonly columns?: readonly {
    readonly name: string
    readonly description?: string
    readonly data_tests?: readonly GenericTest[]
  }[]
}

interface PropertiesFile {
  readonly models?: readonly Described[]
  readonly sources?: readonly { readonly name: string; readonly schema: string; readonly tables: readonly Described[] }[]
}

const DIR = import.meta.dirname
const environment = new nunjucks.Environment(null, { autoescape: false, throwOnUndefined: true })

const filesIn = async (folder: string, ending: string): Promise<string[]> =>
  (await readdir(join(DIR, folder), { recursive: true })).filter((path) => path.endsWith(ending)).sort()

const readText = (...path: string[]): Promise<string> => readFile(join(DIR, ...path), 'utf8')

/** As dbt writes its own generic tests. */
const genericSql = (test: GenericTest, relation: string, column: string, render: (text: string) => string): string => {
  if (test === 'not_null') return `select ${column} from ${relation} where ${column} is null`
  if (test === 'unique')
    return `select ${column} from ${relation} where ${column} is not null group by ${column} having count(*) > 1`
  const [name, { values = [], quote = true, to = '', field = '' }] = Object.entries(test)[0] as [string, Record<string, never>]
  if (name === 'accepted_values') {
    const accepted = (values as unknown[]).map((value) => (quote ? `'${value}'` : value)).join(', ')
    return `select ${column} from ${relation} where ${column} not in (${accepted})`
  }
  if (name !== 'relationships') throw new Error(`No such test: ${JSON.stringify(test)}`)
  return `select child.${column} from ${relation} as child left join ${render(`{{ ${to} }}`)} as parent
    on parent.${field} = child.${column} where child.${column} is not null and parent.${field} is null`
}

/** Puts models after those that they refer to. @throws Error where they refer to each other in a circle. */
const inOrder = (models: ReadonlyMap<string, { readonly refs: readonly string[] }>): string[] => {
  const ordered: string[] = []
  const visit = (name: string, way: readonly string[]): void => {
    if (ordered.includes(name)) return
    if (way.includes(name)) throw new Error(`A circle: ${[...way, name].join(' → ')}`)
    const model = models.get(name)
    if (!model) throw new Error(`No model is named ${name}, which ${way.at(-1)} refers to`)
    for (const each of model.refs) visit(each, [...way, name])
    ordered.push(name)
  }
  for (const name of models.keys()) visit(name, [])
  return ordered
}

/** Renders the project for a target, with the small part of dbt's Jinja that it uses: ref, source, var, target. */
export const readProject = async (target: Target, vars: Record<string, unknown> = {}): Promise<Project> => {
  const settings = parse(await readText('dbt_project.yml'))
  const files = await Promise.all(
    (await filesIn('models', '.yml')).map(async (path) => parse(await readText('models', path)) as PropertiesFile),
  )
  const sources = files.flatMap((file) => file.sources ?? [])
  const models = files.flatMap((file) => file.models ?? [])

  const variable = (name: string, fallback: unknown) => vars[name] ?? settings.vars[name] ?? fallback
  const ref = (name: string): string => `${target.schema}.${name}`
  const source = (name: string, table: string): string => {
    const found = sources.find((each) => each.name === name && each.tables.some((of) => of.name === table))
    if (!found) throw new Error(`No source ${name}.${table}`)
    return `${render(found.schema)}.${table}`
  }
  const render = (text: string): string => environment.renderString(text, { ref, source, var: variable, target })

  const rendered = new Map<string, Model & { readonly refs: readonly string[] }>()
  for (const path of await filesIn('models', '.sql')) {
    const [folder = '', file = ''] = path.split('/')
    const name = file.replace('.sql', '')
    const text = await readText('models', path)
    const refs = [...text.matchAll(/\bref\('(\w+)'\)/g)].map(([, of]) => of as string)
    rendered.set(name, { name, sql: render(text), refs, materialized: settings.models.rollcall[folder]['+materialized'] })
  }

  const generic = [
    ...models.map((of) => ({ of, relation: ref(of.name) })),
    ...sources.flatMap(({ name, tables }) => tables.map((of) => ({ of, relation: source(name, of.name) }))),
  ].flatMap(({ of, relation }) =>
    (of.columns ?? []).flatMap((column) =>
      (column.data_tests ?? []).map((test) => ({
        name: `${relation}.${column.name}: ${typeof test === 'string' ? test : Object.keys(test)[0]}`,
        sql: genericSql(test, relation, column.name, render),
      })),
    ),
  )
  const singular = await Promise.all(
    (await filesIn('tests', '.sql')).map(async (path) => ({ name: path, sql: render(await readText('tests', path)) })),
  )
  return {
    models: inOrder(rendered).map((name) => rendered.get(name) as Model),
    tests: [...generic, ...singular],
    sourceTables: sources.flatMap(({ tables }) => tables.map(({ name }) => name)),
    described: models.flatMap(({ name, columns = [] }) => [name, ...columns.map((column) => `${name}.${column.name}`)]),
  }
}

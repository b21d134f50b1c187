/**
 * Writes the generated files: the database types and the reference of the database from the data model, the OpenAPI document from the
 * endpoint table, the changes of the API from CHANGELOG.md, and what the Helm chart repeats. With --check it writes nothing and
 * fails when a file is out of date; --without-database leaves out what needs PostgreSQL.
 */
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openApiDocument } from '../packages/contract/src/index.ts'
import { startEmbeddedPostgres } from '../packages/embedded-postgres/src/index.ts'
import { openDatabase } from '../packages/server/src/platform/db/database.ts'
import { migrate } from '../packages/server/src/platform/db/migrate.ts'
import { changesOf } from './changelog.ts'
import { databaseReference } from './database-reference.ts'
import { withValues } from './helm-values.ts'

const DATABASE = 'generate'
const { check, 'without-database': withoutDatabase } = parseArgs({
  options: { check: { type: 'boolean' }, 'without-database': { type: 'boolean' } },
}).values

const databaseTypes = async (folder: string): Promise<string> => {
  await using postgres = await startEmbeddedPostgres({ dataDir: folder })
  await postgres.ensureDatabase(DATABASE)
  const url = postgres.url(DATABASE)
  const { db, [Symbol.asyncDispose]: close } = openDatabase({ url, poolSize: 1 })
  await migrate(db)
  await close()
  const file = join(folder, 'schema.ts')
  const mapping = JSON.stringify({ int8: 'number' })
  const excluded = '*_before_2015'
  const options = ['--date-parser', 'string', '--type-mapping', mapping, '--exclude-pattern', excluded, '--out-file', file]
  execFileSync(process.execPath, ['node_modules/kysely-codegen/dist/cli/bin.js', '--url', url, ...options], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return readFile(file, 'utf8')
}

const apiVersion = async (): Promise<string> =>
  (JSON.parse(await readFile('packages/server/package.json', 'utf8')) as { version: string }).version

const apiChanges = async (): Promise<string> =>
  `${JSON.stringify(changesOf(await readFile('CHANGELOG.md', 'utf8'), await apiVersion()), null, 2)}\n`

const CHART = 'deploy/helm/rollcall'
const chartReadme = async (): Promise<string> => {
  const files = ['README.md', 'values.yaml', 'values.schema.json'].map((name) => readFile(join(CHART, name), 'utf8'))
  return withValues(...((await Promise.all(files)) as [string, string, string]))
}

/** The chart has the version of the packages. */
const chartManifest = async (): Promise<string> => {
  const manifest = await readFile(join(CHART, 'Chart.yaml'), 'utf8')
  const version = await apiVersion()
  return manifest.replaceAll(/^(version|appVersion): .*$/gm, (_line, name) => `${name}: ${version}`)
}

const folder = await mkdtemp(join(tmpdir(), 'rollcall-generate-'))
try {
  const files = {
    ...(withoutDatabase ? {} : { 'packages/server/src/platform/db/schema.ts': await databaseTypes(folder) }),
    'packages/server/src/gate/http/changelog.json': await apiChanges(),
    [`${CHART}/Chart.yaml`]: await chartManifest(),
    [`${CHART}/README.md`]: await chartReadme(),
    // A chart contains only files of its own folder.
    [`${CHART}/files/alert-rules.yml`]: await readFile('deploy/alert-rules.yml', 'utf8'),
    'docs/reference/database.md': await databaseReference(),
    'docs/reference/openapi.json': `${JSON.stringify(openApiDocument(await apiVersion()), null, 2)}\n`,
  }
  for (const [file, content] of Object.entries(files)) {
    if ((await readFile(file, 'utf8').catch(() => '')) === content) continue
    if (check) {
      console.error(`${file} is out of date: run npm run generate.`)
      process.exitCode = 1
    } else {
      await writeFile(file, content)
      console.log(`Wrote ${file}`)
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}

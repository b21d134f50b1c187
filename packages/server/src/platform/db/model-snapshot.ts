import { type Model, structureOf } from './model-files.ts'
import { signatureOf } from './model-state.ts'

const literal = (text: string | null): string => (text === null ? 'null' : `'${text.replaceAll("'", "''")}'`)

/** Writes a script that creates a database of this model: every statement, and the rows that record the state. */
export const snapshotOf = ({ objects, migrations }: Model, version: string): string => {
  const rows = objects.map((object) =>
    [object.kind, object.name, object.hash, signatureOf(object), version].map((value) => literal(value)).join(', '),
  )
  const names = migrations.map(({ name }) => `insert into migrations (name) values (${literal(name)});`)
  return [
    `-- Rollcall ${version}, structure ${structureOf(objects)}`,
    ...objects.map(({ sql }) => (sql.endsWith(';') ? sql : `${sql};`)),
    `insert into model_objects (kind, name, hash, signature, version) values\n${rows.map((row) => `(${row})`).join(',\n')};`,
    ...names,
    '',
  ].join('\n\n')
}

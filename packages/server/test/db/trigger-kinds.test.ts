import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../../../..')
const RECORD = join(ROOT, 'docs/adr/0010-consequences-in-words.md')
const TABLES = join(ROOT, 'packages/server/src/platform/db/model/tables')

/** The function that each trigger of the data model calls. */
const calledFunctions = async (): Promise<string[]> => {
  const called: string[] = []
  for await (const file of glob('*.sql', { cwd: TABLES })) {
    const sql = await readFile(join(TABLES, file), 'utf8')
    called.push(
      ...Array.from(sql.matchAll(/^create (?:constraint )?trigger [^;]+?\s+execute function (\w+)/gm), ([, name]) => `${name}`),
    )
  }
  return called
}

/** Rows of the table of kinds: its functions, and how many triggers call them. */
const kindsOf = (text: string): { functions: string[]; triggers: number }[] =>
  Array.from(text.matchAll(/^\| [^|]+ \| ([^|]+) \| (\d+) \| [^|]+ \|$/gm), ([, functions = '', triggers]) => ({
    functions: Array.from(functions.matchAll(/`(\w+)\(\)`/g), ([, name]) => `${name}`),
    triggers: Number(triggers),
  }))

it('the record of consequences names the function of every trigger, and counts the triggers of each kind and in all', async () => {
  const called = await calledFunctions()
  const text = await readFile(RECORD, 'utf8')
  const kinds = kindsOf(text)
  expect(kinds.flatMap(({ functions }) => functions).toSorted()).toEqual([...new Set(called)].toSorted())
  expect(kinds).toEqual(
    kinds.map(({ functions }) => ({ functions, triggers: called.filter((name) => functions.includes(name)).length })),
  )
  expect(text).toContain(`brought them to ${called.length};`)
})

import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { readComments } from '../../src/platform/db/model-comments.ts'
import { DATABASE_FOLDER, readModel } from '../../src/platform/db/model-files.ts'

const FOLDER = new URL('model/', DATABASE_FOLDER)
const { objects } = await readModel()

const sqlFiles = async () => (await readdir(FOLDER, { recursive: true })).filter((name) => name.endsWith('.sql'))

describe('the files of the data model', () => {
  it('hold one function, view or type each, called like the file', () => {
    for (const { kind, name, sql } of objects.filter(({ kind }) => ['function', 'view', 'type'].includes(kind))) {
      expect(sql.match(/^create /gm), name).toHaveLength(1)
      expect(sql, name).toMatch(new RegExp(`^create (or replace )?(${kind}|domain) ${name}\\b`))
    }
  })

  it('are complete: nothing is defined twice', () => {
    const keys = objects.map(({ kind, name }) => `${kind} ${name}`)
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys.length).toBeGreaterThan(200)
  })

  it('say of every function, view and type what it is for', async () => {
    const silent: string[] = []
    for (const file of await sqlFiles()) {
      if (!(await readFile(new URL(file, FOLDER), 'utf8')).startsWith('--')) silent.push(file)
    }
    expect(silent).toEqual([])
  })

  it('say of every table and column what it holds', async () => {
    const silent: string[] = []
    const tables = (await sqlFiles()).filter((file) => file.startsWith('tables/'))
    for (const file of tables) {
      const name = file.slice('tables/'.length, -'.sql'.length)
      const { table, columns } = readComments(name, await readFile(new URL(file, FOLDER), 'utf8'))
      if (table === '') silent.push(name)
      for (const [column, comment] of columns) if (comment === '') silent.push(`${name}.${column}`)
      expect(columns.size, name).toBeGreaterThan(1)
    }
    expect(tables.length).toBeGreaterThan(60)
    expect(silent).toEqual([])
  })
})

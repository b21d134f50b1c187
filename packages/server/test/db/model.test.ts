import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { DATABASE_FOLDER, readModel } from '../../src/platform/db/model-files.ts'

const { objects } = await readModel()

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

  it('say of every table, function, view and type what it is for', async () => {
    const folder = new URL('model/', DATABASE_FOLDER)
    const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.sql'))
    const silent: string[] = []
    for (const name of files) {
      if (!(await readFile(new URL(name, folder), 'utf8')).startsWith('--')) silent.push(name)
    }
    expect(silent).toEqual([])
  })
})

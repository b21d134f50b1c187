import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { type Arrow, findCircle, groupArrows, readArrows } from '../../../scripts/imports.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** A folder without folders in it is one room; a file beside other folders stands for itself. */
const roomsOf = (arrows: readonly Arrow[]): ((path: string) => string) => {
  const corridors = new Set(arrows.flatMap(({ from, to }) => [from, to]).map((path) => dirname(dirname(path))))
  return (path) => (corridors.has(dirname(path)) ? path : dirname(path))
}

const findCircles = (arrows: readonly Arrow[]) => ({
  files: findCircle(groupArrows(arrows)),
  folders: findCircle(groupArrows(arrows, roomsOf(arrows))),
})

const packages = [...(await readdir(join(ROOT, 'packages'))).map((name) => `packages/${name}`), 'bench'].filter((name) =>
  existsSync(join(ROOT, name, 'src')),
)

describe.each(packages)('%s', (name) => {
  it('has no circle of files or of folders, type imports included', async () => {
    const arrows = await readArrows(join(ROOT, name, 'src'))
    expect(arrows.length).toBeGreaterThan(30)
    expect(findCircles(arrows)).toEqual({})
  })
})

test('a circle of files in one folder is found, and one of folders that no file closes', () => {
  const twoFiles = [
    { from: 'send/rows.ts', to: 'send/csv.ts' },
    { from: 'send/csv.ts', to: 'send/rows.ts' },
  ]
  expect(findCircles(twoFiles).files).toEqual(['send/rows.ts imports send/csv.ts', 'send/csv.ts imports send/rows.ts'])
  const twoFolders = [
    { from: 'a/first.ts', to: 'b/first.ts' },
    { from: 'b/second.ts', to: 'a/second.ts' },
  ]
  expect(findCircles(twoFolders)).toEqual({
    files: undefined,
    folders: ['a/first.ts imports b/first.ts', 'b/second.ts imports a/second.ts'],
  })
})

test('a file beside folders may be imported by them and import others of them', () => {
  const arrows = [
    { from: 'open.ts', to: 'folder/store.ts' },
    { from: 'folder/store.ts', to: 'destination.ts' },
  ]
  expect(findCircles(arrows)).toEqual({})
})

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findCircle, findUpward, groupArrows } from '../../../scripts/imports.ts'
import { FLOORS, folderOf, type House, parseReadme, readHouse, SOURCE } from './house/read-house.ts'
import { findBrokenRules, findSideEntrances, findStaleRows } from './house/rules.ts'

describe('the house', () => {
  it('keeps its rules: no import leads up, around or through a side entrance', async () => {
    const house = await readHouse()
    expect(house.arrows.length).toBeGreaterThan(1000)
    expect(groupArrows(house.arrows, folderOf).get('planning/bookings')?.has('planning/plans')).toBe(true)
    expect(findBrokenRules(house)).toEqual([])
  })

  it('introduces each district in three to ten lines', async () => {
    for (const district of FLOORS) {
      const [, prose] = (await readFile(join(SOURCE, district, 'README.md'), 'utf8')).split(/^# .+\n\n|\n\n\|/m)
      const lines = prose?.split('\n') ?? []
      expect(lines.length, district).toBeGreaterThanOrEqual(3)
      expect(lines.length, district).toBeLessThanOrEqual(10)
    }
  })

  it('names an import that leads upward', () => {
    const upward = { from: 'intake/ingest/store.ts', to: 'planning/plans/command.ts' }
    const toRoot = { from: 'platform/db/pools.ts', to: 'service.ts' }
    const downward = { from: 'planning/plans/command.ts', to: 'intake/ingest/store.ts' }
    expect(findUpward([upward, downward, toRoot], FLOORS)).toEqual([upward, toRoot])
  })

  it('names each import of a circle, however long it is', () => {
    const arrows = [
      { from: 'gate/a/x.ts', to: 'gate/b/y.ts' },
      { from: 'gate/b/y.ts', to: 'gate/c/z.ts' },
      { from: 'gate/c/z.ts', to: 'gate/b/y.ts' },
    ]
    expect(findCircle(groupArrows(arrows, folderOf))).toEqual([
      'gate/b/y.ts imports gate/c/z.ts',
      'gate/c/z.ts imports gate/b/y.ts',
    ])
  })

  it('names both files of an import through a side entrance, and lets only the composition root use what is kept for it', () => {
    const folders = parseReadme('gate', '| `a/` | What? | `offered.ts` | `a-routes.ts` |\n| `b/` | Who? | | |')
    const import_ = (from: string, to: string) => ({ from, to: `gate/a/${to}` })
    const allowed = [import_('gate/b/y.ts', 'offered.ts'), import_('service.ts', 'a-routes.ts'), import_('gate/a/x.ts', 'own.ts')]
    expect(findSideEntrances({ folders, arrows: allowed })).toEqual([])
    const arrows = [import_('gate/b/y.ts', 'own.ts'), import_('gate/b/y.ts', 'a-routes.ts'), import_('service.ts', 'own.ts')]
    expect(findSideEntrances({ folders, arrows })).toEqual([
      'gate/b/y.ts imports gate/a/own.ts, which gate/README.md does not offer to it',
      'gate/b/y.ts imports gate/a/a-routes.ts, which gate/README.md does not offer to it',
      'service.ts imports gate/a/own.ts, which gate/README.md does not offer to it',
    ])
  })

  it('names rows that say something else than the folders', () => {
    const rows = ['| `a/` | What? | `one.ts` `two.ts` `three.ts` | `a-routes.ts` |', '| `gone/` | Who? | | |']
    const tools = '| `t/` toolbox | How? | `one.ts` first, `two.ts` second, `three.ts` third | |'
    const house: House = {
      files: ['gate/a/one.ts', 'gate/new/x.ts', 'gate/t/one.ts'],
      folders: parseReadme('gate', [...rows, tools].join('\n')),
      arrows: ['a/one', 'a/two', 'a/a-routes', 't/one', 't/two', 't/three'].map((name) => ({
        from: 'gate/new/x.ts',
        to: `gate/${name}.ts`,
      })),
    }
    expect(findStaleRows(house)).toEqual([
      'gate/new has no row in gate/README.md',
      'gate/gone has a row in gate/README.md, and no files',
      'gate/a/three.ts is offered, and no district imports it',
      'gate/a/a-routes.ts is for the composition root, which does not import it',
      'gate/a offers 3 files, and is no toolbox',
    ])
  })
})

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findBrokenSteps, parseWalks, ROOT } from './walks.ts'

const readWalks = async () => parseWalks(await readFile(join(ROOT, 'ARCHITECTURE.md'), 'utf8'))

describe('the walks of ARCHITECTURE.md', () => {
  it('lead from one file to the next that it uses', async () => {
    const walks = await readWalks()
    expect(walks.length).toBe(4)
    for (const walk of walks) {
      expect(walk.length).toBeGreaterThan(5)
      expect(await findBrokenSteps(walk)).toEqual([])
    }
  })

  it('name a file that is gone, a name that is gone, and a step that leads nowhere', async () => {
    const [routes, events, ingest] = (await readWalks())[0] ?? []
    if (!routes || !events || !ingest) throw new Error('The first walk has no steps.')
    const gone = { ...events, path: 'packages/server/src/gone.ts' }
    expect(await findBrokenSteps([routes, gone])).toEqual(['packages/server/src/gone.ts does not exist'])
    const renamed = { ...events, name: 'recordGone' }
    expect(await findBrokenSteps([routes, renamed])).toEqual([`${events.path} does not define recordGone`])
    expect(await findBrokenSteps([routes, ingest])).toEqual([`no earlier step uses ingester of ${ingest.path}`])
  })
})

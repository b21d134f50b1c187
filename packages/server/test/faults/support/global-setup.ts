import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { isLong } from './form.ts'
import { summaryOf } from './print-summary.ts'
import type { Told } from './summary.ts'

/** Collects what the files of the suite tell, and prints it once they are done. */
export const setup = async (project: TestProject) => {
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-faults-'))
  const file = join(folder, 'summary')
  await writeFile(file, '')
  project.provide('faultSummary', file)
  return async () => {
    const lines = (await readFile(file, 'utf8')).split('\n').filter(Boolean)
    if (lines.length > 0) console.log(`\n${summaryOf(lines.map((line) => JSON.parse(line) as Told))}\n`)
    if (lines.length > 0 && !isLong)
      console.log('This was the short form; npm run test:faults kills migrations and loads too, and fills disks.\n')
    await rm(folder, { recursive: true, force: true })
  }
}

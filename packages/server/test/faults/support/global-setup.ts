import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { keepResults } from '../../../src/testing/keep-results.ts'
import { openRunFolders } from '../../../src/testing/run-folders.ts'
import { isLong } from './form.ts'
import { summaryOf } from './print-summary.ts'
import type { RecordedLine } from './summary.ts'

/** Whether every file of the suite ran, and nothing failed. */
const isWhole = async ({ vitest: { state }, name }: TestProject): Promise<boolean> => {
  const files = (await readdir(new URL('..', import.meta.url))).filter((file) => file.endsWith('.test.ts'))
  const ran = state.getFiles().filter(({ projectName }) => projectName === name)
  return ran.length === files.length && state.getCountOfFailedTests() === 0
}

/** Collects the lines that the files of the suite record, prints it once they are done, and keeps it where all of them ran. */
export const setup = async (project: TestProject) => {
  await openRunFolders()
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-faults-'))
  const file = join(folder, 'summary')
  await writeFile(file, '')
  project.provide('faultSummary', file)
  return async () => {
    const lines = (await readFile(file, 'utf8')).split('\n').filter(Boolean)
    await rm(folder, { recursive: true, force: true })
    if (lines.length === 0) return
    const summary = summaryOf(lines.map((line) => JSON.parse(line) as RecordedLine))
    console.log(`\n${summary}\n`)
    if (isLong && (await isWhole(project))) await keepResults('faults', summary)
    if (!isLong) console.log('This was the short form; npm run test:faults kills migrations and loads too, and fills disks.\n')
  }
}

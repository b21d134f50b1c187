import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { keepResults } from '../../../src/testing/keep-results.ts'
import { openRunFolders } from '../../../src/testing/run-folders.ts'
import { summaryOf } from './print-summary.ts'
import type { RecordedLine } from './summary.ts'

interface Suite {
  /** The name of its file in the results. */
  readonly name: string
  /** The folder with all its test files. */
  readonly folder: URL
  /** Whether its results are kept where all of it ran. */
  readonly isKept: boolean
  /** What it ran with. */
  readonly programs?: string
}

/** Whether every file of the suite ran, and nothing failed. */
const isWhole = async ({ vitest: { state, config }, name }: TestProject, folder: URL): Promise<boolean> => {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.test.ts'))
  const ran = state.getFiles().filter(({ projectName }) => (projectName ?? '') === name)
  return config.testNamePattern === undefined && ran.length === files.length && state.getCountOfFailedTests() === 0
}

/** Collects the lines that the files of a suite record. The result prints them once all are done, and keeps them. */
export const collectSummary = async (
  project: TestProject,
  { name, folder, isKept, programs }: Suite,
): Promise<() => Promise<void>> => {
  await openRunFolders()
  const own = await mkdtemp(join(tmpdir(), `rollcall-${name}-`))
  const file = join(own, 'summary')
  await writeFile(file, '')
  project.provide('faultSummary', file)
  return async () => {
    const lines = (await readFile(file, 'utf8')).split('\n').filter(Boolean)
    await rm(own, { recursive: true, force: true })
    if (lines.length === 0) return
    const summary = [programs ?? [], summaryOf(lines.map((line) => JSON.parse(line) as RecordedLine))].flat().join('\n\n')
    console.log(`\n${summary}\n`)
    if (isKept && (await isWhole(project, folder))) await keepResults(name, summary)
  }
}

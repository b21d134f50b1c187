import type { TestProject } from 'vitest/node'
import { collectSummary } from '../../../packages/server/test/faults/support/collect-summary.ts'
import { ensurePrograms } from './programs.ts'

/** Installs the programs where that is possible, and keeps the results where everything ran. */
export const setup = async (project: TestProject) => {
  ensurePrograms()
  return collectSummary(project, { name: 'availability', folder: new URL('.', import.meta.url), isKept: true })
}

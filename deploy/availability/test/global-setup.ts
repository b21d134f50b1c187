import type { TestProject } from 'vitest/node'
import { collectSummary } from '../../../packages/server/test/faults/support/collect-summary.ts'
import { ensurePrograms, listVersions } from './programs.ts'

/** Installs the programs where that is possible, and keeps the results where everything ran. */
export const setup = async (project: TestProject) => {
  ensurePrograms()
  const folder = new URL('.', import.meta.url)
  return collectSummary(project, { name: 'availability', folder, isKept: true, programs: listVersions() })
}

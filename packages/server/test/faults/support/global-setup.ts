import type { TestProject } from 'vitest/node'
import { collectSummary } from './collect-summary.ts'
import { isLong } from './form.ts'

export const setup = async (project: TestProject) => {
  const finish = await collectSummary(project, { name: 'faults', folder: new URL('..', import.meta.url), isKept: isLong })
  return async () => {
    await finish()
    if (!isLong) console.log('This was the short form; npm run test:faults kills migrations and loads too, and fills disks.\n')
  }
}

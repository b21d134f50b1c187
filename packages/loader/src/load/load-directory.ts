import { DIRECTORY } from '../datasets/datasets.ts'
import type { Job } from './jobs.ts'
import { answerJobs, type Missing } from './load-answers.ts'
import { LoadError } from './load-error.ts'
import type { Session } from './session.ts'
import { directoryKey } from './state.ts'

/** Replaces every changed dataset of the directory as a whole. They are reported as missing only after all of the jobs. */
export const directoryJobs = (session: Session, missing: Missing): Job[] => {
  const parts = DIRECTORY.map((dataset) => ({
    ...({ dataset, key: directoryKey(dataset.name), title: dataset.name, scope: { kind: 'all' }, again: 'if-changed' } as const),
    questions: [{ operation: dataset.operation, query: {} }],
  }))
  // They are few, so they may all wait to be stored together with the segments that follow.
  return answerJobs(session, parts, missing).map((job) => ({ ...job, rowCount: 0 }))
}

export const reportMissing = (session: Session, missing: Missing): void => {
  for (const name of missing) session.notice(`The service has no ${name}: this dataset is skipped.`)
}

/** The error of a service without locations, which every load needs. */
export const noLocations = (cause: unknown): LoadError =>
  new LoadError('The service does not know /v1/analytics/locations: check its address.', { cause })

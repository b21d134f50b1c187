import { DIRECTORY } from '../datasets/datasets.ts'
import { loadAnswers, type Missing } from './load-answers.ts'
import { LoadError } from './load-error.ts'
import type { Session } from './session.ts'
import { directoryKey } from './state.ts'

/** Replaces every changed dataset of the directory as a whole. */
export const loadDirectory = async (session: Session): Promise<void> => {
  const missing: Missing = new Set()
  const parts = DIRECTORY.map((dataset) => ({
    ...({ dataset, key: directoryKey(dataset.name), title: dataset.name, scope: { kind: 'all' }, again: 'if-changed' } as const),
    questions: [{ operation: dataset.operation, query: {} }],
  }))
  await loadAnswers(session, parts, missing)
  reportMissing(session, missing)
}

export const reportMissing = (session: Session, missing: Missing): void => {
  for (const name of missing) session.notice(`The service has no ${name}: this dataset is skipped.`)
}

/** The error of a service without locations, which every load needs. */
export const noLocations = (cause: unknown): LoadError =>
  new LoadError('The service does not know /v1/analytics/locations: check its address.', { cause })

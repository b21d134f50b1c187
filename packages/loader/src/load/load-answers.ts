import type { LoadedDataset } from '../datasets/datasets.ts'
import type { Scope, StateEntry } from '../destinations/destination.ts'
import { type Download, download, isUnchanged } from '../source/download.ts'
import { isMissing, isRefused, type Question } from '../source/source.ts'
import { type Job, runJobs } from './jobs.ts'
import type { Session } from './session.ts'
import type { KnownAnswer } from './state.ts'

/** Rows that are read and replaced together: one response, or several that belong together. */
export interface Part {
  readonly dataset: LoadedDataset
  readonly table?: string
  /** Key of the state entry. */
  readonly key: string
  /** Additional fields of the state entry. */
  readonly remembered?: object
  readonly questions: readonly Question[]
  readonly scope: Scope
  /** Keys of parts that this one replaces, which are removed from the state. */
  readonly replacedKeys?: readonly string[]
  /** Whether an existing part is requested again: never, only if changed, or always. */
  readonly again: 'never' | 'if-changed' | 'always'
  /** The service may not have this dataset. */
  readonly isOptional?: boolean
  /** Description of the part, for the progress line. */
  readonly title: string
}

/** The part, to be read again regardless of its ETag. */
export const alwaysAgain = (part: Part): Part => ({ ...part, again: 'always' })

type Outcome = { readonly kind: 'rows'; readonly download: Download } | { readonly kind: 'unchanged' | 'missing' | 'none' }

/** Names of datasets that the service lacks. */
export type Missing = Set<string>

/** Reads parts concurrently and replaces them one after the other. */
export const loadAnswers = (session: Session, parts: readonly Part[], missing: Missing): Promise<void> =>
  runJobs(session, answerJobs(session, parts, missing))

export const answerJobs = (session: Session, parts: readonly Part[], missing: Missing): Job[] => {
  session.progress.expect(parts.length)
  return parts.map((part) => ({
    read: async (signal) => {
      const outcome = await readPart(session, part, missing, signal)
      return async (isFollowed) => {
        if (outcome.kind === 'missing') missing.add(part.dataset.name)
        else await storePart(session, part, outcome, isFollowed)
        session.progress.done(part.title)
      }
    },
  }))
}

const readPart = async (session: Session, part: Part, missing: Missing, signal: AbortSignal): Promise<Outcome> => {
  const { source, state, isDry } = session
  const { dataset, questions, again } = part
  if (missing.has(dataset.name)) return { kind: 'missing' }
  const known = state.find<KnownAnswer>(part.key)
  if (known && again === 'never') return { kind: 'unchanged' }
  const etag = again === 'always' ? undefined : known?.etag
  const request = { questions, columns: dataset.columns, etag }
  try {
    if (isDry) return { kind: (await isUnchanged(source, request, signal)) ? 'unchanged' : 'none' }
    const answer = await download(source, request, signal)
    return answer ? { kind: 'rows', download: answer } : { kind: 'unchanged' }
  } catch (error) {
    if (part.isOptional && isRefused(error)) return { kind: 'none' }
    if (isMissing(error)) return { kind: 'missing' }
    throw error
  }
}

const storePart = async (session: Session, part: Part, outcome: Outcome, isFollowed: () => boolean): Promise<void> => {
  const { dataset, table, key, scope, remembered, replacedKeys = [] } = part
  if (outcome.kind === 'unchanged') session.of(dataset).unchanged += 1
  if (outcome.kind === 'none' && session.isDry) session.of(dataset).windowsRead += 1
  if (outcome.kind !== 'rows') return
  const { etag, rows } = outcome.download
  const removed = replacedKeys.filter((each) => each !== key).map((each): StateEntry => [each, null])
  const state: StateEntry[] = [...removed, [key, { ...remembered, etag, rowCount: rows.rowCount }]]
  await session.replace({ dataset, ...(table ? { table } : {}), scope, state, isFollowed }, outcome.download)
}

import { CHANGE_LOG, DAILY, DIRECTORY, FUTURE_TABLE, type LoadedDataset, type PublishedDataset } from '../datasets/datasets.ts'
import { countRows } from '../source/count-rows.ts'
import { isMissing, type Question } from '../source/source.ts'
import { readUserLists } from '../source/user-lists.ts'
import { type DayRange, daysAfter, todayOf } from './days.ts'
import { DEFAULT_LOOK_BACK_DAYS } from './incremental.ts'
import { datedQuestions, titleOf } from './load-dated.ts'
import { LoadError } from './load-error.ts'
import { countWindow, windowQuestion } from './load-windows.ts'
import type { CommonOptions } from './options.ts'
import { openPlaces } from './places.ts'
import { runLoad } from './run-load.ts'
import type { Session } from './session.ts'
import {
  directoryKey,
  FUTURE_KEY,
  type KnownAnswer,
  type KnownFuture,
  type KnownLoad,
  LOAD_KEY,
  readWindowKey,
  windowsKey,
} from './state.ts'
import { type Findings, INCREMENTAL_HELPS, REPAIR_HELPS, type VerifyReport } from './verify-report.ts'
import { verifySegments } from './verify-segments.ts'

/**
 * Compares the copy with the service: published datasets by segment, others by row count. Writes nothing.
 * @throws LoadError if nothing has been loaded yet, or the copy belongs to another organization
 */
export const verify = (options: CommonOptions): Promise<VerifyReport> =>
  runLoad({ ...options, dryRun: true }, async (session) => {
    const { mode, findings } = await compare(session)
    const { toReload: _, isRestored: __, ...report } = findings
    return { mode, ...report }
  })

export const compare = async (session: Session): Promise<{ mode: VerifyReport['mode']; findings: Findings }> => {
  const load = session.state.find<KnownLoad>(LOAD_KEY)
  if (!load) throw new LoadError(`Nothing has been loaded into ${session.destination.title} yet: there is nothing to verify.`)
  const today = todayOf(await openPlaces(session)).earliest
  const findings: Findings = { segments: 0, windows: 0, differences: [], notices: [], toReload: new Set() }
  const loaded = DAILY.filter(({ name }) => Object.hasOwn(load.datasets, name))
  const published = loaded.filter((dataset) => dataset.kind === 'published')
  if (load.mode === 'feed') await verifySegments(session, published, load, findings)
  else for (const dataset of published) await verifyWindows(session, dataset, findings, today)
  const userLists = loaded.includes(CHANGE_LOG) ? await readUserLists(session.source, today) : []
  for (const dataset of DIRECTORY) {
    const questions = [{ operation: dataset.operation, query: {} }]
    await verifyWhole(session, dataset, [{ key: directoryKey(dataset.name), questions, isReadAgain: () => true }], findings)
  }
  for (const dataset of loaded) {
    if (dataset.kind !== 'dated') continue
    const parts = session.state.list<KnownAnswer>(windowsKey(dataset.name)).map(([key]): AnswerPart => {
      const range = readWindowKey(key)
      const questions = datedQuestions(dataset, range, userLists)
      return { key, questions, isReadAgain: ({ etag }) => etag !== null || isInLookBack(range, today) }
    })
    await verifyWhole(session, dataset, parts, findings)
  }
  await verifyFuture(session, findings)
  return { mode: load.mode, findings }
}

const isInLookBack = ({ lastDay }: DayRange, today: string): boolean => lastDay >= daysAfter(today, -DEFAULT_LOOK_BACK_DAYS)

const verifyWindows = async (session: Session, dataset: PublishedDataset, findings: Findings, today: string): Promise<void> => {
  const counts = await session.destination.countSegments(dataset)
  for (const [key, known] of session.state.list<KnownAnswer>(windowsKey(dataset.name))) {
    const { locationId, ...range } = readWindowKey(key)
    const published = await countNow(session, [windowQuestion(dataset, range, locationId)], known)
    const there = countWindow(counts, key)
    findings.windows += 1
    if (published === there) continue
    const helps = there === known.rowCount && isInLookBack(range, today) ? INCREMENTAL_HELPS : REPAIR_HELPS
    const problem = `has ${there} rows in ${titleOf('', range).trim()}, the service has ${published}: ${helps}`
    findings.differences.push({ dataset: dataset.name, day: range.firstDay, locationId, problem })
    findings.toReload.add(key)
  }
}

/** The current number of rows of a response; the known number if nothing has changed. */
const countNow = async ({ source }: Session, questions: readonly Question[], known: KnownAnswer): Promise<number> =>
  (await countRows(source, questions, known.etag)) ?? known.rowCount

interface AnswerPart {
  readonly key: string
  readonly questions: readonly Question[]
  /** Whether an incremental load requests it again. */
  readonly isReadAgain: (known: KnownAnswer) => boolean
}

/** Verifies a dataset that is not published in segments, by counting rows. */
const verifyWhole = async (
  session: Session,
  dataset: LoadedDataset,
  parts: readonly AnswerPart[],
  findings: Findings,
): Promise<void> => {
  const { name, table } = dataset
  let expected = 0
  let loaded = 0
  let isKnown = false
  let isReadAgain = true
  try {
    for (const part of parts) {
      const known = session.state.find<KnownAnswer>(part.key)
      if (!known) continue
      isKnown = true
      const count = await countNow(session, part.questions, known)
      expected += count
      loaded += known.rowCount
      isReadAgain &&= count === known.rowCount || part.isReadAgain(known)
      findings.windows += 1
      session.progress.say(`comparing ${name}`)
    }
  } catch (error) {
    if (!isMissing(error)) throw error
    findings.notices.push(`The service no longer has ${name}: this dataset is not compared.`)
    return
  }
  if (!isKnown) return
  const there = await session.destination.countRows(table)
  if (there === expected) return
  const helps = there === loaded && isReadAgain ? INCREMENTAL_HELPS : REPAIR_HELPS
  const problem = `has ${there} rows, the service has ${expected}: ${helps}`
  findings.differences.push({ dataset: name, day: null, locationId: null, problem })
  for (const { key } of parts) findings.toReload.add(key)
}

/** Compares only the number of rows with that of the last poll, because the content of the poll is not stored. */
const verifyFuture = async ({ state, destination }: Session, findings: Findings): Promise<void> => {
  const known = state.find<KnownFuture>(FUTURE_KEY)
  if (!known) return
  const there = await destination.countRows(FUTURE_TABLE)
  if (there === known.rowCount) return
  const problem = `has ${there} rows, ${known.rowCount} were loaded: \`rollcall load future\` reads it again after a repair`
  findings.differences.push({ dataset: FUTURE_TABLE, day: known.firstDay, locationId: null, problem })
  findings.toReload.add(FUTURE_KEY)
}

import { type ClientOptions, RollcallError } from '@rollcall/client'
import { WrongUse } from '../../wrong-use.ts'
import { madeEvents, type PlacedEvent, type Source } from '../events/made-events.ts'
import { isResent, type Refusal } from '../events/make-event.ts'
import type { Place } from '../rows/row.ts'
import { createDelivery, createSubmitter } from './event-delivery.ts'
import type { RefusedFile } from './refused-file.ts'
import { countRefusal, newTally, type Tally } from './tally.ts'

/** How long calls in progress may take after a stop. */
const GRACE_MS = 10_000
/** After this many rows without an event the mapping must be wrong. */
const MAX_INVALID_ROWS = 1_000

interface Run {
  readonly signal: AbortSignal
  readonly onProgress: (tally: Tally) => void
}

export interface SendRun extends Run {
  readonly connection: ClientOptions
  readonly refusedFile: RefusedFile
}

export interface Sent {
  readonly tally: Tally
  /** Where to resume if not everything was sent; everything before has its result. */
  readonly resumeAt?: Place
  /** The failure that ended the run early, unless it was the signal. */
  readonly failure?: unknown
}

/** Thrown if no row is valid, so nothing was sent. */
class NoValidRows extends WrongUse {}

/** Ends a file without valid rows. Until then it says whether any row was valid. */
const createMappingGuard = () => {
  let isValid = false
  let count = 0
  return ({ refusal, row, place }: PlacedEvent): boolean => {
    isValid ||= !refusal || isResent(row)
    if (isValid || !refusal) return true
    count += 1
    if (count < MAX_INVALID_ROWS) return false
    const { file, line } = place
    throw new NoValidRows(
      `Not one of the first ${count} rows makes an event, so nothing was sent. ${file} line ${line}: ${refusal.reason}.`,
    )
  }
}

const count = (tally: Tally, { isAmbiguous }: PlacedEvent): void => {
  tally.rows += 1
  if (isAmbiguous) tally.ambiguousTimes += 1
}

/** Creates the events of all files without sending them. */
export const tryFiles = async (
  source: Source,
  { signal, onProgress }: Run,
): Promise<{ tally: Tally; examples: PlacedEvent[] }> => {
  const tally = newTally()
  const examples: PlacedEvent[] = []
  const guard = createMappingGuard()
  const ended = new AbortController()
  const rowOptions = { ...source.rowOptions, signal: AbortSignal.any([signal, ended.signal]) }
  try {
    for await (const made of madeEvents({ ...source, rowOptions })) {
      count(tally, made)
      if (made.refusal) countRefusal(tally, made.refusal, made.place)
      else if (examples.length < 3) examples.push(made)
      guard(made)
      onProgress(tally)
    }
  } finally {
    // An open pipe would keep the process alive.
    ended.abort()
  }
  return { tally, examples }
}

const after = ({ file, line }: Place): Place => ({ file, line: line + 1 })

/** Sends the events of all files. Never rejects: a failure is part of the report. */
export const sendFiles = async (source: Source, run: SendRun): Promise<Sent> => {
  const { connection, refusedFile, signal, onProgress } = run
  const tally = newTally()
  const failed = new AbortController()
  const stopped = AbortSignal.any([signal, failed.signal])
  const cut = new AbortController()
  let failure: unknown
  let last: Place = { file: source.files[0] as string, line: source.fromLine - 1 }
  let timer: NodeJS.Timeout | undefined
  stopped.addEventListener('abort', () => {
    timer = setTimeout(() => cut.abort(new RollcallError('Stopped', { status: 0, code: 'stopped' })), GRACE_MS).unref()
  })
  const fail = (error: unknown) => {
    failure ??= error
    failed.abort()
  }
  const refuse = (made: PlacedEvent, refusal: Refusal) => {
    refusedFile.add(made, refusal)
    countRefusal(tally, refusal, made.place)
  }
  /** Local refusals that are not written yet: while no row is valid, the file of an earlier run must stay. */
  const held: (PlacedEvent & { refusal: Refusal })[] = []
  const release = () => {
    for (let [made] = held; made; [made] = held) {
      refuse(made, made.refusal)
      held.shift()
    }
  }
  const { kind, sourceId } = source.rules
  const submitter = createSubmitter(connection, cut.signal)
  const delivery = createDelivery({ kind, sourceId, submitter, tally, signal: stopped, onRefused: refuse, onFailure: fail })

  const sendAll = async (): Promise<boolean> => {
    const guard = createMappingGuard()
    for await (const made of madeEvents({ ...source, rowOptions: { ...source.rowOptions, signal: stopped } })) {
      if (stopped.aborted) return false
      count(tally, made)
      const { refusal } = made
      if (refusal) held.push({ ...made, refusal })
      if (guard(made)) release()
      if (!refusal) await delivery.send(made)
      last = made.place
      onProgress(tally)
    }
    return !stopped.aborted
  }

  const isRead = await sendAll().catch(fail)
  if (failure instanceof NoValidRows) for (const { refusal, place } of held) countRefusal(tally, refusal, place)
  else await Promise.resolve().then(release).catch(fail)
  await delivery.close().catch(fail)
  clearTimeout(timer)
  const unanswered = delivery.firstUnanswered() ?? held[0]?.place
  if (isRead && !unanswered && failure === undefined) return { tally }
  // Aborted calls are not a separate failure.
  const reported = failure instanceof RollcallError && failure.code === 'stopped' ? undefined : failure
  return { tally, resumeAt: unanswered ?? after(last), ...(reported === undefined ? {} : { failure: reported }) }
}

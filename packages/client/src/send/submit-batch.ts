import type { EventResult, SubmissionResult } from '@rollcall/contract'
import { faultsOf, type ProblemBody, RollcallError } from '../rollcall-error.ts'
import type { Submit } from './event-kinds.ts'

type Identified = { eventId: string }

/** Told what became of every event of a batch, each exactly once, in the order of the batch as far as answers allow. */
export interface Outcome<E> {
  answered(event: E, result: EventResult): void
  failed(events: E[], error: RollcallError): void
}

const BAD_REQUEST = 400
const TOO_LARGE = 413

/** Not everything that can be thrown has a text. */
const reasonOf = (thrown: unknown): string => {
  if (thrown instanceof Error) return thrown.message
  return typeof thrown === 'string' ? thrown : 'no reason given'
}

/** Whoever submits threw what is not of this client. */
const notSent = (cause: unknown) =>
  new RollcallError(`The events could not be sent: ${reasonOf(cause)}`, { status: 0, code: 'not_sent', cause })

const mismatch = () =>
  new RollcallError('The answer does not hold one result per event in their order', { status: 200, code: 'invalid_answer' })

type Faults = NonNullable<ProblemBody['errors']>

/** Faults by the index of their event, as pointers like /presenceEvents/17/timestamp say; others are left out. */
const faultsByEvent = (error: RollcallError, count: number): Map<number, Faults> => {
  const found = new Map<number, Faults>()
  if (error.status !== BAD_REQUEST) return found
  for (const fault of faultsOf(error.problem)) {
    const [, digits, rest = ''] = /^\/[^/]+\/(\d+)(\/.*)?$/s.exec(fault.pointer) ?? []
    const index = Number(digits ?? count)
    if (index < count) found.set(index, [...(found.get(index) ?? []), { ...fault, pointer: rest }])
  }
  return found
}

/** The refusal of one event: `problem.errors` holds its own faults, with pointers into it. */
const refusalOf = (error: RollcallError, faults: Faults): RollcallError => {
  const places = faults.map(({ pointer, message }) => `${pointer || 'the event'} ${message}`).join('; ')
  return new RollcallError(`${error.status} ${error.code}: ${places}`, {
    status: error.status,
    code: error.code,
    problem: { ...error.problem, errors: faults },
    cause: error,
  })
}

const isJson = (value: unknown): boolean => {
  try {
    JSON.stringify(value)
    return true
  } catch {
    return false
  }
}

/** Whether fewer events may fare better: too large together, or one of them is malformed and nothing says which. */
const isDivisible = (error: RollcallError, events: readonly unknown[]): boolean => {
  if (error.code === 'not_sent') return !isJson(events)
  return error.status === TOO_LARGE || (error.status === BAD_REQUEST && faultsOf(error.problem).length === 0)
}

/** Results that were swapped would tell each event the fate of another. */
const isResultOf = (event: Identified, result: Partial<EventResult> | null): boolean =>
  typeof result?.eventId === 'string' &&
  result.eventId === event?.eventId &&
  Number.isInteger(result.resultCode) &&
  typeof result.message === 'string'

/** Never rejects, whatever the answer is. */
const trySubmit = async <E extends Identified>(
  submit: Submit<E>,
  events: E[],
): Promise<readonly EventResult[] | RollcallError> => {
  try {
    const answer: Partial<SubmissionResult> | null = await submit(events)
    const results = answer?.results
    const isWhole = Array.isArray(results) && results.length === events.length
    return isWhole && events.every((event, index) => isResultOf(event, results[index] ?? null)) ? results : mismatch()
  } catch (error) {
    return error instanceof RollcallError ? error : notSent(error)
  }
}

/**
 * Submits a batch. A schema fault refuses a call as a whole (contract §3), so the events that it names fail one by one and the
 * others are sent again: at most 50 faults come at once, so a call more for every 50. Where nothing is named the batch is halved.
 * Never rejects: the outcome is told of every event, also where the answer makes no sense.
 */
export const submitBatch = async <E extends Identified>(submit: Submit<E>, events: E[], outcome: Outcome<E>): Promise<void> => {
  const answer = await trySubmit(submit, events)
  if (!(answer instanceof RollcallError)) {
    for (const [index, result] of answer.entries()) outcome.answered(events[index] as E, result)
    return
  }
  const named = faultsByEvent(answer, events.length)
  if (named.size > 0) {
    for (const [index, faults] of named) outcome.failed([events[index] as E], refusalOf(answer, faults))
    const others = events.filter((_, index) => !named.has(index))
    return others.length > 0 ? await submitBatch(submit, others, outcome) : undefined
  }
  if (events.length === 1 || !isDivisible(answer, events)) return outcome.failed(events, answer)
  const middle = events.length >> 1
  await submitBatch(submit, events.slice(0, middle), outcome)
  await submitBatch(submit, events.slice(middle), outcome)
}

import type { EventResult, SubmissionResult } from '@rollcall/contract'
import { type ProblemBody, RollcallError, validationErrors } from '../rollcall-error.ts'
import type { Submit } from './event-kinds.ts'

type Identified = { eventId: string }

/** Receives the outcome of every event of a batch, each exactly once, in batch order where responses allow it. */
export interface Outcome<E> {
  answered(event: E, result: EventResult): void
  failed(events: E[], error: RollcallError): void
}

const BAD_REQUEST = 400
const TOO_LARGE = 413

/** A thrown value may have no message. */
const reasonOf = (thrown: unknown): string => {
  if (thrown instanceof Error) return thrown.message
  return typeof thrown === 'string' ? thrown : 'no reason given'
}

/** Wraps an error that did not come from this client. */
const notSent = (cause: unknown) =>
  new RollcallError(`The events could not be sent: ${reasonOf(cause)}`, { status: 0, code: 'not_sent', cause })

const mismatch = () =>
  new RollcallError('The response does not contain one result per event, in order', { status: 200, code: 'invalid_answer' })

type ValidationErrors = NonNullable<ProblemBody['errors']>

/**
 * Validation errors by the index of their event, taken from pointers such as /presenceEvents/17/timestamp; others are dropped.
 */
const errorsByEvent = (error: RollcallError, count: number): Map<number, ValidationErrors> => {
  const found = new Map<number, ValidationErrors>()
  if (error.status !== BAD_REQUEST) return found
  for (const each of validationErrors(error.problem)) {
    const [, digits, rest = ''] = /^\/[^/]+\/(\d+)(\/.*)?$/s.exec(each.pointer) ?? []
    const index = Number(digits ?? count)
    if (index < count) found.set(index, [...(found.get(index) ?? []), { ...each, pointer: rest }])
  }
  return found
}

/** The error of one event: `problem.errors` contains its validation errors, with pointers into the event. */
const eventError = (error: RollcallError, errors: ValidationErrors): RollcallError => {
  const places = errors.map(({ pointer, message }) => `${pointer || 'the event'} ${message}`).join('; ')
  return new RollcallError(`${error.status} ${error.code}: ${places}`, {
    status: error.status,
    code: error.code,
    problem: { ...error.problem, errors },
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

/** Whether a smaller batch may succeed: the batch is too large, or one event is malformed and the response does not say which. */
const isDivisible = (error: RollcallError, events: readonly unknown[]): boolean => {
  if (error.code === 'not_sent') return !isJson(events)
  return error.status === TOO_LARGE || (error.status === BAD_REQUEST && validationErrors(error.problem).length === 0)
}

/** Checks the event id, because swapped results would report the wrong outcome. */
const isResultOf = (event: Identified, result: Partial<EventResult> | null): boolean =>
  typeof result?.eventId === 'string' &&
  result.eventId === event?.eventId &&
  Number.isInteger(result.resultCode) &&
  typeof result.message === 'string'

/** Submits once. Never rejects: an error is part of the result. */
const attemptSubmit = async <E extends Identified>(
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
 * Submits a batch. A schema violation rejects the whole call (contract §3), so the listed events fail and the others are sent
 * again. A response lists at most 50 errors, so every 50 cost one more call. If no event is listed the batch is halved. Never
 * rejects: every event gets an outcome, even if the response makes no sense.
 */
export const submitBatch = async <E extends Identified>(submit: Submit<E>, events: E[], outcome: Outcome<E>): Promise<void> => {
  const answer = await attemptSubmit(submit, events)
  if (!(answer instanceof RollcallError)) {
    for (const [index, result] of answer.entries()) outcome.answered(events[index] as E, result)
    return
  }
  const named = errorsByEvent(answer, events.length)
  if (named.size > 0) {
    for (const [index, errors] of named) outcome.failed([events[index] as E], eventError(answer, errors))
    const others = events.filter((_, index) => !named.has(index))
    return others.length > 0 ? await submitBatch(submit, others, outcome) : undefined
  }
  if (events.length === 1 || !isDivisible(answer, events)) return outcome.failed(events, answer)
  const middle = events.length >> 1
  await submitBatch(submit, events.slice(0, middle), outcome)
  await submitBatch(submit, events.slice(middle), outcome)
}

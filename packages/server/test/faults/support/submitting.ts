import { basic } from '../../../src/testing/test-service.ts'
import { eventOf, type Kind, type LedgerOrganization } from './organization.ts'

/** The content of one call. */
export interface Batch {
  readonly organization: LedgerOrganization
  readonly kind: Kind
  readonly sourceId: string
  readonly ids: readonly string[]
  /** Decides the times of the events. */
  readonly number: number
}

/** The outcome of one call. */
export interface Outcome {
  /** A status, or what came instead of an answer. */
  readonly what: string
  readonly acknowledged: readonly string[]
  readonly ms: number
}

/** No caller waits longer than this. */
export const MAX_WAIT_MS = 60_000
export const NO_ANSWER = 'no answer'
export const TOO_LATE = `none in ${MAX_WAIT_MS / 1000} s`

/** A 503 has to say what it is and when to come again; otherwise it counts as something else. */
const nameOf = ({ status, headers }: Response): string => {
  if (status !== 503) return String(status)
  const isClear =
    headers.get('content-type')?.startsWith('application/problem+json') && /^[1-9]\d*$/.test(headers.get('retry-after') ?? '')
  return isClear ? '503' : '503 without a word'
}

/** Sends one call, once. */
export const submit = async (baseUrl: string, { organization, kind, sourceId, ids, number }: Batch): Promise<Outcome> => {
  const events = ids.map((id, index) => eventOf(organization, kind, id, number + index))
  const began = performance.now()
  const ended = (what: string, acknowledged: readonly string[] = []): Outcome => ({
    ...{ what, acknowledged, ms: performance.now() - began },
  })
  try {
    const response = await fetch(`${baseUrl}/v1/${kind}/basic`, {
      method: 'POST',
      headers: { ...basic(organization.key), 'content-type': 'application/json' },
      body: JSON.stringify({ sourceId, [`${kind}Events`]: events }),
      signal: AbortSignal.timeout(MAX_WAIT_MS),
    })
    const text = await response.text()
    if (response.status !== 200) return ended(nameOf(response))
    const { results } = JSON.parse(text) as { results: { eventId: string; resultCode: number }[] }
    const refused = results.find(({ resultCode }) => resultCode !== 0)
    if (refused) return ended(`result ${refused.resultCode}`)
    return ended(
      '200',
      results.map(({ eventId }) => eventId),
    )
  } catch (error) {
    return ended((error as Error).name === 'TimeoutError' ? TOO_LATE : NO_ANSWER)
  }
}

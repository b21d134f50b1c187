import { type ClientOptions, createClient, type RollcallClient, type Submitter } from '@rollcall/client'

/** A service that has responded once is at the right address, so its restart is awaited for about four minutes. */
const LATER_ATTEMPTS = 30

/** Submits until the signal aborts; fails soon if the service has never responded. */
export const createSubmitter = (options: ClientOptions, signal: AbortSignal): Submitter => {
  const first = createClient(options)
  const patient = createClient({ ...options, maxAttempts: LATER_ATTEMPTS })
  let hasAnswered = false
  const call = async <T>(submit: (client: RollcallClient) => Promise<T>): Promise<T> => {
    const answer = await submit(hasAnswered ? patient : first)
    hasAnswered = true
    return answer
  }
  return {
    submitPresence: (body) => call((client) => client.submitPresence(body, { signal })),
    submitOccupancy: (body) => call((client) => client.submitOccupancy(body, { signal })),
  }
}

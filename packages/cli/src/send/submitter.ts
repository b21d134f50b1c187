import { type ClientOptions, createClient, type RollcallClient, type Submitter } from '@rollcall/client'

/** A service that has answered once is at the right address: it is waited for while it restarts, for about four minutes. */
const PATIENT_ATTEMPTS = 30

/** Submits until the signal aborts; gives up soon when the service was never there. */
export const createSubmitter = (options: ClientOptions, signal: AbortSignal): Submitter => {
  const first = createClient(options)
  const patient = createClient({ ...options, maxAttempts: PATIENT_ATTEMPTS })
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

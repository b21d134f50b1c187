import { findAnswerErrors } from './answer-checks.ts'
import { bytesOf, type Draft } from './draft.ts'
import { NoAnswer, type RawAnswer, RawConnection } from './raw-connection.ts'

/** No answer takes as long, however busy the machine is. */
const ANSWER_WITHIN_MS = 100_000

/** Sends one request after the other on one connection, as long as that can be used. */
export class Sender {
  #connection: RawConnection | undefined
  readonly #baseUrl: string

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl
  }

  async send(draft: Draft): Promise<RawAnswer> {
    const connection = this.#connection ?? new RawConnection(this.#baseUrl)
    this.#connection = connection
    try {
      const answer = await connection.exchange(bytesOf(draft), { isHead: draft.method === 'HEAD', withinMs: ANSWER_WITHIN_MS })
      // If the body is longer than declared, its rest would be read as the next request.
      const isExact =
        draft.length === undefined &&
        !draft.headers.some(([name]) => /^(transfer-encoding|content-length|connection)$/i.test(name))
      if (!answer.isOpen || !isExact) this.close()
      return answer
    } catch (error) {
      this.close()
      throw error
    }
  }

  close(): void {
    this.#connection?.close()
    this.#connection = undefined
  }
}

/** Lists the errors of the answer, if there is one. */
export const findCallErrors = async (sender: Sender, draft: Draft): Promise<{ faults: string[]; answer?: RawAnswer }> => {
  try {
    const answer = await sender.send(draft)
    return { faults: findAnswerErrors(draft, answer), answer }
  } catch (error) {
    if (error instanceof NoAnswer) return { faults: [`no answer: ${error.message}`] }
    throw error
  }
}

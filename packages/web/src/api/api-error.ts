import { t } from '@lingui/core/macro'

interface Problem {
  readonly code: string
  readonly title: string
  readonly detail?: string
  readonly errors?: readonly { readonly pointer: string; readonly message: string; readonly code: string }[]
}

/** Errors are rare, so that their words are loaded with the first one. Without them, those of the service are shown. */
const wordsOfApp = async ({ code, detail }: Problem): Promise<string | undefined> => {
  const load = async () => {
    await (await import('../language/words.ts')).wordsOf('errors')
    return import('../errors/known-errors.ts')
  }
  return (await load().catch(() => undefined))?.errorForPeople(code, detail)
}

/** A failed call, with the problem document of the service (RFC 9457). */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly problem: Problem

  constructor(status: number, problem: Problem, options?: ErrorOptions) {
    super(problem.detail ?? problem.title, options)
    this.status = status
    this.problem = problem
  }

  get code(): string {
    return this.problem.code
  }

  /** Whether the session has ended; a wrong password does not end it. */
  get endsSession(): boolean {
    return this.status === 401 && this.code !== 'sign_in_failed'
  }

  static network(cause: unknown): ApiError {
    const detail = t`The service does not answer. Check the connection, then try again.`
    return new ApiError(0, { code: 'network', title: t`No answer`, detail }, { cause })
  }

  static async of(response: Response): Promise<ApiError> {
    const { status } = response
    const problem = (await response.json().catch(() => undefined)) as Problem | undefined
    if (!problem?.code) return new ApiError(status, { code: 'unknown', title: t`The service answered ${status}.` })
    const known = await wordsOfApp(problem)
    return new ApiError(status, known ? { ...problem, title: known, detail: known } : problem)
  }
}

/** What an answer's problem body may hold; an OAuth error (RFC 6749) is put into the same shape. */
export interface ProblemBody {
  type?: string
  title?: string
  status?: number
  detail?: string
  instance?: string
  code?: string
  errors?: { pointer: string; message: string; code: string }[]
  [extension: string]: unknown
}

interface Details {
  /** HTTP status; 0 when there was no answer. */
  status: number
  /** Code of the service's error table, or `network_error`, `timeout`, `truncated_body`, `invalid_answer`, `redirected`, `not_sent`. */
  code: string
  problem?: ProblemBody | undefined
  /** What the service asked us to wait. */
  retryAfterMs?: number | undefined
  cause?: unknown
}

/** The only error the client throws, except the reason of a caller's own abort signal. */
export class RollcallError extends Error {
  readonly status: number
  readonly code: string
  readonly problem: ProblemBody | undefined
  readonly retryAfterMs: number | undefined

  constructor(message: string, details: Details) {
    super(message, { cause: details.cause })
    this.name = 'RollcallError'
    this.status = details.status
    this.code = details.code
    this.problem = details.problem
    this.retryAfterMs = details.retryAfterMs
  }
}

const parseBody = (text: string): ProblemBody | undefined => {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? (parsed as ProblemBody) : undefined
  } catch {
    return undefined
  }
}

/** The longest body of an error that is read: who answers in the service's place may send anything. */
const LONGEST_BODY = 65_536

/** What can be read of a body of a bounded length; nothing of a longer one, and the connection is closed. */
const boundedText = async (response: Response): Promise<string> => {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let length = 0
  try {
    for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
      length += piece.value.length
      if (length > LONGEST_BODY) return ''
      text += decoder.decode(piece.value, { stream: true })
    }
    return text + decoder.decode()
  } catch {
    return ''
  } finally {
    await reader?.cancel().catch(() => {})
  }
}

/** The faults that a problem body names, as far as they have the shape they should. */
export const faultsOf = (problem: ProblemBody | undefined): NonNullable<ProblemBody['errors']> => {
  const errors: unknown = problem?.errors
  if (!Array.isArray(errors)) return []
  return errors.filter((fault) => typeof fault?.pointer === 'string' && typeof fault.message === 'string')
}

const asString = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** Milliseconds to wait by a Retry-After header: delta seconds or an HTTP date (RFC 9110). */
const retryAfterMs = (header: string | null): number | undefined => {
  if (header === null) return undefined
  if (/^\d+$/.test(header.trim())) return Number(header) * 1000
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now())
}

/** The error of an answer with a status of 300 or more; reads its body. */
export const errorOfResponse = async (response: Response): Promise<RollcallError> => {
  const problem = parseBody(await boundedText(response))
  const code = asString(problem?.code) ?? asString(problem?.error) ?? `http_${response.status}`
  // Some say the same in two members.
  const reason = new Set([problem?.title, problem?.detail ?? problem?.error_description, problem?.message].map(asString))
  const [first] = faultsOf(problem)
  const place = first ? ` (${first.pointer}: ${first.message})` : ''
  const message = [...reason].filter(Boolean).join('. ') || response.statusText || 'Request failed'
  return new RollcallError(`${response.status} ${code}: ${message}${place}`, {
    status: response.status,
    code,
    problem,
    retryAfterMs: retryAfterMs(response.headers.get('retry-after')),
  })
}

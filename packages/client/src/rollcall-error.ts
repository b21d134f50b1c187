/** Fields of a problem body; an OAuth error (RFC 6749) is converted to the same shape. */
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
  /** HTTP status; 0 without a response. */
  status: number
  /** Code of the service's error table, or `network_error`, `timeout`, `truncated_body`, `invalid_answer`, `redirected`, `not_sent`. */
  code: string
  problem?: ProblemBody | undefined
  /** The wait that the service asked for. */
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

/** Maximum number of bytes read of an error body, because a proxy may send anything. */
const MAX_BODY_BYTES = 65_536

/** Reads a body up to a maximum length. A longer body is dropped and its connection closed. */
const boundedText = async (response: Response): Promise<string> => {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let length = 0
  try {
    for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
      length += piece.value.length
      if (length > MAX_BODY_BYTES) return ''
      text += decoder.decode(piece.value, { stream: true })
    }
    return text + decoder.decode()
  } catch {
    return ''
  } finally {
    await reader?.cancel().catch(() => {})
  }
}

/** The validation errors in a problem body; malformed ones are dropped. */
export const validationErrors = (problem: ProblemBody | undefined): NonNullable<ProblemBody['errors']> => {
  const errors: unknown = problem?.errors
  if (!Array.isArray(errors)) return []
  return errors.filter((error) => typeof error?.pointer === 'string' && typeof error.message === 'string')
}

const asString = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** Milliseconds to wait according to a Retry-After header: delta seconds or an HTTP date (RFC 9110). */
const retryAfterMs = (header: string | null): number | undefined => {
  if (header === null) return undefined
  if (/^\d+$/.test(header.trim())) return Number(header) * 1000
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now())
}

/** Builds the error for a response with a status of 300 or more, and reads its body. */
export const errorOfResponse = async (response: Response): Promise<RollcallError> => {
  const problem = parseBody(await boundedText(response))
  const code = asString(problem?.code) ?? asString(problem?.error) ?? `http_${response.status}`
  // Some services repeat the same text in two fields.
  const reason = new Set([problem?.title, problem?.detail ?? problem?.error_description, problem?.message].map(asString))
  const [first] = validationErrors(problem)
  const place = first ? ` (${first.pointer}: ${first.message})` : ''
  const message = [...reason].filter(Boolean).join('. ') || response.statusText || 'Request failed'
  return new RollcallError(`${response.status} ${code}: ${message}${place}`, {
    status: response.status,
    code,
    problem,
    retryAfterMs: retryAfterMs(response.headers.get('retry-after')),
  })
}

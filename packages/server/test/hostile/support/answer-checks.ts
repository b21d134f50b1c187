import { ERRORS, type ErrorCode, Problem } from '@rollcall/contract'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { assertDocumented } from '../../http/support/documented.ts'
import type { Draft } from './draft.ts'
import type { RawAnswer } from './raw-connection.ts'

const problemSchema = Compile(Problem)

/** Text that only internals of the service contain, and no request. */
const INSIDES =
  /node_modules|node:internal|\.ts:\d|\n\s+at |syntax error at|violates |relation "|column "|constraint "|duplicate key|invalid input syntax|out of range for type|SQLSTATE|ECONN|TypeError|RangeError|ReferenceError|Cannot read prop|is not a function|undefined \(reading/

/** Headers that answers may have; anything else got in from outside. */
const HEADERS = new Set(
  [
    'allow cache-control connection content-disposition content-encoding content-length content-security-policy content-type',
    'correlationid cross-origin-opener-policy cross-origin-resource-policy date etag keep-alive last-modified permissions-policy',
    'ratelimit ratelimit-policy referrer-policy retry-after set-cookie strict-transport-security transfer-encoding vary',
    'warehouse-as-of warehouse-refreshed-at warehouse-row-count www-authenticate x-accel-buffering',
    'x-content-type-options x-frame-options x-request-id location',
  ].flatMap((line) => line.split(' ')),
)

const compiled = new Map<TSchema, ReturnType<typeof Compile>>()
const validatorOf = (schema: TSchema): ReturnType<typeof Compile> => {
  const known = compiled.get(schema) ?? Compile(schema)
  compiled.set(schema, known)
  return known
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const problemFaults = (draft: Draft, { status, headers }: RawAnswer, text: string): string[] => {
  const problem = parse(text) as Problem | undefined
  if (!headers.get('content-type')?.startsWith('application/problem+json') || !problem)
    return [`${status} is no problem document`]
  const faults = [...problemSchema.Errors(problem)].map(({ instancePath, message }) => `problem ${instancePath} ${message}`)
  const known = ERRORS[problem.code as ErrorCode]
  if (known?.status !== status || problem.status !== status) faults.push(`${status} with code ${problem.code}`)
  // Refused before it was a request: of no operation, and without an id of its own.
  if (problem.instance === 'unparsed') return faults
  if (headers.get('x-request-id') !== problem.instance) faults.push('instance is not the request id')
  if (!isOfNoOperation(problem)) faults.push(...undocumented(draft, status, text))
  return faults
}

/** Refused before any operation was found. */
const isOfNoOperation = ({ code, detail }: Problem): boolean =>
  code === 'not_found' || code === 'method_not_allowed' || (code === 'invalid_request' && detail.includes('one Host header'))

const undocumented = ({ method, path, operation }: Draft, status: number, text: string): string[] => {
  try {
    assertDocumented(method, path, { status, text })
    return []
  } catch (error) {
    return [(error as Error).message.replace(/^(\S+ )\S+/, `$1${operation}`)]
  }
}

const REQUIRED: Readonly<Record<number, string>> = {
  401: 'www-authenticate',
  405: 'allow',
  429: 'retry-after',
  503: 'retry-after',
}

const answerFaults = ({ variant, method, path }: Draft, { status, headers }: RawAnswer, text: string): string[] => {
  const { endpoint } = variant
  const isOwn = method === endpoint.method && path.startsWith(variant.path.split('{')[0] as string)
  if (!isOwn || endpoint.streamed || endpoint.mediaType || status !== (endpoint.status ?? 200)) return []
  if (!headers.get('content-type')?.startsWith('application/json')) return []
  const body = parse(text)
  if (body === undefined) return ['the answer is no JSON']
  const [fault] = validatorOf(endpoint.response).Errors(body)
  return fault ? [`the answer breaks its schema at ${fault.instancePath}: ${fault.message}`] : []
}

/** Lists the errors of an answer, for any request. */
export const findAnswerErrors = (draft: Draft, answer: RawAnswer): string[] => {
  const { status, headers } = answer
  const text = answer.body.toString('utf8')
  const faults = [...headers.keys()].filter((name) => !HEADERS.has(name)).map((name) => `an unknown header ${name}`)
  if (status >= 500 && status !== 503) faults.push(`status ${status}`)
  const required = REQUIRED[status]
  if (required && !headers.has(required)) faults.push(`${status} without ${required}`)
  if (status >= 400 && draft.method !== 'HEAD') {
    if (INSIDES.test(text)) faults.push('the answer shows insides')
    faults.push(...problemFaults(draft, answer, text))
  }
  if (status < 300) faults.push(...answerFaults(draft, answer, text))
  return faults
}

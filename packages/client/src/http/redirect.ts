import { RollcallError } from '../rollcall-error.ts'

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
/** The response type in browsers for an unfollowed redirect. It has neither status nor location. */
const OPAQUE = 'opaqueredirect'

export const isRedirect = ({ type, status }: Response): boolean => type === OPAQUE || REDIRECTS.has(status)

const locationOf = (response: Response, from: string): string | undefined => {
  const location = response.headers.get('location')
  try {
    return location === null ? undefined : new URL(location, from).href
  } catch {
    return location ?? undefined
  }
}

const adviceOf = (location: string | undefined, path: string): string => {
  if (location === undefined) return 'use the target address as baseUrl'
  const isSamePath = location.endsWith(path)
  return isSamePath
    ? `it leads to ${location}, so use ${location.slice(0, -path.length)} as baseUrl`
    : `it leads to ${location}. If the service is there, use that address as baseUrl`
}

/** A redirect means that baseUrl is wrong. A person must correct it, because the new address will receive the key. */
export const redirectedError = async (response: Response, baseUrl: string, path: string): Promise<RollcallError> => {
  await response.body?.cancel().catch(() => {})
  const { status } = response
  const advice = adviceOf(locationOf(response, `${baseUrl}${path}`), path)
  return new RollcallError(`${status === 0 ? '' : `${status} `}redirected: The service is not at ${baseUrl}: ${advice}`, {
    status,
    code: 'redirected',
  })
}

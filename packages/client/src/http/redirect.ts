import { RollcallError } from '../rollcall-error.ts'

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
/** What browsers give instead of a redirect that they were told not to follow: neither its status nor where it leads. */
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
  if (location === undefined) return 'use the address that it leads to as baseUrl'
  const isSamePath = location.endsWith(path)
  return isSamePath
    ? `it leads to ${location}, so use ${location.slice(0, -path.length)} as baseUrl`
    : `it leads to ${location}. If the service is there, use that address as baseUrl`
}

/** A redirect is an address to correct, once and by somebody who may trust the new one with the key. */
export const redirectedError = async (response: Response, baseUrl: string, path: string): Promise<RollcallError> => {
  await response.body?.cancel().catch(() => {})
  const { status } = response
  const advice = adviceOf(locationOf(response, `${baseUrl}${path}`), path)
  return new RollcallError(`${status === 0 ? '' : `${status} `}redirected: The service is not at ${baseUrl}: ${advice}`, {
    status,
    code: 'redirected',
  })
}

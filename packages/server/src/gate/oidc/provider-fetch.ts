/** How long a provider may take for one response. People wait for it, and nothing else does. */
export const PROVIDER_SECONDS = 8
/** Discovery documents, key sets and claims take some kilobytes. */
const MAX_BYTES = 1024 * 1024

/** A response of a provider that is too long to be one. */
export class ResponseTooLong extends Error {
  override readonly name = 'ResponseTooLong'
}

interface ProviderRequest {
  readonly method: string
  readonly headers: NonNullable<RequestInit['headers']>
  readonly body?: unknown
}

/** Statuses whose responses have no body. */
const WITHOUT_BODY = new Set([204, 205, 304])

/**
 * Sends a request to a provider, for all libraries that talk to one. It follows no redirects, because only addresses that the
 * administrator entered, or the discovery document names, may be asked, and it limits time and length of the whole response.
 */
export const fetchOfProvider = async (url: string, { method, headers, body }: ProviderRequest): Promise<Response> => {
  const response = await fetch(url, {
    method,
    headers,
    body: (body ?? null) as NonNullable<RequestInit['body']> | null,
    redirect: 'manual',
    signal: AbortSignal.timeout(PROVIDER_SECONDS * 1000),
  })
  const { status, statusText } = response
  const content = await readBounded(response)
  return new Response(WITHOUT_BODY.has(status) ? null : content, { status, statusText, headers: response.headers })
}

const readBounded = async ({ body }: Response): Promise<Uint8Array<ArrayBuffer>> => {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body ?? []) {
    bytes += part.byteLength
    if (bytes > MAX_BYTES) throw new ResponseTooLong(`The response is longer than ${MAX_BYTES} bytes.`)
    parts.push(part)
  }
  return new Uint8Array(Buffer.concat(parts))
}

import type { FastifyRequest } from 'fastify'

/**
 * The address of the service as browsers know it: the one that the operator names. Only without it that of the request, which a forged
 * `Host` could change; then only the addresses that are registered at the provider keep its answers from another host.
 */
export const baseUrlOf = ({ protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>, publicUrl: string | undefined): string =>
  publicUrl ?? `${protocol}://${host}`

/**
 * Where the provider sends the browser back. Each provider has an address of its own, so that a code of one is never sent to another one
 * (RFC 9700 §4.4). Opened without an answer, it starts a sign-in: it can be a bookmark, or a tile of the provider.
 */
export const redirectUri = (baseUrl: string, providerId: string): string => `${baseUrl}/sign-in/sso/${providerId}`

export const postLogoutRedirectUri = (baseUrl: string): string => `${baseUrl}/sign-in`

export const backChannelLogoutUri = (baseUrl: string, providerId: string): string =>
  `${baseUrl}/api/identity-providers/${providerId}/logout`

const HERE = 'http://here.invalid'

/** Returns the page to show after a sign-in. A forged link could otherwise lead from the sign-in to any other site. */
export const pageOf = (given: string | null | undefined): string => {
  if (!given?.startsWith('/')) return '/'
  const url = URL.parse(given, HERE)
  return url?.origin === HERE ? url.pathname + url.search + url.hash : '/'
}

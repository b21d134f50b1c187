import type { FastifyReply, FastifyRequest } from 'fastify'

const NAME = 'rollcall_session'

/** Scripts cannot read the cookie, other sites cannot send it, and a service behind HTTPS never sends it over plain HTTP. */
const attributes = ({ protocol }: FastifyRequest) =>
  ({ path: '/', httpOnly: true, sameSite: 'strict', secure: protocol === 'https' }) as const

/** Returns the name of the cookie. Browsers accept the prefix only with `Secure` and from exactly this host. */
const nameFor = ({ protocol }: FastifyRequest): string => (protocol === 'https' ? `__Host-${NAME}` : NAME)

/** Returns the token of a request whose protocol is not known yet: browsers send the cookie with the prefix only by HTTPS. */
export const sessionTokenOf = (cookies: Readonly<Record<string, string | undefined>>): string | undefined =>
  cookies[`__Host-${NAME}`] ?? cookies[NAME]

export const sessionToken = (request: FastifyRequest): string | undefined => request.cookies[nameFor(request)]

export const setSessionCookie = (request: FastifyRequest, reply: FastifyReply, token: string): void => {
  void reply.setCookie(nameFor(request), token, attributes(request))
}

export const clearSessionCookie = (request: FastifyRequest, reply: FastifyReply): void => {
  void reply.clearCookie(nameFor(request), attributes(request))
}

import type { FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { AppError } from '../errors.ts'

/** The one of the offered media types that the caller prefers. @throws AppError not_acceptable */
export const acceptedType = (request: FastifyRequest, offered: string[]): string => {
  const type = new Negotiator(request).mediaType(offered)
  if (type) return type
  throw new AppError('not_acceptable', { detail: `Send Accept: ${offered.join(' or ')}, or leave the header out.` })
}

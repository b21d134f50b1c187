import Type from 'typebox'
import { EVERYBODY } from '../access/user-roles.ts'
import { AUTOMATION } from '../endpoint.ts'
import { list, uuidInput } from '../schema/atoms.ts'
import { pathId } from '../schema/params.ts'

/** What operations on workplace events, invitations and visits have in common; who may do what to which is in their words. */
export const gatherings = { tag: 'gatherings', roles: AUTOMATION, people: EVERYBODY } as const
export const eventParams = Type.Object({ eventId: pathId('The workplace event.') })
export const userIds = (description: string, options: { minItems?: number; maxItems: number }) =>
  list(uuidInput({ description: 'A user.' }), options, { description })

import Type, { type Static } from 'typebox'
import { AUDIT_ACTIONS, type AuditAction } from '../audit-actions.ts'
import { AUDIT_ACTORS } from '../audit-actors.ts'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { id, integer, named, nullable, oneOf, text, timestamp, timestampInput } from '../schema/atoms.ts'
import { pageOf, pageQuery } from '../schema/paging.ts'
import { GLOBAL_ADMINISTRATORS } from '../user-roles.ts'
import { idFilter } from './entity.ts'

const action = oneOf(Object.keys(AUDIT_ACTIONS) as AuditAction[], { description: 'What was done.', example: 'key.create' })
const actorType = oneOf(AUDIT_ACTORS, {
  description: 'Who did it. unknown: a sign-in that was refused; service: work that the service starts by itself.',
})
const entityType = text(50, { description: 'The kind of entity that it was done to.', example: 'key' })

const fields = (description: string, example: object) =>
  Type.Unsafe<Record<string, unknown> | null>({
    type: ['object', 'null'],
    additionalProperties: true,
    description,
    examples: [example],
  })

export const AuditEntry = named(
  'AuditEntry',
  Type.Object({
    entryNo: integer({ minimum: 1 }, { description: 'Number of the entry, unique in the organization.', example: 4711 }),
    timestamp: timestamp({ description: 'When it was done.' }),
    action,
    actorType,
    actorId: nullable(id({ description: 'The user or key that did it; null for others.' })),
    actorName: nullable(
      text(320, {
        description: 'The userName of the user, the name of the key, or the account and machine of a command line.',
        example: 'ada.byron@example.com',
      }),
    ),
    address: nullable(text(500, { description: 'Address of the caller; null for a command line.', example: '192.0.2.17' })),
    userAgent: nullable(text(300, { description: 'The program of the caller, as it calls itself.', example: 'curl/8.5.0' })),
    requestId: nullable(text(128, { description: 'The request, as in the log of the service.', example: 'b1c3f0a2' })),
    entityType: nullable(entityType),
    entityId: nullable(
      text(200, {
        description: 'Which entity: its id, or its name if it has no id.',
        example: '6f1c0f0e-6d2b-4d43-9f0c-0d7b6f3a9e21',
      }),
    ),
    entityName: nullable(
      text(320, { description: 'Its name: of users their present userName, else the name then.', example: 'Badge readers' }),
    ),
    before: fields('The fields that changed, as they were; null for something new. Never a secret.', { name: 'Badges' }),
    after: fields('The fields that changed, as they are since, or what was asked for. Never a secret.', {
      name: 'Badge readers',
    }),
  }),
)
export type AuditEntry = Static<typeof AuditEntry>

export const listAuditLog = endpoint({
  operation: 'listAuditLog',
  method: 'GET',
  path: '/api/audit-log',
  tag: 'administration',
  roles: AUTOMATION,
  people: GLOBAL_ADMINISTRATORS,
  summary: 'List the audit log',
  description:
    'Administrative acts, the newest first: sign-ins, keys, accounts, settings, places, people, groups, imports, exports, erasures, and data about people that others looked at. An entry is stored with its change, and kept for auditRetentionDays.',
  query: pageQuery({
    action: Type.Optional(action),
    actorType: Type.Optional(actorType),
    actorId: idFilter('Only what this user or key did.'),
    entityType: Type.Optional(entityType),
    entityId: Type.Optional(
      text(200, { description: 'Only what was done to this entity.', example: '6f1c0f0e-6d2b-4d43-9f0c-0d7b6f3a9e21' }),
    ),
    from: Type.Optional(timestampInput({ description: 'Only entries from this time on.' })),
    to: Type.Optional(timestampInput({ description: 'Only entries before this time.' })),
  }),
  response: pageOf('AuditPage', AuditEntry),
})

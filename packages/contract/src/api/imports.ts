import Type, { type Static } from 'typebox'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { flag, integer, list, named, oneOf, text } from '../schema/atoms.ts'
import { GLOBAL_ADMINISTRATORS } from '../user-roles.ts'
import { IMPORT_KINDS } from './import-kinds.ts'

/** Maximum number of errors in a response. */
export const MAX_IMPORT_ERRORS = 1000
/** Maximum number of warnings: 1,000 unknown keys, one that says there are more, 16 names, the guard and providers. */
const MAX_IMPORT_WARNINGS = 1040
/** Maximum number of names of new entities, of each kind. */
export const MAX_CREATED_NAMES = 20

const rows = (description: string) => integer({ minimum: 0 }, { description, example: 12 })

export const ImportOutcome = named(
  'ImportOutcome',
  Type.Object({
    dryRun: flag({ description: 'Whether this was a dry run, which changes nothing.' }),
    canBeApplied: flag({ description: 'Whether the file has no errors.' }),
    changes: list(
      Type.Object({
        kind: oneOf(IMPORT_KINDS, { description: 'The kind of entity.' }),
        created: rows('New ones.'),
        updated: rows('Stored entities that get other values.'),
        unchanged: rows('Stored entities that already match.'),
        removed: rows('Relations that the file removes, and bookings that are canceled as a result.'),
        createdNames: list(
          text(320, { description: 'A name.', example: 'Engineering' }),
          { maxItems: MAX_CREATED_NAMES },
          { description: `Names of the first ${MAX_CREATED_NAMES} new ones; empty for kinds without names.` },
        ),
      }),
      {},
      { description: 'What was or would be changed, by kind; empty if the file has errors.' },
    ),
    faultCount: integer({ minimum: 0 }, { description: 'Number of errors in the file, counted up to 10,000.', example: 0 }),
    faults: list(
      Type.Object({
        pointer: Type.String({ description: 'RFC 6901 pointer into the file.', examples: ['/users/17/primaryLocation'] }),
        code: text(100, { description: 'The violated rule: see the import guide.', example: 'reference_unknown' }),
        message: text(1000, { description: 'What is wrong, in words.', example: 'there is no location with this id or name' }),
      }),
      { maxItems: MAX_IMPORT_ERRORS },
      { description: `The first ${MAX_IMPORT_ERRORS.toLocaleString('en')} errors of the file.` },
    ),
    warnings: list(
      Type.Object({
        pointer: Type.String({
          description: 'RFC 6901 pointer to the first occurrence in the file.',
          examples: ['/users/3/primaryLocaton'],
        }),
        code: text(100, {
          description: 'key_ignored, name_case, import_guard, user_origin, or too_many_warnings.',
          example: 'key_ignored',
        }),
        message: text(1000, {
          description: 'What to check, in words.',
          example: 'is not a known key and is ignored; the nearest known one is primaryLocation',
        }),
        count: integer({ minimum: 1 }, { description: 'Number of places or rows that it applies to.', example: 40 }),
      }),
      { maxItems: MAX_IMPORT_WARNINGS },
      {
        description:
          'Problems that do not prevent the import: ignored keys, new groups and users whose name differs from a stored one only by letter case, what the guard rejects unless forced, and people who stay as their provider (SCIM) wants them.',
      },
    ),
    needsForce: flag({ description: 'Whether the import guard rejects the file unless force is true.', example: false }),
  }),
)
export type ImportOutcome = Static<typeof ImportOutcome>

/** Accepts any document, so that the response can list all errors of the file at once. */
export const DirectoryDocument = named(
  'DirectoryDocument',
  Type.Object({}, { description: 'A directory file: see ImportFile and the import guide.' }),
)

export const runImport = endpoint({
  operation: 'runImport',
  audit: 'import.run',
  method: 'POST',
  path: '/api/imports',
  tag: 'administration',
  roles: AUTOMATION,
  people: GLOBAL_ADMINISTRATORS,
  summary: 'Import a directory file, or run a dry run',
  description:
    'Updates buildings, groups, people, plans, bookings and events to match the file, in one transaction. A dry run executes the import and rolls it back; its response says what would change, or what is wrong with the file. Applying a file with errors fails with invalid_body; applying one that deactivates or moves more than the import guard allows fails with import_guard. Unknown keys are ignored and listed as warnings. Import files larger than the body limit with the command line. 409 while another import of the organization is running.',
  query: Type.Object({
    dryRun: oneOf(['true', 'false'], { description: 'true: change nothing.' }),
    force: Type.Optional(
      oneOf(['true', 'false'], { description: 'true: import even what the import guard of the organization would reject.' }),
    ),
  }),
  body: DirectoryDocument,
  response: ImportOutcome,
  errors: ['conflict', 'import_guard', 'last_administrator', 'break_glass_missing'],
})

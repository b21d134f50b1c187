import Type, { type Static } from 'typebox'
import { OWNERS } from '../access/user-roles.ts'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { IMPORT_KINDS } from '../imports/import-kinds.ts'
import { flag, integer, list, named, oneOf, text } from '../schema/atoms.ts'

/** Faults that one answer tells. */
export const MAX_IMPORT_FAULTS = 1000
/** Warnings: 1,000 different unknown keys, one that says that there are more, and the guard's. */
const MAX_IMPORT_WARNINGS = 1020

const rows = (description: string) => integer({ minimum: 0 }, { description, example: 12 })

export const ImportOutcome = named(
  'ImportOutcome',
  Type.Object({
    dryRun: flag({ description: 'Whether it was tried only: then nothing was changed.' }),
    canBeApplied: flag({ description: 'Whether the file has no faults.' }),
    changes: list(
      Type.Object({
        kind: oneOf(IMPORT_KINDS, { description: 'What was, or would be, changed.' }),
        created: rows('New ones.'),
        updated: rows('Stored ones that get other values.'),
        unchanged: rows('Stored ones that are so already.'),
        removed: rows('Relations that the file takes away, and bookings that are cancelled because of it.'),
      }),
      {},
      { description: 'What was, or would be, changed, by kind; empty where the file has faults.' },
    ),
    faultCount: integer({ minimum: 0 }, { description: 'Faults of the file; counted up to 10,000.', example: 0 }),
    faults: list(
      Type.Object({
        pointer: Type.String({ description: 'Where in the file, as RFC 6901 pointer.', examples: ['/users/17/primaryLocation'] }),
        code: text(100, { description: 'Which rule it breaks: see the import guide.', example: 'reference_unknown' }),
        message: text(1000, { description: 'What is wrong, for people.', example: 'there is no location with this id or name' }),
      }),
      { maxItems: MAX_IMPORT_FAULTS },
      { description: `What is wrong with the file: the first ${MAX_IMPORT_FAULTS.toLocaleString('en')}.` },
    ),
    warnings: list(
      Type.Object({
        pointer: Type.String({
          description: 'Where in the file, at first, as RFC 6901 pointer.',
          examples: ['/users/3/primaryLocaton'],
        }),
        code: text(100, { description: 'key_ignored, import_guard, or too_many_warnings.', example: 'key_ignored' }),
        message: text(1000, {
          description: 'What to look at, for people.',
          example: 'is not a known key and is ignored; the nearest known one is primaryLocation',
        }),
        count: integer({ minimum: 1 }, { description: 'Places or rows that it is true of.', example: 40 }),
      }),
      { maxItems: MAX_IMPORT_WARNINGS },
      {
        description:
          'What does not keep the file from being imported: keys that are ignored, and what the guard refuses unless forced.',
      },
    ),
    needsForce: flag({ description: 'Whether the import guard refuses the file unless force is true.', example: false }),
  }),
)
export type ImportOutcome = Static<typeof ImportOutcome>

/** Any document: what is wrong with it is the answer, with all faults at once. */
export const DirectoryDocument = named(
  'DirectoryDocument',
  Type.Object({}, { description: 'A directory file, as ImportFile and the import guide describe it.' }),
)

export const runImport = endpoint({
  operation: 'runImport',
  method: 'POST',
  path: '/api/imports',
  tag: 'administration',
  roles: AUTOMATION,
  people: OWNERS,
  summary: 'Import a directory file, or try it',
  description:
    'Brings buildings, groups, people, plans, bookings and events to what the file says, all of it or nothing. A dry run does everything and takes it back: its answer says what would change, or what is wrong with the file. A file with faults that is to be applied is refused as invalid_body, one that sets inactive or moves more than the import guard allows as import_guard. Keys that are not known are ignored, and listed as warnings. Files larger than the limit of a body go through the command line. 409 while another import of the organization is under way.',
  query: Type.Object({
    dryRun: oneOf(['true', 'false'], { description: 'true: try it only.' }),
    force: Type.Optional(
      oneOf(['true', 'false'], { description: 'true imports even what the import guard of the organization would refuse.' }),
    ),
  }),
  body: DirectoryDocument,
  response: ImportOutcome,
  errors: ['conflict', 'import_guard'],
})

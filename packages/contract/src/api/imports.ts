import Type, { type Static } from 'typebox'
import { OWNERS } from '../access/user-roles.ts'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { IMPORT_KINDS } from '../imports/import-kinds.ts'
import { flag, integer, list, named, oneOf, text } from '../schema/atoms.ts'

/** Faults that one answer tells. */
export const MAX_IMPORT_FAULTS = 1000

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
    'Brings buildings, groups, people, plans, bookings and events to what the file says, all of it or nothing. A dry run does everything and takes it back: its answer says what would change, or what is wrong with the file. A file with faults that is to be applied is refused as invalid_body. Files larger than the limit of a body go through the command line. 409 while another import of the organisation is under way.',
  query: Type.Object({
    dryRun: oneOf(['true', 'false'], { description: 'true: try it only.' }),
  }),
  body: DirectoryDocument,
  response: ImportOutcome,
  errors: ['conflict'],
})

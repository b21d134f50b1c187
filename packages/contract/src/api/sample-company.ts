import Type, { type Static } from 'typebox'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { date, flag, integer, named, nullable, oneOf, text, timestamp } from '../schema/atoms.ts'
import { ADMINISTRATORS, GLOBAL_ADMINISTRATORS } from '../user-roles.ts'

export const SAMPLE_STATES = ['none', 'making', 'made', 'failed', 'removing'] as const
export const SAMPLE_STEPS = ['directory', 'events', 'today', 'figures', 'removal'] as const

const count = (description: string, example: number) => integer({ minimum: 0 }, { description, example })

export const SampleCompany = named(
  'SampleCompany',
  Type.Object({
    state: oneOf(SAMPLE_STATES, {
      description:
        'Whether the organization holds sample data. `failed`: making or removing it ended with an error; either can be requested again.',
    }),
    canMake: flag({ description: 'Whether sample data can be made now.' }),
    reason: nullable(
      text(300, {
        description: 'Why none can be made; null if it can, or if there is some.',
        example: 'The organization has buildings of its own.',
      }),
    ),
    step: nullable(
      oneOf(SAMPLE_STEPS, {
        description:
          'What is being done: importing buildings and people, sending the events of past days, sending what happened today, publishing the figures, or removing all of it.',
      }),
    ),
    done: count('How much of the step is done.', 12),
    total: count('How much there is to do in the step; 0 if that is not known.', 56),
    startedAt: nullable(timestamp({ description: 'When the sample data was requested.' })),
    madeAt: nullable(timestamp({ description: 'When all of it was there.' })),
    until: nullable(
      date({
        description:
          'The last day on which the sample people come, while the service runs. Later days have plans, and no attendance is concluded. Null if there is no sample data.',
        example: '2026-01-19',
      }),
    ),
    error: nullable(text(500, { description: 'Why it failed.', example: 'The database is full.' })),
    ownPlans: count(
      'Plans and bookings of people of the organization itself in sample buildings; they are removed with the buildings.',
      2,
    ),
  }),
)
export type SampleCompany = Static<typeof SampleCompany>

const shared = { path: '/api/sample-company', tag: 'administration', roles: AUTOMATION, response: SampleCompany } as const

export const getSampleCompany = endpoint({
  ...shared,
  operation: 'getSampleCompany',
  method: 'GET',
  people: ADMINISTRATORS,
  summary: 'Get the state of the sample data',
  description:
    'Says whether the organization holds a sample company, how far its making or removal is, and whether one can be made.',
})

export const makeSampleCompany = endpoint({
  ...shared,
  operation: 'makeSampleCompany',
  audit: 'sample.make',
  method: 'POST',
  people: GLOBAL_ADMINISTRATORS,
  summary: 'Fill the organization with a sample company',
  description:
    'Starts to make two buildings with people, eight weeks of events, plans and bookings, and published figures, and responds at once; read the state to follow it. If there is one already, or it is being made, nothing changes. After a failure or a restart of the service it resumes. For two more weeks its people go on coming. 409 if the organization has buildings, groups, sources or people without an account, because only an empty organization can be emptied again.',
  status: 202,
  errors: ['conflict'],
})

export const removeSampleCompany = endpoint({
  ...shared,
  operation: 'removeSampleCompany',
  audit: 'sample.remove',
  method: 'DELETE',
  people: GLOBAL_ADMINISTRATORS,
  summary: 'Remove the sample company',
  description:
    'Starts to remove everything that the sample company made and everything computed from it, and responds at once; read the state to follow it. Published rows become empty revisions in the change feed. Accounts, keys, settings and what the organization added itself stay, except in sample buildings. Without sample data nothing changes.',
  status: 202,
})

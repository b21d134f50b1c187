import type { PersonalTable } from './personal-table.ts'
import { ACCESS_TABLES } from './tables-of-access.ts'
import { DAY_TABLES } from './tables-of-days.ts'
import { EVENT_TABLES } from './tables-of-events.ts'
import { PEOPLE_TABLES } from './tables-of-people.ts'
import { IMPERSONAL_TABLES } from './tables-without-people.ts'

/**
 * All columns of all tables in the order of erasure: slow tables come first, so that rows that others wait for are locked only
 * briefly. A test fails if a column is missing here.
 */
export const PERSONAL_TABLES: Readonly<Record<string, PersonalTable>> = {
  ...EVENT_TABLES,
  ...DAY_TABLES,
  ...ACCESS_TABLES,
  ...PEOPLE_TABLES,
  ...IMPERSONAL_TABLES,
}

/** The fate of a column of an erased person. */
export type Fate = 'removed with its row' | 'removed' | 'pseudonymized' | 'kept, an id alone' | 'published again' | 'not personal'

const namesOf = (list: string | undefined): string[] => list?.trim().split(' ') ?? []

/** Columns of a table with the effect of erasure. */
export const fatesOf = ({ erase, refers, copies, secrets, others }: PersonalTable): Map<string, Fate> => {
  const isGone = erase === 'delete'
  const changed = isGone ? {} : { ...erase }
  const fates = (list: string | undefined, fate: Fate) => namesOf(list).map((name) => [name, isGone ? GONE : fate] as const)
  return new Map<string, Fate>([
    ...fates(others, 'not personal'),
    ...fates(secrets, 'not personal'),
    ...fates(refers, 'kept, an id alone'),
    ...fates(copies, 'published again'),
    ...Object.entries(changed).map(([name, to]) => [name, to === 'null' || to === `'{}'` ? 'removed' : 'pseudonymized'] as const),
  ])
}

const GONE: Fate = 'removed with its row'

/** Columns that an export leaves out. */
export const secretsOf = ({ secrets }: PersonalTable): string[] => namesOf(secrets)

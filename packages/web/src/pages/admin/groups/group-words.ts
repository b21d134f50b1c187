import type { Group } from '@rollcall/contract'

/** Where a group came from: name, parent and status change only there. */
export const ORIGIN_WORDS: Readonly<Record<Group['origin'], string>> = {
  administrator: 'Administrator',
  attribute: 'User attribute',
  hierarchy: 'Hierarchy',
}

export const ORIGIN_NOTES: Readonly<Record<Group['origin'], string | null>> = {
  administrator: null,
  attribute: 'A value of a user attribute made this group: its name and place in the tree change with the attribute alone.',
  hierarchy: 'The hierarchy submission made this group: its name and place in the tree change there alone.',
}

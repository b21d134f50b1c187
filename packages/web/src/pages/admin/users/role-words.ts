import type { AdministratorRole } from '@rollcall/contract'

/** What each role adds to being an employee. */
export const ROLE_WORDS: Readonly<Record<AdministratorRole, string>> = {
  'analytics-administrator': 'Sees how the offices are used, person by person.',
  'bookings-administrator': 'Plans and books for others.',
  'workplace-administrator': 'Keeps places, people, settings and the quarantine.',
  'global-administrator': 'All of it, and gives access: accounts and keys.',
}

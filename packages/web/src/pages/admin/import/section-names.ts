import { t } from '@lingui/core/macro'
import type { ImportKind } from '@rollcall/contract'

/** What an import counts, by the sections of its file. */
export const SECTION_NAMES: Readonly<Record<ImportKind, string>> = {
  locations: t`Buildings`,
  levels: t`Levels`,
  zones: t`Zones`,
  places: t`Desks`,
  spaces: t`Spaces`,
  parkingBays: t`Parking bays`,
  groups: t`Groups`,
  users: t`Users`,
  memberships: t`Group memberships`,
  weekPlans: t`Week plan days`,
  identities: t`Identities at sources`,
  dayPlans: t`Day plans`,
  bookings: t`Bookings`,
  events: t({ message: 'Events', context: 'of a company' }),
  invitations: t`Invitations`,
}

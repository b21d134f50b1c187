import { t } from '@lingui/core/macro'
import type { Answer } from '../api/call.ts'
import { personName } from '../components/format.ts'
import { AnchorLink } from '../components/links.tsx'

type ColleagueDay = Answer<'listColleagueDays'>['items'][number]

/** Where a colleague sits on a day; the name of a desk leads to the free one nearest to it. */
export const SeatOfColleague = ({ person }: { person: ColleagueDay }) => {
  const { day, locationId, placeId, placeName, zoneName } = person
  if (!placeId || !locationId || !placeName) return zoneName
  const name = personName(person)
  return (
    <AnchorLink
      to="/me/desk"
      search={{ day, locationId, near: placeId }}
      inherit
      underline="always"
      // Large enough for a finger.
      style={{ display: 'inline-block', paddingBlock: 4 }}
      aria-label={t`${placeName}: sit near ${name}`}
    >
      {placeName}
    </AnchorLink>
  )
}

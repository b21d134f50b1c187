import { t } from '@lingui/core/macro'
import type { Answer } from '../api/call.ts'
import { personName } from '../components/format.ts'
import { AnchorLink } from '../components/links.tsx'

type ColleagueDay = Answer<'listColleagueDays'>['items'][number]

interface Props {
  readonly person: ColleagueDay
  /** The building where the user is on the day, as far as it is known. */
  readonly mineId: string | undefined
}

/** Where a colleague sits on a day, in which building if the user is not there; the name of a desk leads to the free one nearest to it. */
export const SeatOfColleague = ({ person, mineId }: Props) => {
  const { day, locationId, locationName, placeId, placeName, zoneName } = person
  if (!placeId || !locationId || !placeName) return zoneName
  const name = personName(person)
  const desk = locationId === mineId || !locationName ? placeName : t`${placeName} in ${locationName}`
  return (
    <AnchorLink
      to="/me/desk"
      search={{ day, locationId, near: placeId }}
      inherit
      underline="always"
      // Large enough for a finger.
      style={{ display: 'inline-block', paddingBlock: 4 }}
      aria-label={t`${desk}: sit near ${name}`}
    >
      {desk}
    </AnchorLink>
  )
}
